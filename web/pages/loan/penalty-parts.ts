import type { LoanStatement } from '#contract/calls/loan.ts';
import { lateFeeIn } from '#domain/loan/charge-dispute.ts';
import { type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';

/**
 * The penalties asked for, by the day and once for being late at all. Where the backend does not tell its charges apart, all of them
 * stand by the day.
 */
export function penaltyParts(
  penaltyMinor: MinorAmount,
  statement: LoanStatement | null,
): { readonly byDayMinor: MinorAmount; readonly lateFeeMinor: MinorAmount } {
  const feeMinor = statement ? lateFeeIn(statement.charges, statement.dueSequences) : zeroMinor;
  const lateFeeMinor = minorAmount(Math.min(feeMinor, penaltyMinor));
  return { byDayMinor: subtractMinor(penaltyMinor, lateFeeMinor), lateFeeMinor };
}
