import { expect, test } from 'vitest';
import {
  allowedTransitions,
  borrowerLoanStatuses,
  borrowerStatuses,
  canTransition,
  isOpen,
  isPayable,
  isRunning,
  loanStatuses,
  openStatuses,
  payableStatuses,
  runningStatuses,
} from './loan-status.ts';

const allowed = [
  'under-review→paying-out',
  'under-review→declined',
  'paying-out→to-repay',
  'to-repay→overdue',
  'overdue→to-repay',
  'to-repay→settled',
  'overdue→settled',
  'under-review→cancelled',
  'paying-out→cancelled',
  'to-repay→written-off',
  'overdue→written-off',
  'to-repay→sold',
  'overdue→sold',
  'written-off→sold',
  'written-off→to-repay',
  'written-off→overdue',
  'written-off→settled',
  'settled→to-repay',
  'settled→overdue',
  'settled→written-off',
];

test('a loan goes from one status to another only as the table says', () => {
  const moves = loanStatuses.flatMap((from) =>
    loanStatuses.filter((to) => canTransition(from, to)).map((to) => `${from}→${to}`),
  );
  expect(moves.sort()).toEqual(allowed.sort());
});

test('a loan is open exactly until it is closed, which only a correction undoes', () => {
  expect(openStatuses).toEqual(['under-review', 'paying-out', 'to-repay', 'overdue']);
  const changing = loanStatuses.filter((status) => allowedTransitions[status].length > 0);
  expect(changing).toEqual([...openStatuses, 'settled', 'written-off']);
  expect([...loanStatuses, 'unknown' as const].filter(isOpen)).toEqual(openStatuses);
});

test('a loan runs from its disbursal until it is paid back', () => {
  expect(runningStatuses).toEqual(['to-repay', 'overdue']);
  expect([...loanStatuses, 'unknown' as const].filter(isRunning)).toEqual(runningStatuses);
});

test('a loan is paid while it runs and after it was written off', () => {
  expect(payableStatuses).toEqual(['to-repay', 'overdue', 'written-off']);
  expect(loanStatuses.filter(isPayable)).toEqual(payableStatuses);
});

test.each(loanStatuses)('%s has a status number for the borrower', (status) => {
  const others = { cancelled: 'declined', 'written-off': 'overdue', sold: 'settled' };
  expect(borrowerStatuses[status]).toBe(status in others ? others[status as keyof typeof others] : status);
  expect(borrowerLoanStatuses).toContain(borrowerStatuses[status]);
});
