import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, localDate } from '../calendar.ts';
import { minorAmount } from '../money/money.ts';
import { allocationOrder } from '../repayment/allocation.ts';
import { type InstalmentBalance, remainingTotal } from './instalment-state.ts';
import {
  type NewPlanTerms,
  newPlanFault,
  type PlannedDebt,
  plannedDebt,
  plannedDebtKey,
} from './new-plan.ts';

const day = localDate('2027-01-22');
const amount = fc.integer({ min: 0, max: 1_000_000 }).map(minorAmount);
const parts = fc.record({ penalty: amount, fee: amount, vat: amount, interest: amount, principal: amount });

const balances = fc
  .array(fc.record({ charged: parts, days: fc.integer({ min: -90, max: 120 }), isPaid: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((list) =>
    list.map(({ charged, days, isPaid }, index): InstalmentBalance => {
      const half = (minor: number) => minorAmount(Math.floor(minor / 2));
      const paid = {
        ...{ penalty: half(charged.penalty), fee: half(charged.fee), vat: half(charged.vat) },
        ...{ interest: half(charged.interest), principal: half(charged.principal) },
      };
      return { sequence: index + 1, dueDate: addDays(day, days), charged, paid: isPaid ? charged : paid };
    }),
  );

const terms: fc.Arbitrary<NewPlanTerms> = fc
  .record({
    moratoriumDays: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
    spread: fc.oneof(
      fc.constant(null),
      fc.record({ count: fc.integer({ min: 1, max: 12 }), days: fc.integer({ min: 1, max: 20 }) }),
    ),
    waivesPenalties: fc.boolean(),
  })
  .filter((each) => newPlanFault(each) === null);

const total = (planned: PlannedDebt) =>
  planned.payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

test('what is then paid is what was owed less what is let off, in every component, on rising days', () => {
  fc.assert(
    fc.property(balances, terms, (owed, plan) => {
      const planned = plannedDebt(owed, plan, day);
      if (typeof planned === 'string') return;
      expect(planned.owedMinor).toBe(remainingTotal(owed));
      expect(total(planned)).toBe(planned.owedMinor - planned.waivedMinor);
      for (const component of allocationOrder) {
        const before = owed.reduce((sum, { charged, paid }) => sum + charged[component] - paid[component], 0);
        const after = planned.payments.reduce((sum, payment) => sum + payment.parts[component], 0);
        expect(after).toBe(component === 'penalty' ? before - planned.waivedMinor : before);
      }
      const dates = planned.payments.map(({ dueDate }) => dueDate);
      expect(dates).toEqual(dates.toSorted());
      if (planned.isMoved) for (const date of dates) expect(date > day).toBe(true);
      const [first] = dates;
      if (first && plan.moratoriumDays > 0) {
        expect(daysBetween(day, first)).toBeGreaterThanOrEqual(plan.moratoriumDays);
      }
      expect(plannedDebtKey(planned, day)).not.toBe(plannedDebtKey(planned, addDays(day, 1)));
    }),
  );
});

test('payments spread anew differ in the last alone', () => {
  fc.assert(
    fc.property(balances, fc.integer({ min: 2, max: 12 }), (owed, count) => {
      const spread = { count, days: 15 };
      const planned = plannedDebt(owed, { moratoriumDays: 0, spread, waivesPenalties: false }, day);
      if (typeof planned === 'string') return;
      const amounts = planned.payments.map(({ amountMinor }) => amountMinor);
      expect(new Set(amounts.slice(0, -1)).size).toBe(1);
      expect((amounts.at(-1) ?? 0) - (amounts[0] ?? 0)).toBeLessThan(5 * count);
    }),
  );
});

test.each([
  [{ moratoriumDays: 0, spread: null, waivesPenalties: false }, 'waivesPenalties'],
  [{ moratoriumDays: -1, spread: null, waivesPenalties: true }, 'moratoriumDays'],
  [{ moratoriumDays: 181, spread: null, waivesPenalties: true }, 'moratoriumDays'],
  [{ moratoriumDays: 0, spread: { count: 25, days: 30 }, waivesPenalties: false }, 'count'],
  [{ moratoriumDays: 0, spread: { count: 3, days: 0 }, waivesPenalties: false }, 'days'],
  [{ moratoriumDays: 0.5, spread: null, waivesPenalties: true }, 'moratoriumDays'],
] as const)('%j is no plan: %s', (plan, fault) => {
  expect(newPlanFault(plan)).toBe(fault);
});
