import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { minorAmount, zeroMinor } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';
import type { InstalmentBalance } from './instalment-state.ts';
import { isPausedOn, type PenaltyPause, penaltyBaseOn } from './penalty-pause.ts';

const none = {
  penalty: zeroMinor,
  fee: zeroMinor,
  vat: zeroMinor,
  interest: zeroMinor,
  principal: zeroMinor,
};
const day = (of: number) => localDate(`2026-12-${of}`);

function balance(paid: Partial<Record<Component, number>> = {}): InstalmentBalance {
  const charged = {
    ...none,
    penalty: minorAmount(900),
    fee: minorAmount(500),
    principal: minorAmount(2_000),
  };
  return {
    ...{ sequence: 2, dueDate: day(10), charged },
    paid: { ...none, ...(paid as Partial<InstalmentBalance['paid']>) },
  };
}

function pause(part: { component: Component; amount: number; sequence?: number } | null): PenaltyPause {
  const { component = 'fee', amount = 0, sequence = 2 } = part ?? {};
  return {
    ...{ fromDay: day(12), throughDay: day(15) },
    part: part && { sequence, component, amountMinor: minorAmount(amount) },
  };
}

const daysAround = [11, 12, 15, 16];

test('a pause holds on its first and on its last day, and neither before nor after', () => {
  const pauses = [pause(null)];
  expect(daysAround.map((of) => isPausedOn(pauses, day(of)))).toEqual([false, true, true, false]);
  expect(daysAround.map((of) => penaltyBaseOn(balance(), pauses, day(of)))).toEqual([2_500, 0, 0, 2_500]);
});

test('one that lasts has no last day', () => {
  const pauses = [{ ...pause(null), throughDay: null }];
  expect(daysAround.map((of) => isPausedOn(pauses, day(of)))).toEqual([false, true, true, true]);
});

test('a disputed charge is left out on the same days, and the rest goes on', () => {
  const pauses = [pause({ component: 'fee', amount: 500 })];
  expect(isPausedOn(pauses, day(12))).toBe(false);
  expect(daysAround.map((of) => penaltyBaseOn(balance(), pauses, day(of)))).toEqual([
    2_500, 2_000, 2_000, 2_500,
  ]);
});

test('of a disputed charge that was paid in part only the unpaid part is left out', () => {
  const pauses = [pause({ component: 'fee', amount: 500 })];
  expect(penaltyBaseOn(balance({ fee: 400 }), pauses, day(12))).toBe(2_000);
  expect(penaltyBaseOn(balance({ fee: 500, principal: 1_500 }), pauses, day(12))).toBe(500);
});

test('two disputes of one component leave out both, together no more than is unpaid of it', () => {
  const pauses = [pause({ component: 'fee', amount: 150 }), pause({ component: 'fee', amount: 200 })];
  expect(penaltyBaseOn(balance(), pauses, day(12))).toBe(2_150);
  expect(penaltyBaseOn(balance({ fee: 300 }), pauses, day(12))).toBe(2_000);
});

test('a disputed penalty stops that payment’s penalty; a dispute of another payment stops nothing here', () => {
  expect(penaltyBaseOn(balance(), [pause({ component: 'penalty', amount: 1 })], day(15))).toBe(0);
  expect(penaltyBaseOn(balance(), [pause({ component: 'penalty', amount: 1 })], day(16))).toBe(2_500);
  const other = [pause({ component: 'fee', amount: 500, sequence: 1 })];
  expect(penaltyBaseOn(balance(), other, day(12))).toBe(2_500);
});

const anyPause: fc.Arbitrary<PenaltyPause> = fc.record({
  fromDay: fc.integer({ min: 10, max: 20 }).map(day),
  throughDay: fc.option(fc.integer({ min: 10, max: 20 }).map(day)),
  part: fc.option(
    fc.record({
      sequence: fc.integer({ min: 1, max: 3 }),
      component: fc.constantFrom<Component>('penalty', 'fee', 'vat', 'interest'),
      amountMinor: fc.integer({ min: 1, max: 900 }).map(minorAmount),
    }),
    { freq: 4 },
  ),
});
const anyPaid = fc.record({
  fee: fc.integer({ min: 0, max: 500 }),
  principal: fc.integer({ min: 0, max: 2_000 }),
});

test('a pause only ever lowers what a penalty is charged on, in no order, and on none but its own days', () => {
  fc.assert(
    fc.property(
      fc.array(anyPause, { maxLength: 4 }),
      anyPause,
      anyPaid,
      fc.integer({ min: 10, max: 20 }),
      (pauses, another, paid, of) => {
        const on = (some: readonly PenaltyPause[]) => penaltyBaseOn(balance(paid), some, day(of));
        const all = [...pauses, another];
        expect(on(all)).toBeGreaterThanOrEqual(0);
        expect(on(all)).toBeLessThanOrEqual(on(pauses));
        expect(on(all.toReversed())).toBe(on(all));
        const { fromDay, throughDay, part } = another;
        const isHeld = day(of) >= fromDay && (throughDay === null || day(of) <= throughDay);
        const isOfIt = part === null || part.sequence === 2;
        if (!isHeld || !isOfIt) expect(on(all)).toBe(on(pauses));
        else if (part === null || part.component === 'penalty') expect(on(all)).toBe(0);
      },
    ),
  );
});
