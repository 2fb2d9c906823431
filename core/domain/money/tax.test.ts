import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marketOf } from '../market.ts';
import { addMinor, applyPpm, minorAmount } from './money.ts';
import { taxOf } from './tax.ts';

const amount = fc.integer({ min: 0, max: 1_000_000_000_000 }).map(minorAmount);
const vatPpm = fc.integer({ min: 0, max: 1_000_000 });
const taxOn = fc.subarray(['interest', 'fee'] as const);

test('a tax is its rate on the sum of what it is on, and on nothing else', () => {
  fc.assert(
    fc.property(vatPpm, taxOn, amount, amount, (rate, on, interest, fee) => {
      const base = addMinor(...on.map((charge) => ({ interest, fee })[charge]));
      expect(taxOf({ vatPpm: rate, taxOn: on }, { interest, fee })).toBe(applyPpm(base, rate));
    }),
  );
});

test('the tax of Mexico is 16 % on interest and fees (LEGAL-3); that of India 18 % on fees', () => {
  expect(marketOf.MX.tax).toEqual({ ratePpm: 160_000, on: ['interest', 'fee', 'extension-fee'] });
  expect(marketOf.IN.tax).toEqual({ ratePpm: 180_000, on: ['fee', 'extension-fee'] });
});
