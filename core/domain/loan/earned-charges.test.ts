import fc from 'fast-check';
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

const anyLoan = fc
  .record({
    terms: fc.record({
      currency: fc.constantFrom('MXN' as const, 'INR' as const),
      instalmentCount: fc.integer({ min: 1, max: 12 }),
      instalmentDays: fc.integer({ min: 1, max: 120 }),
      annualInterestPpm: fc.integer({ min: 0, max: 3_000_000 }),
      feePpm: fc.integer({ min: 0, max: 500_000 }),
      vatPpm: fc.integer({ min: 0, max: 250_000 }),
      taxOn: fc.subarray(['interest' as const, 'fee' as const]),
    }),
    principalMinor: fc.integer({ min: 1, max: 100_000_000 }).map(minorAmount),
  })
  .map((each) => ({ ...each, schedule: buildSchedule(each.terms, each.principalMinor, disbursedOn) }));

test('[MONEY-5] what is earned never falls with days, never exceeds the plan, and is all of it at each due date', () => {
  fc.assert(
    fc.property(anyLoan, fc.integer({ min: -3, max: 1_500 }), ({ terms: quoted, schedule }, days) => {
      const on = (day: number) =>
        earnedThrough(schedule.instalments, { disbursedOn, terms: quoted }, addDays(disbursedOn, day));
      const today = on(days);
      const tomorrow = on(days + 1);
      for (const [index, period] of schedule.instalments.entries()) {
        for (const part of ['interestMinor', 'feeMinor', 'vatMinor'] as const) {
          const earnedMinor = today[index]?.[part] ?? Number.NaN;
          expect(earnedMinor).toBeGreaterThanOrEqual(0);
          expect(earnedMinor).toBeLessThanOrEqual(tomorrow[index]?.[part] ?? Number.NaN);
          expect(earnedMinor).toBeLessThanOrEqual(period[part]);
          if (days <= index * quoted.instalmentDays) expect(earnedMinor).toBe(0);
          if (days >= (index + 1) * quoted.instalmentDays) expect(earnedMinor).toBe(period[part]);
        }
      }
    }),
  );
});

test('[MONEY-5] interest and fee are earned in equal parts a day, to within one minor unit', () => {
  fc.assert(
    fc.property(anyLoan, fc.nat({ max: 119 }), ({ terms: quoted, schedule }, days) => {
      fc.pre(days < quoted.instalmentDays);
      const [earned] = earnedThrough(
        schedule.instalments,
        { disbursedOn, terms: quoted },
        addDays(disbursedOn, days),
      );
      const [first] = schedule.instalments;
      const shareOf = (chargedMinor = 0) => (chargedMinor * days) / quoted.instalmentDays;
      expect(Math.abs((earned?.interestMinor ?? 0) - shareOf(first?.interestMinor))).toBeLessThanOrEqual(0.5);
      expect(Math.abs((earned?.feeMinor ?? 0) - shareOf(first?.feeMinor))).toBeLessThanOrEqual(0.5);
    }),
  );
});
