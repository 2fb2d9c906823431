import type { LoanQuestions } from '#contract/desk.ts';
import { chargesOfLoan } from '#domain/booking/charge-list.ts';
import { disputeAnswerBy } from '#domain/loan/charge-dispute.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { claimAnswerBy } from '#domain/repayment/payment-claim.ts';
import type { LoanCourse } from '../ledger/loan-course.ts';

export function openQuestionsOf(course: LoanCourse): LoanQuestions {
  const charges = chargesOfLoan(course);
  const open = course.disputes.filter(({ state }) => state === 'open');
  const waiting = course.claims.filter(({ state }) => state === 'waiting');
  return {
    openDisputes: open.toReversed().map(({ id, sequence, kind, filedAt }) => {
      const charge = charges.find((each) => each.sequence === sequence && each.kind === kind);
      return {
        disputeId: id,
        sequence,
        kind,
        amountMinor: charge?.chargedMinor ?? zeroMinor,
        filedAt,
        answerBy: disputeAnswerBy(filedAt),
      };
    }),
    waitingClaims: waiting.toReversed().map(({ id, amountMinor, paidOn, channel, claimedAt }) => ({
      claimId: id,
      amountMinor,
      paidOn,
      channel,
      claimedAt,
      answerBy: claimAnswerBy(claimedAt),
    })),
  };
}
