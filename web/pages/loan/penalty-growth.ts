import type { LoanStatement } from '#contract/calls/loan.ts';

/**
 * Growth of the penalty on an unpaid rest: from tomorrow, once it is late, not while a reported payment is looked for, or not at
 * all.
 */
export type PenaltyGrowth = 'growing' | 'once-late' | 'paused-by-claim' | 'standing-still';

export function penaltyGrowth(
  facts: Pick<LoanStatement, 'isPenaltyPaused' | 'dailyPenaltyMinor' | 'daysLate'> | null,
): PenaltyGrowth {
  if (facts?.isPenaltyPaused) return 'paused-by-claim';
  if (facts && facts.daysLate < 1) return 'once-late';
  return facts?.dailyPenaltyMinor === 0 ? 'standing-still' : 'growing';
}
