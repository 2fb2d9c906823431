import { expect, test } from 'vitest';
import { addDays, localDate } from '../calendar.ts';
import { minorAmount } from '../money/money.ts';
import { buildSchedule, type ScheduleTerms } from '../offer/schedule.ts';
import { earnedThrough } from './earned-charges.ts';

const terms: ScheduleTerms = {
  currency: 'MXN',
  instalmentCount: 4,
  instalmentDays: 30,
  annualInterestPpm: 180_000,
  feePpm: 60_000,
  vatPpm: 160_000,
  taxOn: ['interest', 'fee'],
};
const disbursedOn = localDate('2026-11-20');
const loan = { disbursedOn, terms };
const { instalments: plan } = buildSchedule(terms, minorAmount(500_000), disbursedOn);

test('[MONEY-5] a loan of 5,000.00 has earned half of its first payment on day 15 and nothing of the others', () => {
  expect(plan[0]).toMatchObject({ interestMinor: 7_397, feeMinor: 7_500, vatMinor: 2_384 });
  expect(earnedThrough(plan, loan, addDays(disbursedOn, 15))).toEqual([
    // 7,397 and 7,500 for 15 of 30 days, halves to the even one, and 16 % of their 7,448.
    { sequence: 1, interestMinor: 3_698, feeMinor: 3_750, vatMinor: 1_192 },
    ...[2, 3, 4].map((sequence) => ({ sequence, interestMinor: 0, feeMinor: 0, vatMinor: 0 })),
  ]);
});

test('[MONEY-5] before the payout and on its day nothing is earned, a day later one part of thirty', () => {
  for (const days of [-1, 0]) {
    const earned = earnedThrough(plan, loan, addDays(disbursedOn, days));
    expect(
      earned.flatMap(({ interestMinor, feeMinor, vatMinor }) => [interestMinor, feeMinor, vatMinor]),
    ).toEqual(new Array(12).fill(0));
  }
  expect(earnedThrough(plan, loan, addDays(disbursedOn, 1))[0]).toEqual({
    ...{ sequence: 1, interestMinor: 247, feeMinor: 250, vatMinor: 80 },
  });
});
