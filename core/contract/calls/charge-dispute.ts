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
  chargeId: id.describe('Id of the charge'),
  sequence: z.int().describe('Number of the instalment that was charged'),
  kind: z.enum(chargeKinds).describe('Kind of charge'),
};

export const statementCharge = wireObject({
  ...chargeFacts,
  chargedMinor: amount.describe('Amount of the charge, paid or not, in minor units'),
}).meta({ id: 'StatementCharge' });

export const chargeDispute = wireObject({
  disputeId: id.describe('Id of the dispute'),
  ...chargeFacts,
  amountMinor: amount.describe('Charged amount while the dispute is open, or at its end, in minor units'),
  reason: z.enum(disputeReasons).catch('other').describe('Reason of the dispute'),
  words: text.describe("The borrower's own words; empty for none"),
  state: disputeState.describe('open, withdrawn by the borrower, upheld in full or in part, or rejected'),
  filedAt: dateText.describe('When it was disputed, ISO 8601'),
  answerBy: dateText.describe('Deadline of the answer, ISO 8601; when it passes, a complaint is opened'),
  isPaused: flag.describe('1 while the dispute pauses penalties'),
  answer: text.describe('Answer in words; empty for none'),
  takenOffMinor: amount.describe('Amount taken off the charge, in minor units; 0 unless upheld'),
  vatTakenOffMinor: amount.describe('Amount taken off the tax on it, in minor units'),
  complaintId: idOrNull.describe('Id of the complaint opened for it; null for none'),
  folio: text.describe('The folio of that complaint; empty for none'),
}).meta({ id: 'ChargeDispute' });

export type ChargeDispute = z.output<typeof chargeDispute>;

const disputeRequest = wireObject({
  productId: idOrEmpty,
  orderId: id,
  chargeId: id.describe('Id of the charge from the statement'),
  reason: z.enum(disputeReasons).describe('Reason of the dispute'),
  words: z.string().max(disputeWordsMaxLength).describe("Borrower's own words; empty for none"),
});

/** The reason `other` needs words of the borrower. */
export type DisputeRequest = z.output<typeof disputeRequest>;

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
    disputeId: id.describe('Id of the dispute'),
    state: disputeState.describe('State'),
    isRepeated: flag.describe('1: the charge already had this dispute'),
  }),
});

export const withdrawDispute = defineCall({
  ...v3Call,
  name: 'withdrawDispute',
  announcedBy: ['statement.charges'],
  area: 'loan',
  summary: 'Take a dispute back',
  refusals: ['not-found', 'status-conflict'],
  path: '/v3/installment/charge-dispute-withdrawal',
  request: wireObject({ productId: idOrEmpty, orderId: id, disputeId: id.describe('Id of the dispute') }),
  response: wireObject({
    disputeId: id.describe('Id of the dispute'),
    state: disputeState.describe('State'),
  }),
});
