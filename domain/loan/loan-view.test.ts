import { expect, test } from 'vitest';
import { loanStatuses } from './loan-status.ts';
import { loanView } from './loan-view.ts';

const rows = [
  ['under-review', 'rising', 'brand', true, [], []],
  ['paying-out', 'climbing', 'brand', true, [], []],
  ['declined', 'resting', 'plain', false, [], []],
  ['to-repay', 'on-its-way', 'brand', true, ['repay'], ['extend', 'repay']],
  ['overdue', 'setting', 'warn', true, ['repay'], ['extend', 'repay']],
  ['settled', 'whole', 'ok', true, ['borrow-again'], ['borrow-again']],
  ['unknown', 'horizon', 'brand', true, [], []],
] as const;

const plain = { isExtendable: false, isLoanMarket: false };

test('the rows cover every status and the unknown one', () => {
  expect(rows.map(([status]) => status)).toEqual([...loanStatuses, 'unknown']);
});

test.each(rows)('[ORDER-1] %s has the banner %s in tone %s', (status, scene, tone) => {
  expect(loanView(status, plain)).toMatchObject({ scene, tone });
});

test.each(rows)(
  '[ORDER-3] %s, banner %s, tone %s, shows its detail list: %s',
  (status, _scene, _tone, showsDetails) => {
    expect(loanView(status, plain).showsDetails).toBe(showsDetails);
  },
);

test.each(rows)(
  '[ORDER-4] %s has its actions',
  (status, _scene, _tone, _showsDetails, actions, extendable) => {
    expect(loanView(status, plain).actions).toEqual(actions);
    expect(loanView(status, { ...plain, isExtendable: true }).actions).toEqual(extendable);
  },
);

test.each(rows)('[ORDER-5] %s has no actions in a loan market, and the rest unchanged', (status) => {
  for (const isExtendable of [false, true]) {
    const { actions, ...shown } = loanView(status, { isExtendable, isLoanMarket: true });
    expect(actions).toEqual([]);
    expect(loanView(status, plain)).toMatchObject(shown);
  }
});
