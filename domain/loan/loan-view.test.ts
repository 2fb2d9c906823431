import { expect, test } from 'vitest';
import { borrowerLoanStatuses } from './loan-status.ts';
import { loanView } from './loan-view.ts';

const rows = [
  ['under-review', 'rising', 'brand', true, true, [], []],
  ['paying-out', 'climbing', 'brand', true, true, [], []],
  ['declined', 'resting', 'plain', false, false, [], []],
  ['to-repay', 'on-its-way', 'brand', true, false, ['repay'], ['extend', 'repay']],
  ['overdue', 'setting', 'warn', true, false, ['repay'], ['extend', 'repay']],
  ['settled', 'whole', 'ok', true, false, ['borrow-again'], ['borrow-again']],
  ['unknown', 'horizon', 'brand', true, false, [], []],
] as const;

const plain = { isExtendable: false, isLoanMarket: false };

test('the rows cover every status and the unknown one', () => {
  expect(rows.map(([status]) => status)).toEqual([...borrowerLoanStatuses, 'unknown']);
});

test.each(rows)('[ORDER-1] %s has the banner %s in tone %s', (status, scene, tone) => {
  expect(loanView(status, plain)).toMatchObject({ scene, tone });
});

test.each(rows)(
  '[ORDER-3] %s, banner %s, tone %s, shows its detail list: %s, and moves on by itself: %s',
  (status, _scene, _tone, showsDetails, isLive) => {
    expect(loanView(status, plain)).toMatchObject({ showsDetails, isLive });
  },
);

test.each(rows)(
  '[ORDER-4] %s has its actions',
  (status, _scene, _tone, _showsDetails, _isLive, actions, extendable) => {
    expect(loanView(status, plain).actions).toEqual(actions);
    expect(loanView(status, { ...plain, isExtendable: true }).actions).toEqual(extendable);
  },
);

test('[BRIDGE-1] the ends of a journey lead on to the home tab, or to other loans and the account', () => {
  expect(Object.fromEntries(rows.map(([status]) => [status, loanView(status, plain).waysOn]))).toEqual({
    'under-review': ['home'],
    'paying-out': ['home'],
    declined: ['recommended-loans', 'account'],
    'to-repay': [],
    overdue: [],
    settled: ['recommended-loans', 'account'],
    unknown: [],
  });
});

test.each(rows)('[ORDER-5] %s has no actions in a loan market, and the rest unchanged', (status) => {
  for (const isExtendable of [false, true]) {
    const { actions, ...shown } = loanView(status, { isExtendable, isLoanMarket: true });
    expect(actions).toEqual([]);
    expect(loanView(status, plain)).toMatchObject(shown);
  }
});
