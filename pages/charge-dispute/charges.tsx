import type { ReactNode } from 'react';
import { chargeDisputeText, chargeName } from '#content/messages/charge-dispute.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import { Fold } from '#ui/figures/fold.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { usePage, useText } from '../page-context.tsx';

/** Where one disputes a charge, and takes that back. */
export const chargeDisputePath = '/chargeDispute';

/**
 * What was charged to each payment of the plan beside what was lent; each charge is disputed from its row. Those asked for now are
 * open. Nothing where the backend takes no such word.
 */
export function Charges({
  statement: { charges, disputes, instalments, dueSequences },
}: {
  readonly statement: LoanStatement;
}): ReactNode {
  const { language, currency, money, dates, key, link } = usePage();
  const text = useText(chargeDisputeText);
  if (!charges || charges.length === 0) return null;
  const rowsOf = (sequence: number) =>
    charges
      .filter((charge) => charge.sequence === sequence)
      .map(({ chargeId, kind, chargedMinor }): Row => {
        const isDisputed = disputes?.some((each) => each.state === 'open' && each.chargeId === chargeId);
        const label = chargeName(kind, language, currency);
        const amount = money(chargedMinor);
        const said = { charge: label, amount, number: sequence };
        return {
          label,
          value: (
            <>
              {amount}
              <br />
              <a
                href={link(chargeDisputePath, { ...key, charge: chargeId })}
                aria-label={fill(isDisputed ? text.inReviewOf : text.disagreeWith, said)}
              >
                {isDisputed ? text.inReview : text.disagree}
              </a>
            </>
          ),
        };
      });
  return (
    <section id="charges">
      <h2>{text.charges}</h2>
      <p className="hint">{text.chargesLine}</p>
      {instalments.map(({ sequence, dueDate }) => {
        const rows = rowsOf(sequence);
        if (rows.length === 0) return null;
        return (
          <Fold
            key={sequence}
            title={fill(text.ofPayment, { number: sequence, date: dates.day(dueDate) })}
            isOpen={dueSequences.includes(sequence)}
          >
            <Rows rows={rows} />
          </Fold>
        );
      })}
    </section>
  );
}
