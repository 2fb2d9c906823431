import { expect, test } from 'vitest';
import {
  allowedTransitions,
  canTransition,
  isLoanStatus,
  type LoanStatus,
  loanStatuses,
  loanStatusNames,
  openStatuses,
} from './loan-status.ts';

const allowed = new Set(['21→151', '21→110', '151→174', '174→180', '180→174', '174→200', '180→200']);
const matrix = loanStatuses.flatMap((from) =>
  loanStatuses.map((to) => [from, to, allowed.has(`${from}→${to}`)] as const),
);

test('the matrix has a row for every pair of statuses', () => {
  expect(matrix).toHaveLength(36);
  expect(matrix.filter(([, , isAllowed]) => isAllowed)).toHaveLength(allowed.size);
});

test.each(matrix)('an order may go from %i to %i: %s', (from, to, isAllowed) => {
  expect(canTransition(from, to)).toBe(isAllowed);
});

test('each status has its meaning', () => {
  expect(loanStatusNames).toEqual({
    21: 'under-review',
    151: 'paying-out',
    110: 'declined',
    174: 'to-repay',
    180: 'overdue',
    200: 'settled',
  });
});

test('an order is open exactly while it can still change', () => {
  expect(openStatuses).toEqual([21, 151, 174, 180]);
  const changing = loanStatuses.filter((status) => allowedTransitions[status].length > 0);
  expect(changing).toEqual(openStatuses);
});

test('only the six numbers are statuses', () => {
  for (const status of [21, 151, 110, 174, 180, 200] satisfies LoanStatus[]) {
    expect(isLoanStatus(status)).toBe(true);
  }
  for (const other of [0, -21, 21.5, 111, 201, Number.NaN]) expect(isLoanStatus(other)).toBe(false);
});
