import { z } from 'zod';
import {
  chargeKinds,
  disputeReasons,
  disputeStates,
  disputeWordsMaxLength,
} from '#domain/loan/charge-dispute.ts';
import { defineCall, v3Call } from '../call.ts';
import { wireObject } from '../wire.ts';
import { amount, dateText, flag, id, idOrEmpty, idOrNull, text } from '../wire-values.ts';

const disputeState = z.enum(disputeStates);
const chargeFacts = {
  chargeId: id.describe('Names the charge'),
  sequence: z.int().describe('The payment of the plan that it was charged to'),
  kind: z.enum(chargeKinds).describe('What was charged'),
};

export const statementCharge = wireObject({
  ...chargeFacts,
  chargedMinor: amount.describe('What of it is charged, paid or not, in minor units'),
}).meta({ id: 'StatementCharge' });

/** A disputed charge, with the answer once there is one. */
export const chargeDispute = wireObject({
  disputeId: id.describe('Names the dispute'),
  ...chargeFacts,
  amountMinor: amount.describe(
    'What is charged while the dispute is open, and was when it ended, in minor units',
  ),
  reason: z.enum(disputeReasons).catch('other').describe('Why the borrower does not agree'),
  words: text.describe("The borrower's own words; empty for none"),
  state: disputeState.describe('Looked into, taken back by the borrower, upheld in full or in part, or not'),
  filedAt: dateText.describe('When it was disputed, ISO 8601'),
  answerBy: dateText.describe('Until when it is answered before it becomes a complaint by itself, ISO 8601'),
  isPaused: flag.describe('1 while no penalty is charged on it, or it is a penalty that does not grow'),
  answer: text.describe('What a person answered; empty for nothing'),
  takenOffMinor: amount.describe('What was taken off the charge, in minor units; 0 unless it was upheld'),
  vatTakenOffMinor: amount.describe('What was taken off the tax on it, in minor units'),
  complaintId: idOrNull.describe('The complaint that it became; null for none'),
  folio: text.describe('The folio of that complaint; empty for none'),
}).meta({ id: 'ChargeDispute' });

export type ChargeDispute = z.output<typeof chargeDispute>;

const disputeRequest = wireObject({
  productId: idOrEmpty,
  orderId: id,
  chargeId: id.describe('Of the charge, as the statement names it'),
  reason: z.enum(disputeReasons).describe('Why the borrower does not agree'),
  words: z.string().max(disputeWordsMaxLength).describe("The borrower's own; empty for none"),
});

/** The reason `other` needs words of the borrower. */
export type DisputeRequest = z.output<typeof disputeRequest>;

/** Disputes a charge. A charge has at most one open dispute. */
export const disputeCharge = defineCall({
  ...v3Call,
  name: 'disputeCharge',
  announcedBy: ['statement.charges'],
  area: 'loan',
  summary: 'Dispute a charge',
  refusals: ['not-found', 'status-conflict', 'too-many-requests'],
  path: '/v3/installment/charge-dispute',
  request: disputeRequest,
  response: wireObject({
    disputeId: id.describe('Names the dispute'),
    state: disputeState.describe('Where it stands'),
    isRepeated: flag.describe('1: the charge was disputed already'),
  }),
});

/** Withdraws an open dispute; idempotent. */
export const withdrawDispute = defineCall({
  ...v3Call,
  name: 'withdrawDispute',
  announcedBy: ['statement.charges'],
  area: 'loan',
  summary: 'Take a dispute back',
  refusals: ['not-found', 'status-conflict'],
  path: '/v3/installment/charge-dispute-withdrawal',
  request: wireObject({ productId: idOrEmpty, orderId: id, disputeId: id.describe('Names the dispute') }),
  response: wireObject({
    disputeId: id.describe('Names the dispute'),
    state: disputeState.describe('Where it stands'),
  }),
});
