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
  amountMinor: z.int().describe('What the borrower says they paid, in minor units'),
  currency: z.enum(allCurrencies),
  paidOn: z.string().describe('The day they say they paid it'),
  channel: z.enum(claimChannels),
  trackingKey: z.string().describe('Letters and figures alone; empty for none'),
  image: z
    .string()
    .nullable()
    .describe(
      'Photo of the proof: a link without an origin that opens for a quarter of an hour; null for none',
    ),
  state,
  claimedAt: z.string(),
  answerBy: z.string().describe('When it becomes a complaint by itself while it waits'),
  answeredAt: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answer: z.string().nullable(),
  payment: z
    .object({ provider: z.string(), eventId: z.string() })
    .nullable()
    .describe('The payment that it was; null unless it was found'),
  folio: z.string().nullable().describe('The complaint that it became; null for none'),
});

export type HostPaymentClaim = z.infer<typeof hostClaim>;

/** Lists payments that borrowers say they made, oldest first. */
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
        .describe('The payment that it was; absent when it is not there'),
      answer: systemName(300).optional().describe('What the borrower is told; needed when it is not there'),
      actor: actorName.optional(),
    })
    .refine(({ payment, answer }) => payment !== undefined || answer !== undefined, {
      path: ['answer'],
      message: 'either payment or answer',
    }),
  response: z.object({ claimId, state }),
});
