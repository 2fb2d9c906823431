import { markets } from '#markets/markets.ts';
import { type Currency, type MinorAmount, minorAmount, zeroMinor } from './money.ts';

/**
 * Largest amount accepted from outside, in minor units by currency: nine digits before the decimal mark, a thousand times any loan.
 * 90,000 such amounts sum within 2^53-1, and no loan has so many, so no sum of accepted amounts is refused (MONEY-3). A call with more is
 * refused; a provider's report of more waits for staff.
 */
export const amountMaxMinor = Object.fromEntries(
  Object.values(markets).map(({ currency, amountMaxMinor }) => [currency.code, minorAmount(amountMaxMinor)]),
) as Readonly<Record<Currency, MinorAmount>>;

/** For an unknown currency: the largest of all. */
export const anyAmountMaxMinor: MinorAmount = minorAmount(Math.max(...Object.values(amountMaxMinor)));

export function isWithinBound(amountMinor: MinorAmount, currency: Currency): boolean {
  return amountMinor <= amountMaxMinor[currency];
}

/**
 * Rows whose amounts can be added, and their sum in minor units; leaves out amounts above the limit and those that would exceed ±(2^53-1)
 * (MONEY-3). Never throws.
 */
export function addableRows<Row>(
  rows: readonly Row[],
  amountOf: (row: Row) => MinorAmount,
): { readonly rows: readonly Row[]; readonly sumMinor: MinorAmount } {
  let sumMinor = zeroMinor;
  const added = rows.filter((row) => {
    const amountMinor = amountOf(row);
    const nextMinor = sumMinor + amountMinor;
    if (Math.abs(amountMinor) > anyAmountMaxMinor || !Number.isSafeInteger(nextMinor)) return false;
    sumMinor = minorAmount(nextMinor);
    return true;
  });
  return { rows: added, sumMinor };
}
