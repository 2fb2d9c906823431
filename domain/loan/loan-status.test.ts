import { expect, test } from 'vitest';
import {
  allowedTransitions,
  canTransition,
  isOpen,
  isRunning,
  loanStatuses,
  openStatuses,
  runningStatuses,
} from './loan-status.ts';

const allowed = new Set([
  'under-review→paying-out',
  'under-review→declined',
  'paying-out→to-repay',
  'to-repay→overdue',
  'overdue→to-repay',
  'to-repay→settled',
  'overdue→settled',
]);
const matrix = loanStatuses.flatMap((from) =>
  loanStatuses.map((to) => [from, to, allowed.has(`${from}→${to}`)] as const),
);

test('the matrix has a row for every pair of statuses', () => {
  expect(matrix).toHaveLength(36);
  expect(matrix.filter(([, , isAllowed]) => isAllowed)).toHaveLength(allowed.size);
});

test.each(matrix)('a loan may go from %s to %s: %s', (from, to, isAllowed) => {
  expect(canTransition(from, to)).toBe(isAllowed);
});

test('a loan is open exactly while it can still change', () => {
  expect(openStatuses).toEqual(['under-review', 'paying-out', 'to-repay', 'overdue']);
  const changing = loanStatuses.filter((status) => allowedTransitions[status].length > 0);
  expect(changing).toEqual(openStatuses);
  expect([...loanStatuses, 'unknown' as const].filter(isOpen)).toEqual(openStatuses);
});

test('a loan runs from its disbursal until it is paid back', () => {
  expect(runningStatuses).toEqual(['to-repay', 'overdue']);
  expect([...loanStatuses, 'unknown' as const].filter(isRunning)).toEqual(runningStatuses);
});
