import type { LoanStatement } from '#contract/calls/loan.ts';

/**
 * What becomes of the penalty on what is left unpaid: it adds up from tomorrow on, once its date has passed, not while a payment
 * that the borrower told of is looked for, or not for now.
 */
export type PenaltyGrowth = 'growing' | 'once-late' | 'paused-by-claim' | 'standing-still';

/** What becomes of the penalty of a loan; one that nothing is known of grows. */
export function penaltyGrowth(
  facts: Pick<LoanStatement, 'isPenaltyPaused' | 'dailyPenaltyMinor' | 'daysLate'> | null,
): PenaltyGrowth {
  if (facts?.isPenaltyPaused) return 'paused-by-claim';
  if (facts && facts.daysLate < 1) return 'once-late';
  return facts?.dailyPenaltyMinor === 0 ? 'standing-still' : 'growing';
}
