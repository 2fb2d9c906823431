import type { LoanDetail, LoanStatement, ReceivedPayment } from '#contract/calls/loan.ts';
import { type LoanCircumstances, quietDays } from '#domain/loan/loan-view.ts';
import { isAllClaimed } from '#domain/repayment/payment-claim.ts';
import { hasLetter } from './closure-letter.tsx';
import { isBeingConfirmed } from './received.tsx';

/** Period after an event in which the page reports it, by the loan's own day. */
const newsMs = 3 * 86_400_000;

/** The newest payment of the last three days; null for none. */
export function recentPayment({ statement }: Pick<LoanDetail, 'statement'>): ReceivedPayment | null {
  const newest = statement?.payments[0];
  if (!statement || !newest) return null;
  return Date.parse(statement.today) - Date.parse(newest.paidAt) > newsMs ? null : newest;
}

export function circumstancesOf(loan: LoanDetail): LoanCircumstances {
  const { balance, statement, usualWay } = loan;
  return {
    isCardPending: statement !== null && isBeingConfirmed(statement),
    isClaimed: statement !== null && isAllClaimed(statement.claims ?? [], statement.dueMinor),
    hasVoucher: usualWay?.waitsUntil != null,
    hasNews: recentPayment(loan) !== null,
    isPaidUp: statement !== null && isPaidUp(statement),
    hasCredit: statement !== null && statement.heldMinor > 0,
    hasLetter: hasLetter(loan),
    // A sold loan has no balance here: the debt belongs to another company.
    isSold: statement !== null && balance === null,
  };
}

/** Whether payments were made, the next one is neither partly paid nor late, and due in more than `quietDays`. */
function isPaidUp({ payments, receivedMinor, dueMinor, dueDate, today }: LoanStatement): boolean {
  if (payments.length === 0 || receivedMinor > 0 || dueMinor <= 0) return false;
  return (Date.parse(dueDate) - Date.parse(today)) / 86_400_000 > quietDays;
}
