import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  CalendarError,
  daysBetween,
  formatDateTime,
  localDate,
  localDateAt,
  startOfDay,
} from './calendar.ts';
import { marketOf } from './market.ts';

const mexico = marketOf.MX.timeZone;
const india = marketOf.IN.timeZone;

const anyDate = fc
  .date({ min: new Date('1970-01-02T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((instant) => localDate(instant.toISOString().slice(0, 10)));

test.each(['2026-11-20', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a date', (text) => {
  expect(localDate(text)).toBe(text);
});

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-32',
  '2026-1-1',
  '26-01-01',
  '2026/01/01',
  '2026-01-01T00:00:00Z',
  '2026-01-01\n',
  '+012345-01',
  ' 2026-01-01',
  '',
])('%j is refused as a date', (text) => {
  expect(() => localDate(text)).toThrow(CalendarError);
});

test('[DATE-1] a date shows as YYYY-MM-DD in the market’s zone', () => {
  const instant = new Date('2026-11-20T05:30:00Z');
  expect(localDateAt(instant, mexico)).toBe('2026-11-19');
  expect(localDateAt(instant, india)).toBe('2026-11-20');
  expect(localDateAt(new Date('2026-11-20T18:30:00Z'), india)).toBe('2026-11-21');
});

test('[DATE-1] a moment shows as YYYY-MM-DD HH:MM:SS in the market’s zone, midnight as 00', () => {
  expect(formatDateTime(new Date('2026-11-20T06:00:00Z'), mexico)).toBe('2026-11-20 00:00:00');
  expect(formatDateTime(new Date('2026-11-20T05:59:59.999Z'), mexico)).toBe('2026-11-19 23:59:59');
  expect(formatDateTime(new Date('2026-11-20T06:00:00Z'), india)).toBe('2026-11-20 11:30:00');
});

test('[DATE-1] the zones follow their own history of summer time', () => {
  expect(formatDateTime(new Date('2021-07-01T12:00:00Z'), mexico)).toBe('2021-07-01 07:00:00');
  expect(formatDateTime(new Date('2026-07-01T12:00:00Z'), mexico)).toBe('2026-07-01 06:00:00');
});

test('an invalid instant and an unknown zone are refused', () => {
  expect(() => formatDateTime(new Date(Number.NaN), mexico)).toThrow(/not-an-instant/);
  expect(() => formatDateTime(new Date(0), 'Mars/Olympus')).toThrow(/not-a-time-zone/);
});

test('daysBetween undoes addDays, and both cross months and leap days', () => {
  expect(addDays(localDate('2026-11-20'), 30)).toBe('2026-12-20');
  expect(addDays(localDate('2028-02-28'), 1)).toBe('2028-02-29');
  expect(addDays(localDate('2027-01-01'), -1)).toBe('2026-12-31');
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -20_000, max: 20_000 }), (date, days) => {
      expect(daysBetween(date, addDays(date, days))).toBe(days);
      expect(addDays(addDays(date, days), -days)).toBe(date);
    }),
  );
});

test('every text is the date that the calendar of JavaScript finds in it, or none', () => {
  const anyText = fc
    .tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    )
    .map(([year, month, day]) => `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`);
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ maxLength: 12 })), (text) => {
      const instant = new Date(`${text}T00:00:00Z`);
      const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(instant.getTime());
      if (!isDay || instant.toISOString().slice(0, 10) !== text) {
        expect(() => localDate(text)).toThrow(CalendarError);
        return;
      }
      const date = localDate(text);
      expect(daysBetween(localDate('1970-01-01'), date)).toBe(instant.getTime() / 86_400_000);
      expect(addDays(date, 0)).toBe(text);
    }),
    { numRuns: 1000 },
  );
  expect(() => addDays(localDate('9999-12-31'), 1)).toThrow(CalendarError);
  expect(() => addDays(localDate('0000-01-01'), -1)).toThrow(CalendarError);
  expect(daysBetween(localDate('0000-01-01'), localDate('9999-12-31'))).toBe(3_652_424);
});

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

test('a moment reads the same whatever was asked before it', () => {
  const zones = fc.constantFrom(mexico, india, 'UTC');
  const moments = fc.array(fc.tuple(fc.integer({ min: -3_000, max: 3_000 }), zones), { maxLength: 20 });
  fc.assert(
    fc.property(moments, (zonedMoments) => {
      for (const [milliseconds, zone] of zonedMoments) {
        const instant = new Date(Date.UTC(2026, 10, 20, 6) + milliseconds);
        const text = instant.toLocaleString('sv-SE', { timeZone: zone });
        expect(formatDateTime(instant, zone)).toBe(text);
      }
    }),
  );
});

test('dates sort as text', () => {
  fc.assert(
    fc.property(anyDate, anyDate, (a, b) => Math.sign(daysBetween(a, b)) === (a < b ? 1 : a > b ? -1 : 0)),
  );
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e9, -1e9])('adding %s days is refused', (days) => {
  expect(() => addDays(localDate('2026-11-20'), days)).toThrow(CalendarError);
});

test.each([mexico, india, 'America/Sao_Paulo', 'America/Havana', 'UTC'])(
  'a day begins once in %s',
  (timeZone) => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const start = startOfDay(date, timeZone);
        expect(localDateAt(start, timeZone)).toBe(date);
        expect(localDateAt(new Date(start.getTime() - 1), timeZone)).toBe(addDays(date, -1));
      }),
    );
  },
);

test('a day begins at the first moment even where clocks change at midnight', () => {
  expect(startOfDay(localDate('2026-11-20'), mexico).toISOString()).toBe('2026-11-20T06:00:00.000Z');
  expect(startOfDay(localDate('2026-11-20'), india).toISOString()).toBe('2026-11-19T18:30:00.000Z');
  expect(startOfDay(localDate('2018-11-04'), 'America/Sao_Paulo').toISOString()).toBe(
    '2018-11-04T03:00:00.000Z',
  );
  expect(startOfDay(localDate('2018-02-18'), 'America/Sao_Paulo').toISOString()).toBe(
    '2018-02-18T03:00:00.000Z',
  );
  expect(startOfDay(localDate('2025-11-02'), 'America/Havana').toISOString()).toBe(
    '2025-11-02T04:00:00.000Z',
  );
});
