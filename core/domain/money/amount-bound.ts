import { markets } from '#markets/markets.ts';
import { type Currency, type MinorAmount, minorAmount, zeroMinor } from './money.ts';

/**
 * The most that one amount may be which comes in from outside, in minor units of its currency: a payment, a price, a claim. It is what a
 * field takes, nine digits before the decimal mark, and a thousand times any loan. Sums are why there is one: 90,000 amounts of it add up
 * within 2^53-1, and no loan has so many, so that no sum of what was let in is refused (MONEY-3). What was reported beyond it is no money
 * that anybody paid: a call is refused with it, and a provider's report waits for a person.
 */
export const amountMaxMinor = Object.fromEntries(
  Object.values(markets).map(({ currency, amountMaxMinor }) => [currency.code, minorAmount(amountMaxMinor)]),
) as Readonly<Record<Currency, MinorAmount>>;

/** The same where no currency is known: the largest of all. */
export const anyAmountMaxMinor: MinorAmount = minorAmount(Math.max(...Object.values(amountMaxMinor)));

/** Whether an amount may come in. */
export function isWithinBound(amountMinor: MinorAmount, currency: Currency): boolean {
  return amountMinor <= amountMaxMinor[currency];
}

/**
 * The rows whose amounts can be added, and their sum in minor units: those beyond what may come in are left out, whatever stands beside
 * them, and those that would take the sum beyond ±(2^53-1) (MONEY-3). Never throws.
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
