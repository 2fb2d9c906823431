import { z } from 'zod';
import { allCurrencies } from '#domain/market.ts';
import { claimChannels, claimStates } from '#domain/repayment/payment-claim.ts';
import { actorName, defineHostCall, namedObject, nextCursor, pageFields, systemName } from '../host-call.ts';

const claimId = z.uuid();
const state = z.enum(claimStates);

const hostClaim = namedObject('HostPaymentClaim', {
  claimId,
  orderNumber: z.string(),
  borrowerId: z.string(),
  amountMinor: z.int().describe('Amount the borrower says they paid, in minor units'),
  currency: z.enum(allCurrencies),
  paidOn: z.string().describe('Day the borrower says they paid'),
  channel: z.enum(claimChannels),
  trackingKey: z.string().describe('Letters and digits only; empty for none'),
  image: z
    .string()
    .nullable()
    .describe('Photo of the proof: link without origin, valid for 15 minutes; null for none'),
  state,
  claimedAt: z.string(),
  answerBy: z.string().describe('Deadline; a claim that is still pending then becomes a complaint'),
  answeredAt: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answer: z.string().nullable(),
  payment: z
    .object({ provider: z.string(), eventId: z.string() })
    .nullable()
    .describe('Payment found for it; null for none'),
  folio: z.string().nullable().describe('Id of the complaint opened for it; null for none'),
});

export type HostPaymentClaim = z.infer<typeof hostClaim>;

export const listPaymentClaims = defineHostCall({
  name: 'listPaymentClaims',
  summary: 'List claimed payments',
  path: '/host/payment-claims/list',
  isRead: true,
  request: z.object({ state, ...pageFields }),
  response: z.object({ claims: z.array(hostClaim), nextCursor }),
});

export const readPaymentClaim = defineHostCall({
  name: 'readPaymentClaim',
  summary: 'Read a claimed payment',
  path: '/host/payment-claims/read',
  isRead: true,
  request: z.object({ claimId }),
  response: hostClaim,
});

/**
 * Answers a pending claim with a payment that is booked on the loan, or as not found. A payment that is reported or assigned
 * answers the claims that fit it.
 */
export const answerPaymentClaim = defineHostCall({
  name: 'answerPaymentClaim',
  summary: 'Answer a claimed payment',
  path: '/host/payment-claims/answer',
  request: z
    .object({
      claimId,
      payment: z
        .object({ provider: systemName(32), eventId: systemName(128) })
        .optional()
        .describe('Payment found for it; absent when none was found'),
      answer: systemName(300)
        .optional()
        .describe('Answer to the borrower; required when the payment was not found'),
      actor: actorName.optional(),
    })
    .refine(({ payment, answer }) => payment !== undefined || answer !== undefined, {
      path: ['answer'],
      message: 'either payment or answer',
    }),
  response: z.object({ claimId, state }),
});
