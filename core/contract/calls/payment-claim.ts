import { z } from 'zod';
import { claimChannels, claimStates, trackingKeyMaxLength } from '#domain/repayment/payment-claim.ts';
import { defineCall, v3Call } from '../call.ts';
import { field, wireObject } from '../wire.ts';
import { amount, dateText, flag, id, idOrEmpty, idOrNull, requestAmount, text } from '../wire-values.ts';

const claimState = z.enum(claimStates);

/** What a borrower said that they paid, and what became of it. */
export const paymentClaim = wireObject({
  claimId: id.describe('Names the claim'),
  amountMinor: amount,
  paidOn: dateText.describe('The day, YYYY-MM-DD'),
  channel: z.enum(claimChannels).catch('other').describe('How it was paid'),
  trackingKey: text.describe('Letters and figures alone; empty for none'),
  hasImage: flag.describe('1: a photo of the proof came with it'),
  state: claimState.describe('Looked for, found, or not there'),
  claimedAt: dateText.describe('When the borrower said so, ISO 8601'),
  answerBy: dateText.describe(
    'Until when it is looked for before it becomes a complaint by itself, ISO 8601',
  ),
  answer: text.describe('What a person answered; empty for nothing'),
  complaintId: idOrNull.describe('The complaint that it became; null for none'),
  folio: text.describe('The folio of that complaint; empty for none'),
}).meta({ id: 'PaymentClaim' });

/** A claim as the borrower's pages show it. */
export type PaymentClaim = z.output<typeof paymentClaim>;

const claimRequest = wireObject({
  productId: idOrEmpty,
  orderId: id,
  amountMinor: field('amount', requestAmount),
  paidOn: z.iso.date().describe('The day it was paid, in the market of the loan'),
  channel: z.enum(claimChannels).describe('How it was paid'),
  trackingKey: z.string().max(trackingKeyMaxLength).describe('As it is written on the proof; empty for none'),
  image: field(
    'problemImage',
    z.string().max(2048).nullable(),
    'What the upload of an image gave; null for none',
  ),
});

/** What a borrower says that they paid; a key or an image is needed. */
export type ClaimRequest = z.output<typeof claimRequest>;

/**
 * Says that one has paid. Beyond the specification: the pages make it only where the statement of the loan has `claims`.
 * The same payment told again is the same claim.
 */
export const claimPayment = defineCall({
  ...v3Call,
  name: 'claimPayment',
  announcedBy: ['statement.claims', 'claimToday'],
  area: 'repayment',
  summary: 'Say that one has paid',
  refusals: ['not-found', 'status-conflict', 'complaint-image-unknown', 'too-many-requests'],
  path: '/v3/installment/payment-claim',
  request: claimRequest,
  response: wireObject({
    claimId: id.describe('Names the claim'),
    state: claimState.describe('Looked for, found, or not there'),
    isRepeated: flag.describe('1: it was known already'),
  }),
});
