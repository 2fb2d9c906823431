import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, localDate } from '../calendar.ts';
import { addMinor, applyPpm, MoneyError, minorAmount } from '../money/money.ts';
import { buildSchedule, type Instalment, redate, type Schedule, type ScheduleTerms } from './schedule.ts';

const terms: ScheduleTerms = {
  currency: 'MXN',
  instalmentCount: 4,
  instalmentDays: 30,
  annualInterestPpm: 180_000,
  feePpm: 60_000,
  vatPpm: 160_000,
};

test('a loan of 5,000.00 over four months of 30 days costs 562.52', () => {
  const schedule = buildSchedule(terms, minorAmount(500_000), localDate('2026-11-20'));
  expect(schedule.instalments.map((each) => [each.dueDate, each.totalMinor])).toEqual([
    ['2026-12-20', 142_281],
    ['2027-01-19', 140_136],
    ['2027-02-18', 137_991],
    ['2027-03-20', 135_844],
  ]);
  expect(schedule).toMatchObject({
    interestMinor: 18_493,
    feeMinor: 30_000,
    vatMinor: 7_759,
    costMinor: 56_252,
    totalMinor: 556_252,
  });
});

const anyTerms: fc.Arbitrary<ScheduleTerms> = fc.record({
  currency: fc.constantFrom('MXN', 'INR'),
  instalmentCount: fc.integer({ min: 1, max: 52 }),
  instalmentDays: fc.integer({ min: 1, max: 365 }),
  annualInterestPpm: fc.integer({ min: 0, max: 3_000_000 }),
  feePpm: fc.integer({ min: 0, max: 500_000 }),
  vatPpm: fc.integer({ min: 0, max: 300_000 }),
});
const anyPrincipal = fc
  .oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 1_000_000_000_000 }))
  .map(minorAmount);

function forAnySchedule(check: (schedule: Schedule, terms: ScheduleTerms) => void) {
  fc.assert(
    fc.property(anyTerms, anyPrincipal, (random, principal) =>
      check(buildSchedule(random, principal, localDate('2026-11-20')), random),
    ),
    { numRuns: 500 },
  );
}

function sumOf(schedule: Schedule, part: keyof Instalment & `${string}Minor`) {
  return addMinor(...schedule.instalments.map((each) => each[part]));
}

test('every figure of a schedule is the sum of its instalments, and each total the sum of its parts, none of them negative', () => {
  forAnySchedule((schedule) => {
    for (const part of ['principalMinor', 'interestMinor', 'feeMinor', 'vatMinor', 'totalMinor'] as const) {
      expect(sumOf(schedule, part)).toBe(schedule[part]);
    }
    for (const each of schedule.instalments) {
      const { principalMinor, interestMinor, feeMinor, vatMinor } = each;
      expect(Math.min(principalMinor, interestMinor, feeMinor, vatMinor)).toBeGreaterThanOrEqual(0);
      expect(principalMinor + interestMinor + feeMinor + vatMinor).toBe(each.totalMinor);
    }
    expect(schedule.interestMinor + schedule.feeMinor + schedule.vatMinor).toBe(schedule.costMinor);
    expect(schedule.principalMinor + schedule.costMinor).toBe(schedule.totalMinor);
  });
});

test('where rounded shares of VAT outrun the total, the later instalments owe none', () => {
  const tiny = { ...terms, instalmentCount: 6, annualInterestPpm: 0, feePpm: 1_000_000, vatPpm: 600_000 };
  const schedule = buildSchedule(tiny, minorAmount(6), localDate('2026-11-20'));
  expect(schedule.vatMinor).toBe(4);
  expect(schedule.instalments.map((each) => each.vatMinor)).toEqual([1, 1, 1, 1, 0, 0]);
});

test('VAT is the rate on interest plus fee, rounded once', () => {
  forAnySchedule((schedule, { vatPpm }) => {
    expect(schedule.vatMinor).toBe(applyPpm(addMinor(schedule.interestMinor, schedule.feeMinor), vatPpm));
  });
});

test('interest stays within half a minor unit a period of the exact figure', () => {
  forAnySchedule((schedule, { annualInterestPpm, instalmentDays }) => {
    let outstanding = BigInt(schedule.principalMinor);
    for (const each of schedule.instalments) {
      const exact = outstanding * BigInt(annualInterestPpm) * BigInt(instalmentDays);
      const twiceError = 2n * (exact - BigInt(each.interestMinor) * 365_000_000n);
      expect(twiceError <= 365_000_000n && twiceError >= -365_000_000n).toBe(true);
      outstanding -= BigInt(each.principalMinor);
    }
    expect(outstanding).toBe(0n);
  });
});

test('payments fall at equal distances from the start', () => {
  forAnySchedule((schedule, { instalmentCount, instalmentDays }) => {
    expect(schedule.instalments).toHaveLength(instalmentCount);
    schedule.instalments.forEach((each, index) => {
      expect(each.sequence).toBe(index + 1);
      expect(daysBetween(schedule.startDate, each.dueDate)).toBe(each.sequence * instalmentDays);
    });
  });
});

test('counted from another day, every payment keeps its amounts and its distance from the start', () => {
  forAnySchedule((schedule, { instalmentDays }) => {
    for (const days of [-400, -1, 0, 1, 29, 366]) {
      const moved = redate(schedule, addDays(schedule.startDate, days));
      expect(daysBetween(schedule.startDate, moved.startDate)).toBe(days);
      expect(moved.instalments.map(({ dueDate }) => daysBetween(moved.startDate, dueDate))).toEqual(
        schedule.instalments.map(({ sequence }) => sequence * instalmentDays),
      );
      const { startDate, instalments } = schedule;
      const dueDates = instalments.map(({ dueDate }) => dueDate);
      const restored = moved.instalments.map((each, index) => ({ ...each, dueDate: dueDates[index] }));
      expect({ ...moved, startDate, instalments: restored }).toEqual(schedule);
    }
  });
});

test.each<[string, Partial<ScheduleTerms>, number]>([
  ['no principal', {}, 0],
  ['a negative principal', {}, -100],
  ['negative interest', { annualInterestPpm: -1 }, 100],
  ['a negative fee', { feePpm: -1 }, 100],
  ['negative VAT', { vatPpm: -1 }, 100],
  ['a fractional rate', { annualInterestPpm: 0.18 }, 100],
  ['no instalments', { instalmentCount: 0 }, 100],
  ['no days', { instalmentDays: 0 }, 100],
])('a schedule with %s is refused', (_, change, principal) => {
  expect(() =>
    buildSchedule({ ...terms, ...change }, minorAmount(principal), localDate('2026-11-20')),
  ).toThrow(MoneyError);
});
