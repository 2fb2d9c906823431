import { expect, test } from 'vitest';
import { z } from 'zod';
import { minorAmount } from '#domain/money/money.ts';
import { readPaymentInstruction } from './repayment.ts';

test.each([
  ['repay', 1],
  ['extend', 2],
] as const)('[INSTR-1] [CALL-6] on the wire the requestType that says %s is %d', (purpose, requestType) => {
  const request = {
    ...{ productId: 'mx-120', orderId: 'loan-1', payCode: '4821', purpose },
    amountMinor: minorAmount(142_281),
  };
  const wire = {
    ...{ productId: 'mx-120', orderId: 'loan-1', payCode: '4821', requestType },
    amount: 142_281,
  };
  expect(z.encode(readPaymentInstruction.request, request)).toEqual(wire);
  expect(z.decode(readPaymentInstruction.request, wire)).toEqual(request);
});
