import { amountFromText, amountInField } from '../money/amount-input.ts';
import { type Currency, type MinorAmount, zeroMinor } from '../money/money.ts';

/** The amount that an address asks to pay, checked against what is owed. */
export interface TypedAmount {
  /** Null where the address has none, or a wrong one. */
  readonly minor: MinorAmount | null;
  /** Why what was asked for cannot be paid. */
  readonly fault: 'not-an-amount' | 'too-much' | null;
}

/**
 * Reads the amount of an address.
 * @param typed as the borrower wrote it; empty for none.
 * @param largestMinor the most that may be paid today; null where the backend does not say.
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

/** What a field for the amount has at first: a wrong one as it was written, else the one that is shown. */
export function amountFieldValue(
  { fault }: TypedAmount,
  typed: string,
  shownMinor: MinorAmount,
  currency: Currency | null,
): string {
  return fault === null ? amountInField(shownMinor, currency) : typed.slice(0, 60);
}
