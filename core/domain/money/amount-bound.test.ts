import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addableRows, amountMaxMinor, anyAmountMaxMinor, isWithinBound } from './amount-bound.ts';
import { amountFromText } from './amount-input.ts';
import { addMinor, minorAmount, multiplyRatio } from './money.ts';

const currencies = ['MXN', 'INR'] as const;
const itself = (amount: ReturnType<typeof minorAmount>) => amount;

test.each(currencies)('[MONEY-3] 90,000 amounts of %s that may come in add up exactly', (currency) => {
  const largest = amountMaxMinor[currency];
  expect(multiplyRatio(largest, 90_000, 1)).toBe(90_000 * largest);
  const within = fc.integer({ min: -largest, max: largest }).map(minorAmount);
  fc.assert(
    fc.property(fc.array(within, { maxLength: 500 }), (amounts) => {
      const exact = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
      expect(BigInt(addMinor(...amounts))).toBe(exact);
      expect(addableRows(amounts, itself)).toEqual({ rows: amounts, sumMinor: Number(exact) });
    }),
  );
});

test('[MONEY-3] whatever the amounts are, rows that can be added add up, and those that may come in are never left out for others', () => {
  const absurd = fc.oneof(
    fc.maxSafeInteger(),
    fc.constantFrom(Number.MAX_SAFE_INTEGER, anyAmountMaxMinor + 1),
  );
  const small = fc.integer({ min: 0, max: anyAmountMaxMinor });
  fc.assert(
    fc.property(fc.array(fc.oneof(absurd, small).map(minorAmount), { maxLength: 200 }), (amounts) => {
      const { rows, sumMinor } = addableRows(amounts, itself);
      expect(rows).toEqual(amounts.filter((amount) => Math.abs(amount) <= anyAmountMaxMinor));
      expect(BigInt(sumMinor)).toBe(rows.reduce((sum, amount) => sum + BigInt(amount), 0n));
    }),
  );
  const full = minorAmount(anyAmountMaxMinor);
  const many = addableRows(Array<typeof full>(90_073).fill(full), itself);
  expect([many.rows.length, many.sumMinor]).toEqual([90_071, 90_071 * full]);
});

test.each(currencies)('of %s as much comes in as a field takes', (currency) => {
  expect(amountFromText('999999999.99', currency)).toBe(amountMaxMinor[currency]);
  expect(amountFromText('1000000000', currency)).toBe(null);
  expect(isWithinBound(amountMaxMinor[currency], currency)).toBe(true);
  expect(isWithinBound(minorAmount(amountMaxMinor[currency] + 1), currency)).toBe(false);
});
