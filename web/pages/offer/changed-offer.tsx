import type { ReactNode } from 'react';
import { marketText } from '#content/market-words.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanOffer } from '#contract/calls/offer.ts';
import { hostAction } from '#ui/bridge/links.tsx';
import { Comparison } from '#ui/figures/comparison.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Banner } from '#ui/frame/banner.tsx';
import { usePage, useText } from '../page-context.tsx';
import { type FirstFigures, firstFiguresOf } from './acceptance.ts';

const headingId = 'figures';

/** An offer that changed after it was shown: old and new figures. Nothing is accepted here. */
export function ChangedOffer({
  offer,
  before,
  endedOn,
  offerLink,
  refuseLink,
}: {
  readonly offer: LoanOffer;
  readonly before: FirstFigures;
  /** Last day of the old offer; null if it did not expire. */
  readonly endedOn: string | null;
  readonly offerLink: string;
  readonly refuseLink: string;
}): ReactNode {
  const { market, language, money, dates } = usePage();
  const text = useText(confirmText);
  const { payment, payments } = marketText(market, language);
  const now = firstFiguresOf(offer);
  const count = offer.plan.length;
  const row = (label: string, name: keyof FirstFigures) => {
    const [was, is] = [before[name], now[name]];
    return was === null || is === null ? [] : [{ label, amounts: [money(was), money(is)] }];
  };
  return (
    <main>
      <Banner
        scene="resting"
        tone="brand"
        title={text.changed}
        description={endedOn ? fill(text.wasValid, { day: dates.day(endedOn) }) : text.mayRefuse}
      />
      <section>
        <h2 className="sr" id={headingId}>
          {text.changed}
        </h2>
        <Comparison
          labelledBy={headingId}
          options={[text.before, text.now]}
          rows={[
            ...row(text.youReceive, 'amount'),
            ...row(text.youRepay, 'total'),
            ...row(text.cost, 'cost'),
            ...row(
              count === 1 ? fill(text.inOne, { payment }) : fill(text.upTo, { count, payments }),
              'payment',
            ),
          ]}
        />
      </section>
      <section>
        <ButtonLink href={offerLink}>{text.seeNew}</ButtonLink>
        {refuseLink && (
          <ButtonLink href={refuseLink} kind="second" {...hostAction({ name: 'homeTab' })}>
            {text.refuse}
          </ButtonLink>
        )}
      </section>
    </main>
  );
}
