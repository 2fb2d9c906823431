import type { DearExtension, LoanStatement } from '#contract/calls/loan.ts';
import { chargesOfLoan } from '#domain/booking/charge-list.ts';
import { pricedExtension } from '#domain/booking/extension.ts';
import { nextDayPenalty } from '#domain/booking/penalties.ts';
import { prepaymentRule } from '#domain/booking/prepayment.ts';
import { type AmountDue, noAmountDue } from '#domain/booking/settlement.ts';
import type { InstalmentRecord } from '#domain/booking/state.ts';
import { addDays } from '#domain/calendar.ts';
import { isExtensionOffered } from '#domain/extension/extension-price.ts';
import { chargeIdOf, unpaidOfCharges } from '#domain/loan/charge-dispute.ts';
import { isPayable, isRunning } from '#domain/loan/loan-status.ts';
import { penaltyMaxOfPayments } from '#domain/loan/penalty-cap.ts';
import { isPausedOn } from '#domain/loan/penalty-pause.ts';
import { statementOf } from '#domain/loan/statement.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { openCardPaymentIn } from '../card-payment/store.ts';
import { shownDisputes } from '../charge-dispute/dispute-charge.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';
import { receiptCheckCode } from '../ledger/receipts.ts';
import { loanPayments } from '../ledger/received-payments.ts';
import { shownNewPlans } from '../new-plan/answer-plan.ts';
import { shownClaims } from '../payment-claim/claim-payment.ts';

/**
 * The statement of a loan in every call about it; null before its payout. For a sold loan it has received payments and open questions only:
 * the rest is owed to the buyer. @param asked the amount due today (`amountDueOn`).
 */
export function loanStatement(
  { clock, now, configuration }: Pick<BorrowerContext, 'clock' | 'now' | 'configuration'>,
  current: CurrentLoan,
  asked: AmountDue,
): LoanStatement | null {
  const { loan, today, refunds } = current;
  if (loan.disbursedOn === null) return null;
  const isSold = loan.status === 'sold';
  const instalments = isSold ? current.instalments.map(asPaid) : current.instalments;
  const pauses = isSold ? [] : current.pauses;
  const open = isPayable(loan.status) ? openCardPaymentIn(current, clock.now()) : undefined;
  const { orderNumber, currency } = loan;
  const { payments, reversed } = loanPayments(current);
  const { dueDate, ...statement } = statementOf(instalments, today, {
    allowsPrepayment: loan.terms.allowsPrepayment,
    ...(isSold ? noAmountDue : asked),
  });
  const charges = chargesOfLoan(current);
  const disputes = shownDisputes({ ...current, pauses }, charges, now);
  const disputed = disputes.filter(({ state }) => state === 'open').map(({ chargeId }) => chargeId);
  const dueInstalments = instalments.filter(({ sequence }) => statement.dueSequences.includes(sequence));
  return {
    ...statement,
    dueDate: dueDate ?? '',
    heldMinor: loan.suspenseMinor,
    prepayment: loan.terms.allowsPrepayment && isRunning(loan.status) ? prepaymentRule(current) : null,
    pendingMinor: open?.state === 'pending' ? open.amountMinor : null,
    isPendingToExtend: open?.state === 'pending' && open.purpose === 'extend',
    payments: payments
      .toReversed()
      .sort((a, b) => b.paidAt.getTime() - a.paidAt.getTime())
      .map((payment) => ({
        ...payment,
        paidAt: payment.paidAt.toISOString(),
        // A payment after the sale settled nothing, and nothing was owed here by then.
        owedAfterMinor: isSold && payment.parts.length === 0 ? zeroMinor : payment.owedAfterMinor,
        checkCode: receiptCheckCode({ ...payment, orderNumber, currency }, configuration.masterSecrets[0]),
      })),
    refunds: refunds
      .filter(({ failedAt }) => failedAt === null)
      .map(({ amountMinor, requestedAt, sentAt }) => ({
        amountMinor,
        requestedAt: requestedAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      })),
    reversedPayments: reversed.map(({ paymentId, amountMinor, paidAt, reversedAt }) => ({
      paymentId,
      amountMinor,
      paidAt: paidAt.toISOString(),
      reversedAt: reversedAt.toISOString(),
    })),
    claims: isPayable(loan.status) || isSold ? shownClaims(current, now) : null,
    isPenaltyPaused: statement.dueSequences.length > 0 && isPausedOn(pauses, addDays(today, 1)),
    dailyPenaltyMinor: nextDayPenalty(current),
    penaltyMaxMinor: isSold ? null : penaltyMaxOfPayments(loan, statement.dueSequences),
    charges: isSold ? null : charges.map((charge) => ({ chargeId: chargeIdOf(charge), ...charge })),
    disputes,
    disputedMinor: unpaidOfCharges(
      charges.filter((charge) => disputed.includes(chargeIdOf(charge))),
      dueInstalments,
    ),
    dearExtension: dearExtensionOf(current),
    newPlans: isSold ? [] : shownNewPlans(current),
  };
}

/** An instalment of a sold loan: nothing of it can be paid here. */
function asPaid(record: InstalmentRecord): InstalmentRecord {
  return { ...record, charged: record.paid };
}

/** The price of an extension that would be offered if it did not cost too much; null otherwise. */
function dearExtensionOf({ loan, instalments, today }: CurrentLoan): DearExtension | null {
  const priced = pricedExtension(loan, instalments, today);
  if (typeof priced === 'string' || !priced.isTooDear) return null;
  const { offer, fromDueDate } = priced.extension;
  if (!isExtensionOffered(fromDueDate, today)) return null;
  const { days, feeMinor, vatMinor, payTodayMinor } = offer;
  return { days, feeMinor, vatMinor, payTodayMinor };
}
