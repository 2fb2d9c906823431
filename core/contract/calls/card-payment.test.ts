import { expect, test } from 'vitest';
import { z } from 'zod';
import { confirmCardPayment, payWithCard } from './card-payment.ts';

test('a payment whose outcome is known says nothing of waiting', () => {
  const outcome = { needsCode: true, repaymentId: 'r-1', isPending: false };
  expect(z.encode(payWithCard.response, outcome)).toStrictEqual({ needValid: 1, repaymentRecordId: 'r-1' });
  expect(z.encode(confirmCardPayment.response, { isPending: false })).toBeNull();
});
