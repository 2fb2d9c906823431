import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BankCalendar } from '../business-day.ts';
import { isBusinessDay } from '../business-day.ts';
import { dayIn, type Market, marketOf } from '../market.ts';
import { privacyFigures } from '../site/legal-figures.ts';
import { complaintStates } from './complaint.ts';
import { effectDueAt, extendedDueAt, requestDueAt } from './data-request.ts';

const calendarOf = (market: Market): BankCalendar => ({ market, named: [] });
const moment = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2028-12-31T00:00:00Z'),
  noInvalidDate: true,
});

test('a request of 28 November 2026 is answered in 20 working days in Mexico, in 20 days in India', () => {
  const filedAt = new Date('2026-11-28T18:00:00Z');
  // Christmas is a bank holiday in Mexico; 28 November is a Saturday.
  expect(requestDueAt(calendarOf('MX'), filedAt)).toEqual(new Date('2026-12-28T23:59:00-06:00'));
  expect(requestDueAt(calendarOf('IN'), filedAt)).toEqual(new Date('2026-12-18T23:59:00+05:30'));
});

test('what is granted is carried out in 15 working days', () => {
  const answeredAt = new Date('2026-12-14T10:00:00-06:00');
  expect(dayIn('MX', effectDueAt(calendarOf('MX'), answeredAt, answeredAt))).toBe('2027-01-06');
});

test('each period is extended once, by its own length, in Mexico and never in India', () => {
  const calendar = calendarOf('MX');
  fc.assert(
    fc.property(moment, fc.constantFrom(...complaintStates), fc.boolean(), (filedAt, state, wasExtended) => {
      const dueAt = requestDueAt(calendar, filedAt);
      const answeredAt = state === 'answered' || state === 'closed' ? dueAt : null;
      const extendedAt = wasExtended ? filedAt : null;
      const dates = { state, dueAt, answeredAt, extendedAt };
      const extended = extendedDueAt(calendar, dates, dueAt);
      // An extension of the answer does not use up that of the effect.
      const isPossible = state !== 'closed' && (state === 'answered' || !wasExtended);
      expect(extended !== null).toBe(isPossible);
      expect(extendedDueAt(calendar, dates, new Date(dueAt.getTime() + 1))).toBeNull();
      if (extended === null) return;
      expect(isBusinessDay(calendar, dayIn('MX', extended))).toBe(true);
      expect(extendedDueAt(calendar, { ...dates, dueAt: extended, extendedAt: dueAt }, dueAt)).toBeNull();
      if (state !== 'answered') expect(extended).toEqual(requestDueAt(calendar, dueAt));
      expect(extendedDueAt(calendarOf('IN'), dates, dueAt)).toBeNull();
    }),
  );
});

test('the desk keeps the days that the privacy notice publishes', () => {
  for (const market of ['MX', 'IN'] as const) {
    const { answerDays, effectBusinessDays } = marketOf[market].dataRequests;
    expect(answerDays).toBe(privacyFigures.arcoDecisionDays);
    expect(effectBusinessDays).toBe(privacyFigures.arcoEffectWorkingDays);
  }
});
