import { z } from 'zod';
import { claimChannels, claimStates, trackingKeyMaxLength } from '#domain/repayment/payment-claim.ts';
import { defineCall, v3Call } from '../call.ts';
import { field, wireObject } from '../wire.ts';
import { amount, dateText, flag, id, idOrEmpty, idOrNull, requestAmount, text } from '../wire-values.ts';

const claimState = z.enum(claimStates);

export const paymentClaim = wireObject({
  claimId: id.describe('Id of the claim'),
  amountMinor: amount,
  paidOn: dateText.describe('The day, YYYY-MM-DD'),
  channel: z.enum(claimChannels).catch('other').describe('How it was paid'),
  trackingKey: text.describe('Letters and digits only; empty for none'),
  hasImage: flag.describe('1: it has a photo of the proof'),
  state: claimState.describe('waiting, found or not found'),
  claimedAt: dateText.describe('When the borrower reported it, ISO 8601'),
  answerBy: dateText.describe('Deadline of the search, ISO 8601; when it passes, a complaint is opened'),
  answer: text.describe('Answer in words; empty for none'),
  complaintId: idOrNull.describe('Id of the complaint opened for it; null for none'),
  folio: text.describe('The folio of that complaint; empty for none'),
}).meta({ id: 'PaymentClaim' });

export type PaymentClaim = z.output<typeof paymentClaim>;

const claimRequest = wireObject({
  productId: idOrEmpty,
  orderId: id,
  amountMinor: field('amount', requestAmount),
  paidOn: z.iso.date().describe("Day of the payment in the loan's market"),
  channel: z.enum(claimChannels).describe('How it was paid'),
  trackingKey: z.string().max(trackingKeyMaxLength).describe('Tracking key on the proof; empty for none'),
  image: field(
    'problemImage',
    z.string().max(2048).nullable(),
    'Address from the image upload; null for none',
  ),
});

/** Needs a tracking key or an image. */
export type ClaimRequest = z.output<typeof claimRequest>;

/** Reports a payment that the borrower made. The same payment reported again is the same claim. */
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
    claimId: id.describe('Id of the claim'),
    state: claimState.describe('waiting, found or not found'),
    isRepeated: flag.describe('1: it was already known'),
  }),
});
