import { z } from 'zod';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { defineHostCall, orderNumber, systemName } from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';

const receivedAmount = z
  .int()
  .positive()
  .transform((value): MinorAmount => minorAmount(value));

/** Reports money that a payment provider received; each event has one effect. */
export const recordPayment = defineHostCall({
  name: 'recordPayment',
  summary: 'Report a payment',
  path: '/host/payments',
  statuses: [200, 202],
  request: z
    .object({
      provider: systemName(32),
      eventId: systemName(128),
      reference: systemName(64)
        .optional()
        .describe('The code it was paid with: CLABE, store reference, UPI reference or virtual account'),
      orderNumber: orderNumber.optional(),
      amountMinor: receivedAmount.describe('Amount above 0 in minor units'),
      currency: z.enum(['MXN', 'INR']),
      paidAt: z.iso.datetime({ offset: true }).optional().describe('When it was paid; now when absent'),
    })
    .refine(({ reference, orderNumber }) => (reference === undefined) !== (orderNumber === undefined), {
      path: ['reference'],
      message: 'either reference or orderNumber',
    }),
  response: z.object({
    outcome: z.enum(['posted', 'unmatched']),
    isRepeated: z
      .boolean()
      .describe('Whether the event was known already, so that this report had no effect'),
    orderNumber: z.string().nullable(),
    orderStatus: wireLoanStatus.nullable(),
  }),
});

/** Looks at all unmatched payments again, for what fits a loan by now. */
export const matchPayments = defineHostCall({
  name: 'matchPayments',
  summary: 'Match kept payments again',
  path: '/host/payments/match',
  request: z.object({}),
  response: z.object({ matchedCount: z.int().describe('How many were booked by this look') }),
});
