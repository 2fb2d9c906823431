import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { allMarkets, currencyOf, marketOf } from '../market.ts';
import { buildSchedule } from '../offer/schedule.ts';
import { addMinor, applyPpm, minorAmount, subtractMinor, zeroMinor } from './money.ts';
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

test('terms that do not say what their tax is on bear it on interest and fee', () => {
  fc.assert(
    fc.property(vatPpm, amount, amount, (rate, interest, fee) => {
      const said = { vatPpm: rate, taxOn: ['interest', 'fee'] } as const;
      expect(taxOf({ vatPpm: rate }, { interest, fee })).toBe(taxOf(said, { interest, fee }));
    }),
  );
});

test('taken apart, the taxes of charges differ from the tax of their sum by no more than a minor unit', () => {
  fc.assert(
    fc.property(vatPpm, amount, amount, (rate, interest, fee) => {
      const apart = addMinor(taxOf({ vatPpm: rate }, { interest }), taxOf({ vatPpm: rate }, { fee }));
      expect(Math.abs(subtractMinor(apart, taxOf({ vatPpm: rate }, { interest, fee })))).toBeLessThanOrEqual(
        1,
      );
    }),
  );
});

const loanTerms = fc.record({
  instalmentCount: fc.integer({ min: 1, max: 52 }),
  instalmentDays: fc.integer({ min: 1, max: 60 }),
  annualInterestPpm: fc.integer({ min: 0, max: 3_000_000 }),
  feePpm: fc.integer({ min: 0, max: 500_000 }),
});
const start = localDate('2026-11-20');

test.each(allMarkets)('a loan of %s bears the tax of its market at its rate', (market) => {
  const { ratePpm, on } = marketOf[market].tax;
  const taxed: readonly string[] = on;
  const principal = fc.integer({ min: 1, max: 10_000_000 }).map(minorAmount);
  fc.assert(
    fc.property(loanTerms, principal, (random, principalMinor) => {
      const terms = { ...random, currency: currencyOf(market), vatPpm: ratePpm, taxOn: on };
      const { interestMinor, feeMinor, vatMinor } = buildSchedule(terms, principalMinor, start);
      const base = addMinor(
        taxed.includes('interest') ? interestMinor : zeroMinor,
        taxed.includes('fee') ? feeMinor : zeroMinor,
      );
      expect(vatMinor).toBe(applyPpm(base, ratePpm));
    }),
  );
});

test('the tax of Mexico is 16 % on interest and fees (LEGAL-3); that of India 18 % on fees', () => {
  expect(marketOf.MX.tax).toEqual({ ratePpm: 160_000, on: ['interest', 'fee', 'extension-fee'] });
  expect(marketOf.IN.tax).toEqual({ ratePpm: 180_000, on: ['fee', 'extension-fee'] });
});
