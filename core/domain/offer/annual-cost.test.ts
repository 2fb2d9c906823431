import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { minorAmount } from '../money/money.ts';
import { annualCostProblems, annualPercentageRate, catWithoutVat, formatPercent } from './annual-cost.ts';
import { buildSchedule, type ScheduleTerms } from './schedule.ts';

const terms: ScheduleTerms = {
  currency: 'MXN',
  instalmentCount: 4,
  instalmentDays: 30,
  annualInterestPpm: 180_000,
  feePpm: 60_000,
  vatPpm: 160_000,
};
const start = localDate('2026-11-20');
const reference = buildSchedule(terms, minorAmount(500_000), start);

test('the reference loan has a CAT of 58,1 % without VAT', () => {
  expect(formatPercent(catWithoutVat(reference), 1, 'es', 'dot')).toBe('58,1\u00a0%');
});

test('the CAT leaves VAT out', () => {
  const withoutVat = buildSchedule({ ...terms, vatPpm: 0 }, minorAmount(500_000), start);
  expect(catWithoutVat(reference)).toBe(catWithoutVat(withoutVat));
});

test('one payment after a year has the CAT of its cost', () => {
  const oneYear = { ...terms, instalmentCount: 1, instalmentDays: 365, feePpm: 0 };
  expect(catWithoutVat(buildSchedule(oneYear, minorAmount(1_000_000), start))).toBe(180_000);
});

test('the annual percentage rate is nominal and counts tax', () => {
  const oneYear = { ...terms, instalmentCount: 1, instalmentDays: 365 };
  expect(annualPercentageRate(buildSchedule(oneYear, minorAmount(1_000_000), start))).toBe(278_400);
  const interestOnly = { ...terms, feePpm: 0, vatPpm: 0 };
  const rate = annualPercentageRate(buildSchedule(interestOnly, minorAmount(500_000_000), start));
  expect(rate).toBeGreaterThanOrEqual(179_998);
  expect(rate).toBeLessThanOrEqual(180_002);
});

test('the annual percentage rate makes the payments worth the amount received', () => {
  const periodic = annualPercentageRate(reference) / 1_000_000 / (365 / 30);
  const worth = reference.instalments.reduce(
    (sum, each) => sum + each.totalMinor / (1 + periodic) ** each.sequence,
    0,
  );
  expect(Math.abs(worth - 500_000)).toBeLessThan(1);
});

test('a loan without cost has a rate of 0', () => {
  const free = buildSchedule({ ...terms, annualInterestPpm: 0, feePpm: 0 }, minorAmount(500_000), start);
  expect(catWithoutVat(free)).toBe(0);
  expect(annualPercentageRate(free)).toBe(0);
});

test('a yearly cost above what is worked out shows as more than that, and is no product’s', () => {
  // Nearly the whole principal again within a day, a million times over in a year.
  const daily = {
    ...terms,
    market: 'MX' as const,
    instalmentCount: 91,
    instalmentDays: 1,
    feePpm: 1_000_000,
  };
  const schedule = buildSchedule({ ...daily, annualInterestPpm: 100_000_000 }, minorAmount(500_000), start);
  const cat = catWithoutVat(schedule);
  expect(formatPercent(cat, 1, 'es', 'dot')).toBe('más de 104857600,0\u00a0%');
  expect(formatPercent(cat, 1, 'en', 'locale')).toBe('more than 104857600.0\u00a0%');
  expect(annualCostProblems({ ...daily, annualInterestPpm: 100_000_000 })).toHaveLength(1);
  expect(annualCostProblems({ ...terms, market: 'MX' })).toEqual([]);
});

test('a higher fee never has a lower rate', () => {
  const fee = fc.integer({ min: 0, max: 400_000 });
  fc.assert(
    fc.property(fee, fee, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map((feePpm) =>
        buildSchedule({ ...terms, feePpm }, minorAmount(500_000), start),
      );
      if (low === undefined || high === undefined) throw new Error('two schedules were built');
      expect(catWithoutVat(low)).toBeLessThanOrEqual(catWithoutVat(high));
      expect(annualPercentageRate(low)).toBeLessThanOrEqual(annualPercentageRate(high));
    }),
  );
});

test.each([
  [581_000, 1, 'es', 'dot', '58,1\u00a0%'],
  [580_950, 1, 'es', 'dot', '58,1\u00a0%'],
  [580_499, 1, 'es', 'dot', '58,0\u00a0%'],
  [180_000, 0, 'en', 'dot', '18\u00a0%'],
  [65, 4, 'es', 'dot', '0,0065\u00a0%'],
  [65, 4, 'en', 'locale', '0.0065\u00a0%'],
  [12_345_678, 2, 'es', 'dot', '1234,57\u00a0%'],
  [-5_000, 1, 'es', 'dot', '-0,5\u00a0%'],
  [0, 1, 'es', 'dot', '0,0\u00a0%'],
] as const)(
  '[MONEY-2] %i ppm with %i decimals in %s, %s, shows %s',
  (ppm, decimals, language, style, shown) => {
    expect(formatPercent(ppm, decimals, language, style)).toBe(shown);
  },
);

test.each([
  [180_000, '18\u00a0%'],
  [125_000, '12,5\u00a0%'],
  [493, '0,0493\u00a0%'],
  [0, '0\u00a0%'],
])('[MONEY-2] %i ppm shows exactly as %s', (ppm, shown) => {
  expect(formatPercent(ppm, 'exact', 'es', 'dot')).toBe(shown);
});
