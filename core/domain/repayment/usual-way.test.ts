import { expect, test } from 'vitest';
import { waysInOrder } from './usual-way.ts';

const mexican = ['bank-transfer', 'store', 'card'] as const;

test('[REPAY-4] who never paid is offered the way the market uses most, and a card last', () => {
  expect(waysInOrder('MX', mexican, null)).toEqual(['store', 'bank-transfer', 'card']);
  expect(waysInOrder('IN', ['card', 'virtual-account', 'upi'], null)).toEqual([
    'upi',
    'virtual-account',
    'card',
  ]);
});

test('[REPAY-4] what the borrower used last comes first, if it is still there', () => {
  expect(waysInOrder('MX', mexican, 'card')).toEqual(['card', 'store', 'bank-transfer']);
  expect(waysInOrder('MX', mexican, 'bank-transfer')).toEqual(['bank-transfer', 'store', 'card']);
  expect(waysInOrder('MX', ['store'], 'card')).toEqual(['store']);
  expect(waysInOrder('MX', mexican, 'other')).toEqual(['store', 'bank-transfer', 'card']);
});
