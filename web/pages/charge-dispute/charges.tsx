import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import type { PageQuery } from '#contract/page-query.ts';
import { linkParameters } from '#contract/page-query.ts';
import { localeOf } from '#domain/language.ts';
import { componentOfCharge } from '#domain/loan/charge-dispute.ts';
import { addMinor } from '#domain/money/money.ts';
import arrow from '#ui/figures/disclosure.module.css';
import { Summary } from '#ui/figures/summary.tsx';
import { Button } from '#ui/form/button.tsx';
import { FieldError } from '#ui/form/field-error.tsx';
import { Picks, type PickView } from '#ui/form/picks.tsx';
import { Pin } from '#ui/frame/pin.tsx';
import { usePage, useText } from '../page-context.tsx';
import styles from './charges.module.css';

export const chargeDisputePath = '/chargeDispute';

/** Longest plan whose charges are summed side by side. */
const mostSums = 5;

/**
 * All charges to choose from: penalties first, the rest folded by instalment. Disputed ones cannot be chosen and say when they
 * are answered.
 */
export function ChargeList({
  statement: { charges, disputes, instalments },
  query,
  isMissing,
}: {
  readonly statement: LoanStatement;
  readonly query: PageQuery;
  readonly isMissing: boolean;
}): ReactNode {
  const { language, market, currency, money, dates, key } = usePage();
  const text = useText(chargeDisputeText);
  const all = (charges ?? []).map((charge) => ({
    ...charge,
    dispute: disputes?.find(({ state, chargeId }) => state === 'open' && chargeId === charge.chargeId),
  }));
  const pickOf = ({ chargeId, kind, chargedMinor, dispute }: (typeof all)[number], note = ''): PickView => ({
    value: chargeId,
    label: chargeName(kind, language, currency),
    note: dispute ? fill(text.inReviewUntil, { date: dates.day(dispute.answerBy) }) : note,
    figure: money(chargedMinor),
    isOff: dispute !== undefined,
  });
  const words = paymentWords(market, language);
  const listFormat = new Intl.ListFormat(localeOf(language, market));
  const isPenalty = ({ kind }: (typeof all)[number]) => componentOfCharge[kind] === 'penalty';
  const penalties = all.filter(isPenalty);
  const rest = all.filter((charge) => !isPenalty(charge));
  const groups = instalments
    .map(({ sequence, dueDate }) => ({
      sequence,
      dueDate,
      charges: rest.filter((charge) => charge.sequence === sequence),
    }))
    .filter((group) => group.charges.length > 0);
  return (
    <form method="get" action={chargeDisputePath} className={styles.form}>
      {[...Object.entries(key), ...linkParameters(query), ['choose', '1'] as const].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <section>
        <fieldset aria-describedby={isMissing ? 'charge-error' : undefined}>
          <legend>{text.whichCharge}</legend>
          {isMissing && <FieldError id="charge-error">{text.chooseCharge}</FieldError>}
          {penalties.length > 0 && (
            <Picks
              name="charge"
              chosen=""
              picks={penalties.map((charge) =>
                pickOf(charge, fill(text.payment, { ...words, number: charge.sequence })),
              )}
            />
          )}
          {groups.map(({ sequence, dueDate, charges: its }) => (
            <details key={sequence} className={styles.group}>
              <Summary className={arrow.summary}>
                <span>
                  {fill(text.payment, { ...words, number: sequence })}
                  <small className={styles.parts}>
                    {listFormat.format(
                      its.map(({ kind }) => inSentence(chargeName(kind, language, currency))),
                    )}
                  </small>
                  {its.some(({ dispute }) => dispute) && (
                    <small className={styles.tag}>{text.inReview}</small>
                  )}
                </span>
                {groups.length <= mostSums && (
                  <b className="num">{money(addMinor(...its.map(({ chargedMinor }) => chargedMinor)))}</b>
                )}
              </Summary>
              <p className="hint">{fill(text.dueOn, { date: dates.day(dueDate) })}</p>
              <Picks name="charge" chosen="" picks={its.map((charge) => pickOf(charge))} />
            </details>
          ))}
        </fieldset>
      </section>
      <Pin above={<p className="hint center">{text.chooseLine}</p>}>
        <Button>{text.title}</Button>
      </Pin>
    </form>
  );
}

/** Lowercases the first letter, except of an abbreviation. */
function inSentence(name: string): string {
  return /^\p{Lu}\p{Lu}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}
