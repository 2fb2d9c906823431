import type { LoanStatement } from '#contract/calls/loan.ts';
import { addDays } from '#domain/calendar.ts';
import { chargeIdOf, unpaidOfCharges } from '#domain/loan/charge-dispute.ts';
import { isPayable } from '#domain/loan/loan-status.ts';
import { isPausedOn } from '#domain/loan/penalty-pause.ts';
import { statementOf } from '#domain/loan/statement.ts';
import { openCardPayment } from '../card-payment/store.ts';
import { shownDisputes } from '../charge-dispute/dispute-charge.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { chargesOfLoan } from '../ledger/charge-corrections.ts';
import type { CurrentLoan } from '../ledger/current-loan.ts';
import { loanPayments } from '../ledger/received-payments.ts';
import { shownClaims } from '../payment-claim/claim-payment.ts';

/** The one statement of a loan that every call about it sends; null before it is paid out and after it was sold. */
export async function loanStatement(
  { database, clock, now }: Pick<BorrowerContext, 'database' | 'clock' | 'now'>,
  { loan, instalments, today, pauses }: CurrentLoan,
): Promise<LoanStatement | null> {
  if (loan.disbursedOn === null || loan.status === 'sold') return null;
  const open = isPayable(loan.status) ? await openCardPayment(database, loan.id, clock.now()) : undefined;
  const payments = await loanPayments(database, loan.id, instalments);
  const { dueDate, ...statement } = statementOf(instalments, today, loan.terms);
  const charges = await chargesOfLoan(database, loan.id, instalments);
  const disputes = await shownDisputes(database, loan.id, { charges, pauses, now });
  const disputed = disputes.filter(({ state }) => state === 'open').map(({ chargeId }) => chargeId);
  const asked = instalments.filter(({ sequence }) => statement.dueSequences.includes(sequence));
  return {
    ...statement,
    dueDate: dueDate ?? '',
    heldMinor: loan.suspenseMinor,
    pendingMinor: open?.state === 'pending' ? open.amountMinor : null,
    payments: payments
      .map((payment) => ({ ...payment, paidAt: payment.paidAt.toISOString() }))
      .toSorted((a, b) => (a.paidAt < b.paidAt ? 1 : -1)),
    claims: isPayable(loan.status) ? await shownClaims(database, loan.id, now) : null,
    isPenaltyPaused: statement.dueSequences.length > 0 && isPausedOn(pauses, addDays(today, 1)),
    charges: charges.map((charge) => ({ chargeId: chargeIdOf(charge), ...charge })),
    disputes,
    disputedMinor: unpaidOfCharges(
      charges.filter((charge) => disputed.includes(chargeIdOf(charge))),
      asked,
    ),
  };
}
