import { expect, test } from 'vitest';
import { loanStatuses } from './loan-status.ts';
import { loanView } from './loan-view.ts';

const rows = [
  [21, 'rising', 'brand', true, [], []],
  [151, 'climbing', 'brand', true, [], []],
  [110, 'resting', 'plain', false, [], []],
  [174, 'on-its-way', 'brand', true, ['repay'], ['extend', 'repay']],
  [180, 'setting', 'warn', true, ['repay'], ['extend', 'repay']],
  [200, 'whole', 'ok', true, ['borrow-again'], ['borrow-again']],
  [0, 'horizon', 'brand', true, [], []],
  [999, 'horizon', 'brand', true, [], []],
  [Number.NaN, 'horizon', 'brand', true, [], []],
] as const;

const plain = { isExtendable: false, isLoanMarket: false };

test('the rows cover every status and some unknown ones', () => {
  expect(rows.slice(0, 6).map(([status]) => status)).toEqual([...loanStatuses]);
});

test.each(rows)('[ORDER-1] %d has the banner %s in tone %s', (status, scene, tone) => {
  expect(loanView(status, plain)).toMatchObject({ scene, tone });
});

test.each(rows)(
  '[ORDER-3] %d, banner %s, tone %s, shows its detail list: %s',
  (status, _scene, _tone, showsDetails) => {
    expect(loanView(status, plain).showsDetails).toBe(showsDetails);
  },
);

test.each(rows)(
  '[ORDER-4] %d has its actions',
  (status, _scene, _tone, _showsDetails, actions, extendable) => {
    expect(loanView(status, plain).actions).toEqual(actions);
    expect(loanView(status, { ...plain, isExtendable: true }).actions).toEqual(extendable);
  },
);

test.each(rows)('[ORDER-5] %d has no actions in a loan market, and the rest unchanged', (status) => {
  for (const isExtendable of [false, true]) {
    const { actions, ...shown } = loanView(status, { isExtendable, isLoanMarket: true });
    expect(actions).toEqual([]);
    expect(loanView(status, plain)).toMatchObject(shown);
  }
});
