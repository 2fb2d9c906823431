import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addBusinessDays } from '../business-day.ts';
import { addDays, daysBetween, type LocalDate, localDate } from '../calendar.ts';
import { dayIn, type Market, startOfDayIn } from '../market.ts';
import {
  type ConfirmationTime,
  type ConfirmedMoney,
  earliestOfOperatingDay,
  earliestPaidOn,
  valueDay,
} from './value-day.ts';

const calendar = (market: Market) => ({ market, named: [] });
const day = (text: string) => localDate(text);
const confirmed = (
  confirmedAt: string,
  within: ConfirmationTime = { businessDays: 1 },
  own = {},
): ConfirmedMoney => ({
  ...{ calendar: calendar('MX'), confirmedAt: new Date(confirmedAt), within },
  ...{ issuedAt: new Date('2026-12-01T12:00:00-06:00') },
  ...own,
});

test('what is confirmed on the next business day may have been paid the day before, over a weekend on Friday', () => {
  expect(earliestPaidOn(confirmed('2026-12-16T09:00:00-06:00'))).toBe('2026-12-15');
  expect(earliestPaidOn(confirmed('2026-12-21T09:00:00-06:00'))).toBe('2026-12-18');
  expect(earliestPaidOn(confirmed('2026-12-20T09:00:00-06:00'))).toBe('2026-12-18');
  expect(earliestPaidOn(confirmed('2026-12-22T09:00:00-06:00'))).toBe('2026-12-21');
  // Christmas is a Friday.
  expect(earliestPaidOn(confirmed('2026-12-28T09:00:00-06:00'))).toBe('2026-12-24');
});

test('a transfer of an operating day may have been made since the business day before, where the day begins in its evening', () => {
  expect(earliestOfOperatingDay(calendar('MX'), day('2026-12-16'))).toBe('2026-12-15');
  expect(earliestOfOperatingDay(calendar('MX'), day('2026-12-21'))).toBe('2026-12-18');
  // Christmas is a Friday; 12 December, a Saturday, is a holiday besides.
  expect(earliestOfOperatingDay(calendar('MX'), day('2026-12-28'))).toBe('2026-12-24');
  expect(earliestOfOperatingDay(calendar('MX'), day('2027-02-02'))).toBe('2027-01-29');
  expect(earliestOfOperatingDay(calendar('IN'), day('2026-12-21'))).toBeNull();
});

test('what is confirmed within minutes was paid the day before only just after midnight', () => {
  const within = { minutes: 10 };
  expect(earliestPaidOn(confirmed('2026-12-16T00:09:00-06:00', within))).toBe('2026-12-15');
  expect(earliestPaidOn(confirmed('2026-12-16T00:11:00-06:00', within))).toBe('2026-12-16');
});

test('money counts on the first day that something was due in that time, else on the day of its confirmation', () => {
  const due = ['2026-12-18', '2026-12-20', '2027-01-18'].map(day);
  expect(valueDay(day('2026-12-21'), day('2026-12-18'), due)).toBe('2026-12-18');
  expect(valueDay(day('2026-12-21'), day('2026-12-19'), due)).toBe('2026-12-20');
  expect(valueDay(day('2026-12-22'), day('2026-12-21'), due)).toBe('2026-12-22');
  expect(valueDay(day('2026-12-21'), null, due)).toBe('2026-12-21');
});

const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
const money = fc.record<ConfirmedMoney>({
  calendar: fc.constantFrom<Market>('MX', 'IN').map(calendar),
  confirmedAt: instants,
  within: fc.oneof(
    fc.record({ minutes: fc.integer({ min: 0, max: 5_000 }) }),
    fc.record({ businessDays: fc.integer({ min: 1, max: 5 }) }),
  ),
  issuedAt: instants,
});

test('money never counts after its confirmation, before what it was paid with, or longer ago than its provider takes', () => {
  fc.assert(
    fc.property(money, fc.array(fc.integer({ min: -20, max: 5 })), (each, offsets) => {
      const { confirmedAt, within, issuedAt } = each;
      const { market } = each.calendar;
      const confirmedOn = dayIn(market, confirmedAt);
      const earliestOn = earliestPaidOn(each);
      const dueDates: LocalDate[] = offsets.map((offset) => addDays(confirmedOn, offset));
      const valuedOn = valueDay(confirmedOn, earliestOn, dueDates);
      expect(valuedOn === confirmedOn || dueDates.includes(valuedOn)).toBe(true);
      expect(valuedOn <= confirmedOn && valuedOn >= earliestOn).toBe(true);
      if (issuedAt <= confirmedAt) expect(valuedOn >= dayIn(market, issuedAt)).toBe(true);
      else expect(valuedOn).toBe(confirmedOn);
      if ('businessDays' in within) {
        expect(addBusinessDays(each.calendar, valuedOn, within.businessDays) >= confirmedOn).toBe(true);
      } else {
        const endOfDay = startOfDayIn(market, addDays(valuedOn, 1)).getTime();
        expect(confirmedAt.getTime() - endOfDay).toBeLessThan(within.minutes * 60_000 + 1);
      }
      expect(daysBetween(valuedOn, confirmedOn)).toBeLessThan(20);
    }),
  );
});
