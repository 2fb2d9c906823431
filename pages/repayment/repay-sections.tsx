import type { ReactNode } from 'react';
import type { repayText } from '#content/messages/repay.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { RepaymentDetail } from '#contract/calls/repayment.ts';
import { AmountHero } from '../ui/figures/amount-hero.tsx';
import { FoldedRest } from '../ui/figures/fold.tsx';
import { Rows } from '../ui/figures/rows.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { ProductHead } from '../ui/frame/product-head.tsx';
import { Note } from '../ui/notice/note.tsx';
import type { ChannelCardView } from './channel-card-view.ts';
import { ChannelGroups } from './channel-groups.tsx';

/** Rows of the detail list that stand outside the fold (REPAY-2). */
const openRowCount = 2;

/** The amount, what it is made of, and every way to pay it. */
export function RepaySections({
  text,
  repayment,
  amount,
  logo,
  groups,
  cardLink,
}: {
  readonly text: TextsIn<typeof repayText>;
  readonly repayment: RepaymentDetail;
  readonly amount: string;
  readonly logo: string | null;
  readonly groups: readonly { readonly title: string; readonly cards: readonly ChannelCardView[] }[];
  /** Payment with a saved card. */
  readonly cardLink: string;
}): ReactNode {
  const { date, details, notice, productName } = repayment;
  return (
    <>
      <section>
        <AmountHero
          amount={amount}
          label={
            <>
              {text.dueOn} <b className="num">{date}</b>
            </>
          }
        />
        <div className="gap">
          <Rows rows={details.slice(0, openRowCount)} />
          {details.length > openRowCount && (
            <FoldedRest more={text.more} less={text.less}>
              <Rows rows={details.slice(openRowCount)} />
            </FoldedRest>
          )}
        </div>
      </section>
      <ChannelGroups groups={groups} text={text} amount={amount} />
      <section>
        <h2>{text.card}</h2>
        <ButtonLink href={cardLink} kind="second">
          {text.payWithCard}
        </ButtonLink>
      </section>
      <section>
        {notice && notice !== text.fraud && <Note tone="warn">{notice}</Note>}
        <Note tone="plain">{text.fraud}</Note>
      </section>
      <section>
        <ProductHead logo={logo} name={productName} note={text.product} />
      </section>
    </>
  );
}
