import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, localDate } from '../calendar.ts';
import { addMinor, minorAmount, zeroMinor } from '../money/money.ts';
import { allocationOrder, type Component } from '../repayment/allocation.ts';
import type { InstalmentBalance } from './instalment-state.ts';
import { rebalance } from './rebalance.ts';

type Amounts = Partial<Record<Component, number>>;

function amountsOf(amounts: Amounts): InstalmentBalance['paid'] {
  const of = (component: Component) => minorAmount(amounts[component] ?? 0);
  const [penalty, fee, vat] = [of('penalty'), of('fee'), of('vat')];
  return { penalty, fee, vat, interest: of('interest'), principal: of('principal') };
}

const firstDay = localDate('2026-12-10');

function balance(
  sequence: number,
  charged: Amounts,
  paid: Amounts,
  dueDate = addDays(firstDay, sequence),
): InstalmentBalance {
  return { sequence, dueDate, charged: amountsOf(charged), paid: amountsOf(paid) };
}

const whole = { penalty: 10, fee: 20, vat: 30, interest: 40, principal: 100 };
const own = { settlesDebt: true };
const sold = { settlesDebt: false };

test('what is missing is taken from the newest payment of the plan first, there from principal first', () => {
  const balances = [balance(2, whole, whole), balance(1, whole, whole)];
  expect(rebalance(balances, minorAmount(-130), own)).toEqual({
    lines: [
      { sequence: 2, component: 'interest', amountMinor: -30 },
      { sequence: 2, component: 'principal', amountMinor: -100 },
    ],
    ...{ suspenseMinor: 0, recalledMinor: 0 },
  });
});

test('only once nothing is paid on the newest does the one before it lose, and then what was given back is owed again', () => {
  const balances = [balance(1, whole, whole), balance(2, whole, { penalty: 10 })];
  expect(rebalance(balances, minorAmount(-15), own).lines).toEqual([
    { sequence: 1, component: 'principal', amountMinor: -5 },
    { sequence: 2, component: 'penalty', amountMinor: -10 },
  ]);
  const { lines, recalledMinor } = rebalance(balances, minorAmount(-217), own);
  expect(addMinor(...lines.map(({ amountMinor }) => amountMinor))).toBe(-210);
  expect(recalledMinor).toBe(7);
});

test('what is paid beyond what is charged settles the oldest debt first, and the rest is held', () => {
  const balances = [
    balance(2, whole, {}),
    balance(1, whole, { fee: 25, vat: 30, interest: 40, principal: 100 }),
  ];
  expect(rebalance(balances, minorAmount(20), own)).toEqual({
    lines: [
      { sequence: 1, component: 'penalty', amountMinor: 10 },
      { sequence: 1, component: 'fee', amountMinor: -5 },
      { sequence: 2, component: 'penalty', amountMinor: 10 },
      { sequence: 2, component: 'fee', amountMinor: 5 },
    ],
    ...{ suspenseMinor: 0, recalledMinor: 0 },
  });
  const paidUp = rebalance([balance(1, whole, whole)], minorAmount(55), own);
  expect(paidUp).toEqual({ lines: [], suspenseMinor: 55, recalledMinor: 0 });
});

test('on a loan that was sold a surplus settles nothing and is held; what is missing is taken as on any other', () => {
  const balances = [balance(1, whole, { principal: 60 }), balance(2, whole, { penalty: 12 })];
  expect(rebalance(balances, minorAmount(50), sold)).toEqual({
    lines: [{ sequence: 2, component: 'penalty', amountMinor: -2 }],
    ...{ suspenseMinor: 52, recalledMinor: 0 },
  });
  expect(rebalance(balances, minorAmount(-5), sold).lines).toEqual([
    { sequence: 2, component: 'penalty', amountMinor: -5 },
  ]);
});

test('the newest is what is due last, also where a new plan has days before those of the plan that it took the place of', () => {
  const late = addDays(firstDay, 9);
  const balances = [balance(4, whole, whole, late), balance(5, whole, whole), balance(6, whole, whole)];
  expect(rebalance(balances, minorAmount(-50), own).lines).toEqual([
    { sequence: 4, component: 'principal', amountMinor: -50 },
  ]);
  const owed = balances.map((each) => ({ ...each, paid: amountsOf({}) }));
  expect(rebalance(owed, minorAmount(5), own).lines).toEqual([
    { sequence: 5, component: 'penalty', amountMinor: 5 },
  ]);
});

const amounts = fc.record(
  Object.fromEntries(allocationOrder.map((component) => [component, fc.integer({ min: 0, max: 50 })])),
) as fc.Arbitrary<Amounts>;
const dueDates = fc.nat({ max: 4 }).map((days) => addDays(firstDay, days));
const plan = fc
  .array(fc.tuple(amounts, amounts, dueDates), { minLength: 1, maxLength: 4 })
  .map((all) => all.map(([charged, paid, dueDate], place) => balance(place + 1, charged, paid, dueDate)));

test('whatever is corrected, no cent appears or is lost, and nothing is paid that is not charged', () => {
  fc.assert(
    fc.property(plan, fc.integer({ min: -600, max: 600 }), fc.boolean(), (balances, held, settlesDebt) => {
      const { lines, suspenseMinor, recalledMinor } = rebalance(balances, minorAmount(held), { settlesDebt });
      const movedMinor = addMinor(zeroMinor, ...lines.map(({ amountMinor }) => amountMinor));
      expect(movedMinor + suspenseMinor - recalledMinor).toBe(held);
      const change = (sequence: number, component: Component) =>
        lines.find((line) => line.sequence === sequence && line.component === component)?.amountMinor ?? 0;
      let [owedMinor, paidMinor] = [0, 0];
      for (const { sequence, charged, paid } of balances) {
        for (const component of allocationOrder) {
          const nowMinor = paid[component] + change(sequence, component);
          expect(nowMinor).toBeGreaterThanOrEqual(0);
          expect(nowMinor).toBeLessThanOrEqual(charged[component]);
          owedMinor += charged[component] - nowMinor;
          paidMinor += nowMinor;
        }
      }
      if (settlesDebt && suspenseMinor > 0) expect(owedMinor).toBe(0);
      if (recalledMinor > 0) expect([paidMinor, suspenseMinor]).toEqual([0, 0]);
    }),
  );
});
