import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDateTime, localDate } from './calendar.ts';
import {
  type DateFormat,
  formatDay,
  formatDayShort,
  formatMoment,
  formatWeekday,
  isoDay,
} from './date-format.ts';
import { marketOf } from './market.ts';

const mexico: DateFormat = { language: 'es', style: 'iso', market: 'MX' };
const india: DateFormat = { language: 'en', style: 'iso', market: 'IN' };
const locale = (format: DateFormat): DateFormat => ({ ...format, style: 'locale' });

test.each([
  ['2026-12-21', '2026-12-21', '2026-12-21'],
  ['2026-12-21 10:05:07', '2026-12-21', '2026-12-21 10:05:07'],
  ['2026-12-21T10:05', '2026-12-21', '2026-12-21 10:05:00'],
  ['1797854400', '2026-12-21', '2026-12-21 06:00:00'],
  ['1797818400000', '2026-12-20', '2026-12-20 20:00:00'],
  ['2026-12-21T02:00:00.000Z', '2026-12-20', '2026-12-20 20:00:00'],
  ['2026-12-21T02:00:00-06:00', '2026-12-21', '2026-12-21 02:00:00'],
])('[DATE-1] %s is %s in Mexico, %s with its time', (text, day, moment) => {
  expect(formatDay(text, mexico)).toBe(day);
  expect(formatMoment(text, mexico)).toBe(moment);
});

test('[DATE-1] a time stamp is of the day it is in its market', () => {
  expect(formatDay('1797879600', mexico)).toBe('2026-12-21');
  expect(formatDay('1797879600', india)).toBe('2026-12-22');
});

test('[DATE-1] the style `locale` writes the month in the language, and nothing breaks inside', () => {
  expect(formatDay('2026-12-21', locale(mexico))).toBe('21\u00a0dic\u00a02026');
  expect(formatDay('2026-12-21', locale(india))).toBe('21\u00a0Dec\u00a02026');
  expect(formatDay('2026-12-21', locale({ ...mexico, language: 'en' }))).toBe('Dec\u00a021,\u00a02026');
  expect(formatMoment('2026-12-21 10:05:07', locale(india))).toBe('21\u00a0Dec\u00a02026\u00a010:05');
});

test('[DATE-1] a heading says a day without its year in either style, and its time element the whole of it', () => {
  for (const format of [mexico, locale(mexico)]) {
    expect(formatDayShort('2026-12-21', format)).toBe('21\u00a0dic');
    expect(formatDayShort('1797818400000', format)).toBe('20\u00a0dic');
    expect(isoDay('1797818400000', format)).toBe('2026-12-20');
  }
  expect(formatDayShort('2026-12-21', india)).toBe('21\u00a0Dec');
  expect(formatDayShort('mañana', mexico)).toBe('mañana');
  expect(isoDay('mañana', mexico)).toBeNull();
});

test.each(['', 'mañana', '2026-02-30', '21/12/2026', '12345', '2026-12-21 a 2027-01-20'])(
  '[DATE-1] %j is no date and shown as it came',
  (text) => {
    expect(formatDay(text, locale(mexico))).toBe(text);
    expect(formatMoment(text, mexico)).toBe(text);
  },
);

test('[DATE-1] every instant reads the same as a stamp, in milliseconds and as ISO 8601', () => {
  const seconds = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 });
  fc.assert(
    fc.property(seconds, fc.constantFrom(mexico, india), (second, format) => {
      const shown = formatDateTime(new Date(second * 1000), marketOf[format.market].timeZone);
      for (const text of [String(second), `${second}000`, new Date(second * 1000).toISOString()]) {
        expect(formatMoment(text, format)).toBe(shown);
      }
    }),
  );
});

test('a day of the week has its name in the language', () => {
  expect(formatWeekday(localDate('2026-12-21'), 'es')).toBe('lunes');
  expect(formatWeekday(localDate('2026-12-21'), 'en')).toBe('Monday');
});
