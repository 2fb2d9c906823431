import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addBusinessDays, type BankCalendar, isBusinessDay, unknownBankYears } from './business-day.ts';
import { addDays, localDate } from './calendar.ts';
import type { Market } from './market.ts';

const calendar = (market: Market, ...named: string[]): BankCalendar => ({ market, named });
const days = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays(localDate('1990-01-01'), count));

test('banks in Mexico are closed at weekends and on the days that the CNBV names', () => {
  const closed = [
    ...['2026-01-01', '2026-02-02', '2026-03-16', '2026-04-02', '2026-04-03', '2026-05-01', '2026-09-16'],
    ...['2026-11-02', '2026-11-16', '2026-12-12', '2026-12-25', '2025-04-17', '2025-04-18', '2024-03-28'],
    ...['2026-12-19', '2026-12-20', '2027-03-25', '2027-03-26', '2024-10-01', '2030-10-01'],
  ];
  for (const day of closed)
    expect([day, isBusinessDay(calendar('MX'), localDate(day))]).toEqual([day, false]);
  for (const day of ['2026-12-18', '2026-02-09', '2026-04-01', '2026-04-06', '2026-11-20', '2026-10-01']) {
    expect([day, isBusinessDay(calendar('MX'), localDate(day))]).toEqual([day, true]);
  }
});

test('banks in India are closed on Sundays, on every second Saturday and on national holidays', () => {
  const open = (day: string) => isBusinessDay(calendar('IN'), localDate(day));
  expect(['2026-12-05', '2026-12-12', '2026-12-19', '2026-12-26', '2026-10-31'].map(open)).toEqual([
    ...[true, false, true, false, true],
  ]);
  expect(
    ['2026-12-06', '2026-08-15', '2026-10-02', '2026-01-26', '2026-12-25', '2026-12-07'].map(open),
  ).toEqual([...[false, false, false, false, false, true]]);
});

test('a state closes its banks on the days of its own list, and a lender may name days besides', () => {
  const diwali = localDate('2026-11-10');
  expect(isBusinessDay(calendar('IN'), diwali)).toBe(true);
  expect(isBusinessDay(calendar('IN', 'MH'), diwali)).toBe(false);
  expect(isBusinessDay(calendar('IN', 'KA'), localDate('2026-11-27'))).toBe(false);
  expect(isBusinessDay(calendar('IN', 'MH'), localDate('2026-11-27'))).toBe(true);
  expect(isBusinessDay(calendar('IN', '2027-03-22'), localDate('2027-03-22'))).toBe(false);
});

test('a year is known where its list is, or the lender names the year or a day of it', () => {
  const unknown = (...[market, ...named]: Parameters<typeof calendar>) =>
    unknownBankYears(calendar(market, ...named), localDate('2026-11-28'), localDate('2027-01-27'));
  expect(unknown('MX')).toEqual([2027]);
  expect(unknown('MX', '2027')).toEqual([]);
  expect(unknown('IN')).toEqual([2026, 2027]);
  expect(unknown('IN', 'MH')).toEqual([2027]);
  expect(unknown('IN', 'MH', '2027-03-22')).toEqual([]);
});

test('a business day after another is one, lies after it and has none between', () => {
  fc.assert(
    fc.property(fc.constantFrom('MX', 'IN'), days, fc.integer({ min: 1, max: 5 }), (market, day, count) => {
      const after = addBusinessDays(calendar(market), day, count);
      expect(isBusinessDay(calendar(market), after)).toBe(true);
      let open = 0;
      for (let each = addDays(day, 1); each <= after; each = addDays(each, 1)) {
        if (isBusinessDay(calendar(market), each)) open += 1;
      }
      expect(open).toBe(count);
    }),
  );
});
