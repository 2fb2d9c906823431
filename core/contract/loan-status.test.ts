import { expect, test } from 'vitest';
import { z } from 'zod';
import { borrowerLoanStatuses } from '#domain/loan/loan-status.ts';
import { loanStatusOf, wireLoanStatus, wireLoanStatuses, wireLoanStatusOf } from './loan-status.ts';

test('each status has its number on the wire', () => {
  expect(wireLoanStatuses).toEqual({
    'under-review': 21,
    'paying-out': 151,
    declined: 110,
    'to-repay': 174,
    overdue: 180,
    settled: 200,
  });
});

test.each(borrowerLoanStatuses)(
  '%s is read from its number, as a number and as text, and written as a number',
  (status) => {
    const wire = wireLoanStatuses[status];
    expect(loanStatusOf(wire)).toBe(status);
    expect(loanStatusOf(String(wire))).toBe(status);
    expect(wireLoanStatusOf(status)).toBe(wire);
    expect(z.encode(wireLoanStatus, z.decode(wireLoanStatus, String(wire)))).toBe(wire);
  },
);

test('every other value is unknown, and stays so when it is sent on', () => {
  for (const other of [
    0,
    -21,
    21.5,
    111,
    201,
    Number.NaN,
    '',
    ' 21',
    '21.0',
    'settled',
    null,
    undefined,
    true,
    {},
    [174],
  ]) {
    expect(loanStatusOf(other)).toBe('unknown');
  }
  expect(loanStatusOf(wireLoanStatusOf('unknown'))).toBe('unknown');
});
