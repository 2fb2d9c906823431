import { amountFromText, amountInField } from '../money/amount-input.ts';
import { type Currency, type MinorAmount, zeroMinor } from '../money/money.ts';

export interface TypedAmount {
  /** Null if absent or invalid. */
  readonly minor: MinorAmount | null;
  readonly fault: 'not-an-amount' | 'too-much' | null;
}

/**
 * @param typed by the borrower; empty for none.
 * @param largestMinor the most that may be paid today; null if unknown.
 */
export function parseTypedAmount(
  typed: string,
  largestMinor: MinorAmount | null,
  currency: Currency | null,
): TypedAmount {
  if (typed === '') return { minor: null, fault: null };
  const minor = amountFromText(typed, currency);
  if (minor === null || minor <= zeroMinor) return { minor: null, fault: 'not-an-amount' };
  const isTooMuch = largestMinor !== null && minor > largestMinor;
  return isTooMuch ? { minor: null, fault: 'too-much' } : { minor, fault: null };
}

export function amountFieldValue(
  { fault }: TypedAmount,
  typed: string,
  shownMinor: MinorAmount,
  currency: Currency | null,
): string {
  return fault === null ? amountInField(shownMinor, currency) : typed.slice(0, 60);
}
