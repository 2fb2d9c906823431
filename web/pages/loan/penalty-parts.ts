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
