import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { type MinorAmount, MoneyError, minorAmount, zeroMinor } from '../money/money.ts';
import type { Component } from '../repayment/allocation.ts';
import {
  dueNow,
  type InstalmentBalance,
  outstandingOf,
  remainingTotal,
  unpaidBaseMinor,
} from './instalment-state.ts';

type Amounts = Partial<Record<Component, number>>;

function amountsOf(amounts: Amounts): Record<Component, MinorAmount> {
  const of = (component: Component) => minorAmount(amounts[component] ?? 0);
  return {
    penalty: of('penalty'),
    fee: of('fee'),
    vat: of('vat'),
    interest: of('interest'),
    principal: of('principal'),
  };
}

function balance(sequence: number, dueDate: string, charged: Amounts, paid: Amounts = {}): InstalmentBalance {
  return { sequence, dueDate: localDate(dueDate), charged: amountsOf(charged), paid: amountsOf(paid) };
}

const first = { fee: 7500, vat: 2384, interest: 7397, principal: 125_000 };
const second = { fee: 7500, vat: 2088, interest: 5548, principal: 125_000 };
const third = { fee: 7500, vat: 1792, interest: 3699, principal: 125_000 };
const running = [
  balance(3, '2027-02-18', third),
  balance(1, '2026-12-20', first, first),
  balance(2, '2027-01-19', { ...second, penalty: 12_612 }),
];

test('outstanding is charged less paid, component by component', () => {
  expect(outstandingOf(balance(2, '2027-01-19', second, { fee: 7500, vat: 88 }))).toEqual({
    ...{ sequence: 2, dueDate: '2027-01-19' },
    penaltyMinor: 0,
    feeMinor: 0,
    vatMinor: 2000,
    interestMinor: 5548,
    principalMinor: 125_000,
  });
});

test('paying more than was charged is refused', () => {
  expect(() => outstandingOf(balance(2, '2027-01-19', second, { fee: 7501 }))).toThrow(MoneyError);
});

test('penalties accrue on what is unpaid without them', () => {
  const late = balance(2, '2027-01-19', { ...second, penalty: 12_612 });
  expect(unpaidBaseMinor(late)).toBe(140_136);
  expect(unpaidBaseMinor({ ...late, paid: amountsOf({ penalty: 12_612, fee: 136 }) })).toBe(140_000);
});

test('with an instalment overdue, what is due now is all that is overdue', () => {
  expect(dueNow(running, localDate('2027-01-22'), zeroMinor)).toEqual({
    amountMinor: 152_748,
    dueDate: '2027-01-19',
    instalmentSequences: [2],
    daysLate: 3,
    penaltyMinor: 12_612,
  });
  expect(dueNow(running, localDate('2027-02-18'), zeroMinor)).toMatchObject({
    instalmentSequences: [2],
    daysLate: 30,
  });
  expect(dueNow(running, localDate('2027-02-20'), zeroMinor)).toEqual({
    amountMinor: 290_739,
    dueDate: '2027-01-19',
    instalmentSequences: [2, 3],
    daysLate: 32,
    penaltyMinor: 12_612,
  });
});

test('with none overdue, what is due now is the first unpaid instalment, and its due day is not late', () => {
  const onTime = [
    balance(1, '2026-12-20', first, first),
    balance(2, '2027-01-19', second),
    balance(3, '2027-02-18', third),
  ];
  for (const today of ['2026-12-21', '2027-01-19']) {
    expect(dueNow(onTime, localDate(today), zeroMinor)).toEqual({
      amountMinor: 140_136,
      dueDate: '2027-01-19',
      instalmentSequences: [2],
      daysLate: 0,
      penaltyMinor: 0,
    });
  }
  expect(dueNow(onTime, localDate('2027-01-20'), zeroMinor)).toMatchObject({ daysLate: 1 });
});

test('when all is paid nothing is due', () => {
  const settled = [balance(1, '2026-12-20', first, first)];
  expect(dueNow(settled, localDate('2027-01-22'), zeroMinor)).toBeNull();
  expect(dueNow([], localDate('2027-01-22'), zeroMinor)).toBeNull();
  expect(remainingTotal(settled)).toBe(0);
});
