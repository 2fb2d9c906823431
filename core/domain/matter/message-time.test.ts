import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { contactHours, contactRefusal } from './collection.ts';
import { messageTime } from './message-time.ts';

const dayMs = 86_400_000;
const facts = {
  zone: 'America/Tijuana',
  market: 'MX',
  pausedBy: null,
  pausedUntil: null,
  namedAt: null,
  isAskedFor: false,
  limitingAt: null,
} as const;
const at = (time: string) => new Date(`2026-12-21T${time}-06:00`);

test('a message goes at once where the rules allow it, and never at a time that they refuse', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('MX' as const, 'IN' as const),
      fc.constantFrom(null, 'America/Tijuana', 'America/Cancun'),
      fc.date({ min: at('00:00:00'), max: new Date('2027-12-31T00:00:00Z'), noInvalidDate: true }),
      fc.option(fc.nat({ max: 2 * dayMs }), { nil: null }),
      fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
      fc.boolean(),
      (market, zone, now, limitedMs, pausedDays, isAskedFor) => {
        const pausedUntil =
          pausedDays === null
            ? null
            : localDate(new Date(now.getTime() + pausedDays * dayMs).toISOString().slice(0, 10));
        const limitingAt = limitedMs === null ? null : new Date(now.getTime() - limitedMs);
        const of = {
          ...facts,
          ...{ market, zone: market === 'MX' ? zone : null, namedAt: now, isAskedFor, now },
          ...{ limitingAt, pausedUntil, pausedBy: pausedUntil === null ? null : ('staff' as const) },
        };
        const time = messageTime(of);
        const isFree = limitingAt === null || now.getTime() - limitingAt.getTime() >= dayMs;
        const isAllowedNow = isFree && contactRefusal({ kind: 'we-wrote', ...of }) === null;
        expect(time.heldBy === null).toBe(isAllowedNow);
        if (time.heldBy === null) {
          expect(time.at).toEqual(now);
          return;
        }
        if (time.at === null) throw new Error('A moment is known.');
        expect(time.at.getTime()).toBeGreaterThan(now.getTime());
        expect(contactHours(market, of.zone, time.at).isAllowed).toBe(true);
        expect(limitingAt === null || time.at.getTime() - limitingAt.getTime() >= dayMs).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

test('the next moment is the morning where the borrower is, after a pause of staff and a day after the limiting message', () => {
  // 23:30 in Mexico City is 21:30 in Tijuana, 00:10 is 22:10.
  expect(messageTime({ ...facts, now: at('23:30:00') })).toEqual({ at: at('23:30:00'), heldBy: null });
  const next = new Date('2026-12-22T07:00:00-08:00');
  expect(messageTime({ ...facts, now: new Date('2026-12-22T00:10:00-06:00') })).toEqual({
    at: next,
    heldBy: 'hours',
  });
  const paused = { ...facts, pausedBy: 'staff', pausedUntil: localDate('2026-12-23') } as const;
  expect(messageTime({ ...paused, now: at('12:00:00') })).toEqual({
    at: new Date('2026-12-24T07:00:00-08:00'),
    heldBy: 'paused',
  });
  const often = { ...facts, limitingAt: at('10:00:00'), now: at('12:00:00') };
  expect(messageTime(often)).toEqual({ at: new Date('2026-12-22T10:00:00-06:00'), heldBy: 'often' });
});

test('no moment is known while an answer is due to the borrower, or they were not told who contacts them', () => {
  const now = at('12:00:00');
  for (const pausedBy of ['payment-claim', 'charge-dispute', 'complaint'] as const) {
    expect(messageTime({ ...facts, pausedBy, now })).toEqual({ at: null, heldBy: 'paused' });
  }
  expect(messageTime({ ...facts, market: 'IN', zone: null, now })).toEqual({ at: null, heldBy: 'named' });
});
