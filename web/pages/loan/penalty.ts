import type { LoanStatement } from '#contract/calls/loan.ts';
import { lateFeeIn } from '#domain/loan/charge-dispute.ts';
import { type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';

/** Splits the penalty into daily penalties and late fees; without separate charges, all of it is daily. */
export function penaltyParts(
  penaltyMinor: MinorAmount,
  statement: LoanStatement | null,
): { readonly byDayMinor: MinorAmount; readonly lateFeeMinor: MinorAmount } {
  const feeMinor = statement ? lateFeeIn(statement.charges, statement.dueSequences) : zeroMinor;
  const lateFeeMinor = minorAmount(Math.min(feeMinor, penaltyMinor));
  return { byDayMinor: subtractMinor(penaltyMinor, lateFeeMinor), lateFeeMinor };
}

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
