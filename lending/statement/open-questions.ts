import type { LoanQuestions } from '#contract/desk.ts';
import type { Queryable } from '#db/database.ts';
import type { InstalmentRecord } from '#domain/booking/state.ts';
import { disputeAnswerBy } from '#domain/loan/charge-dispute.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { claimAnswerBy } from '#domain/repayment/payment-claim.ts';
import { disputesOf } from '../charge-dispute/store.ts';
import { chargesOfLoan } from '../ledger/charges.ts';
import type { LoanOf } from '../ledger/loans.ts';
import { claimsOf } from '../payment-claim/store.ts';

/**
 * What a borrower said of a loan that nobody answered yet, oldest first.
 * @param records the loan's instalments as they are now.
 */
export async function openQuestionsOf(
  database: Queryable,
  loan: LoanOf,
  records: readonly InstalmentRecord[],
): Promise<LoanQuestions> {
  const open = (await disputesOf(database, loan)).filter(({ state }) => state === 'open');
  const charges = open.length === 0 ? [] : await chargesOfLoan(database, loan, records);
  const waiting = (await claimsOf(database, loan)).filter(({ state }) => state === 'waiting');
  return {
    openDisputes: open.toReversed().map(({ id, sequence, kind, filedAt }) => {
      const charge = charges.find((each) => each.sequence === sequence && each.kind === kind);
      return {
        ...{ disputeId: id, sequence, kind, amountMinor: charge?.chargedMinor ?? zeroMinor },
        ...{ filedAt, answerBy: disputeAnswerBy(filedAt) },
      };
    }),
    waitingClaims: waiting.toReversed().map(({ id, amountMinor, paidOn, channel, claimedAt }) => ({
      ...{ claimId: id, amountMinor, paidOn, channel, claimedAt },
      answerBy: claimAnswerBy(claimedAt),
    })),
  };
}
