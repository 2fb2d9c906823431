import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBusinessDay } from '../business-day.ts';
import { addDays, daysBetween, localDate } from '../calendar.ts';
import { allMarkets, dayIn, type Market, startOfDayIn } from '../market.ts';
import { endOfProposal, lastDayBefore, proposalProblems } from './proposal.ts';

const product = (market: 'MX' | 'IN', proposalBusinessDays: number, instalmentDays = 30) => ({
  ...{ market, proposalBusinessDays, instalmentDays },
  instalmentCount: 1,
});

const calendar = (market: Market) => ({ market, named: [] });

test.each([
  // Wednesday to Monday: Saturday, 28 November 2026, is the fourth, on which India's banks are closed.
  ['IN', 3, '2026-11-25T10:00:00+05:30', null, '2026-11-30'],
  ['IN', 1, '2026-11-27T23:59:59+05:30', null, '2026-11-30'],
  ['IN', 1, '2026-11-28T00:00:00+05:30', null, '2026-11-30'],
  // Christmas and the fourth Saturday stand between.
  ['IN', 3, '2026-12-23T10:00:00+05:30', null, '2026-12-29'],
  // The day of the market, not that of UTC.
  ['MX', 3, '2026-11-20T23:59:59-06:00', null, '2026-11-25'],
  ['MX', 3, '2026-11-21T00:00:00-06:00', null, '2026-11-25'],
  ['MX', 1, '2026-12-11T12:00:00-06:00', null, '2026-12-14'],
  // An offer that is over sooner ends it in Mexico, and in India not before three working days are over.
  ['MX', 3, '2026-11-20T12:00:00-06:00', '2026-11-20', '2026-11-20'],
  ['IN', 5, '2026-11-23T12:00:00+05:30', '2026-11-23', '2026-11-26'],
  ['IN', 5, '2026-11-23T12:00:00+05:30', '2026-11-27', '2026-11-27'],
  ['IN', 3, '2026-11-23T12:00:00+05:30', '2027-11-27', '2026-11-26'],
] as const)(
  '[LEGAL-6] in %s a proposal of %i business days made at %s, offered through %s, holds through %s',
  (market, days, at, through, last) => {
    const end = endOfProposal(
      product(market, days),
      new Date(at),
      through && localDate(through),
      calendar(market),
    );
    expect(end).toEqual(startOfDayIn(market, addDays(localDate(last), 1)));
    expect(lastDayBefore(market, end)).toBe(last);
  },
);

test('[LEGAL-6] a product may not let it hold for fewer working days than the law of its market wants', () => {
  const isRefused = (...made: Parameters<typeof product>) => proposalProblems(product(...made)).length > 0;
  expect([2, 3, 30, 31, 2.5].map((days) => isRefused('IN', days))).toEqual([true, false, false, true, true]);
  // Reserve Bank of India, RBI/2024-25/18: one working day where the loan runs for less than seven days.
  expect([0, 1].map((days) => isRefused('IN', days, 6))).toEqual([true, false]);
  expect([1, 2].map((days) => isRefused('IN', days, 7))).toEqual([true, true]);
  expect([0, 1].map((days) => isRefused('MX', days))).toEqual([true, false]);
});

test('[LEGAL-6] whenever it is made it holds for as many whole business days as the law wants, and ends when a day does', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...allMarkets),
      fc.integer({ min: 3, max: 30 }),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      fc.option(fc.integer({ min: 0, max: 40 })),
      (market, days, at, offeredFor) => {
        const issuedOn = dayIn(market, at);
        const through = offeredFor === null ? null : addDays(issuedOn, offeredFor);
        const end = endOfProposal(product(market, days), at, through, calendar(market));
        const last = lastDayBefore(market, end);
        const held = Array.from({ length: daysBetween(issuedOn, last) }, (_, place) =>
          addDays(issuedOn, place + 1),
        ).filter((day) => isBusinessDay({ market, named: [] }, day)).length;
        expect(held).toBeLessThanOrEqual(days);
        expect(held).toBeGreaterThanOrEqual(market === 'IN' ? 3 : through === null ? days : 0);
        expect(end).toEqual(startOfDayIn(market, addDays(last, 1)));
      },
    ),
  );
});
