import { expect, test } from 'vitest';
import { minorAmount, zeroMinor } from '../money/money.ts';
import { changedFigures, type DeskEffect, effectKey, moneyFigures } from './effect.ts';

const figures = {
  status: 'overdue',
  owedMinor: minorAmount(500),
  dueMinor: minorAmount(300),
  chargesMinor: minorAmount(40),
  paidMinor: zeroMinor,
  heldMinor: zeroMinor,
  payoutMinor: zeroMinor,
} as const;
const effect = {
  orderNumber: 'LL100001',
  currency: 'MXN',
  amountMinor: minorAmount(40),
  before: figures,
  after: { ...figures, owedMinor: minorAmount(460), chargesMinor: zeroMinor },
} as const satisfies DeskEffect;

test('an effect tells the figures it changes and no others', () => {
  expect(changedFigures(effect)).toEqual(['owedMinor', 'chargesMinor']);
  expect(changedFigures({ ...effect, after: effect.before })).toEqual([]);
});

test('every figure, the state, the amount and the loan are in its key', () => {
  const payment = { provider: 'bank', eventId: 'entry 1' };
  const others: DeskEffect[] = [
    { ...effect, orderNumber: null, payment },
    { ...effect, orderNumber: null, payment: { ...payment, eventId: 'entry 2' } },
    { ...effect, before: null, after: null },
    { ...effect, orderNumber: 'LL100002' },
    { ...effect, amountMinor: minorAmount(41) },
    { ...effect, after: { ...effect.after, status: 'settled' } },
    ...moneyFigures.flatMap((name) => [
      { ...effect, before: { ...effect.before, [name]: minorAmount(999) } },
      { ...effect, after: { ...effect.after, [name]: minorAmount(999) } },
    ]),
  ];
  const keys = [effect, ...others].map(effectKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(effectKey(structuredClone(effect))).toBe(effectKey(effect));
});
