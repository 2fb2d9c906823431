import { z } from 'zod';
import {
  chargeKinds,
  disputeReasons,
  disputeStates,
  disputeWordsMaxLength,
} from '#domain/loan/charge-dispute.ts';
import { allCurrencies } from '#domain/market.ts';
import { actorName, defineHostCall, namedObject, nextCursor, pageFields, systemName } from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';
import { bookedAmount } from './repayment.ts';

const disputeId = z.uuid();
const state = z.enum(disputeStates);
const answer = systemName(disputeWordsMaxLength).describe('Status that borrowers see');

const hostDispute = namedObject('HostChargeDispute', {
  disputeId,
  orderNumber: z.string(),
  borrowerId: z.string(),
  sequence: z.int().describe('Number of the instalment that was charged'),
  kind: z.enum(chargeKinds).describe('Kind of charge'),
  amountMinor: z.int().describe('Charged amount while the dispute is open, or at its end, in minor units'),
  currency: z.enum(allCurrencies),
  reason: z.enum(disputeReasons),
  words: z.string().describe("Borrower's own words; empty for none"),
  state,
  filedAt: z.string(),
  answerBy: z.string().describe('Deadline; a dispute that is still open then becomes a complaint'),
  endedAt: z.string().nullable().describe('When it was answered or withdrawn'),
  answeredBy: z.string().nullable(),
  answer: z.string().nullable(),
  takenOffMinor: z.int().describe('Amount taken off the charge, in minor units; 0 unless upheld'),
  vatTakenOffMinor: z.int().describe('Amount taken off the tax on it, in minor units'),
  folio: z.string().nullable().describe('Id of the complaint opened for it; null for none'),
});

export type HostChargeDispute = z.infer<typeof hostDispute>;

export const listChargeDisputes = defineHostCall({
  name: 'listChargeDisputes',
  summary: 'List disputed charges',
  path: '/host/charge-disputes/list',
  isRead: true,
  request: z.object({ state, ...pageFields }),
  response: z.object({ disputes: z.array(hostDispute), nextCursor }),
});

export const readChargeDispute = defineHostCall({
  name: 'readChargeDispute',
  summary: 'Read a disputed charge',
  path: '/host/charge-disputes/read',
  isRead: true,
  request: z.object({ disputeId }),
  response: hostDispute.extend({
    chargedMinor: z
      .int()
      .describe('Present amount of the charge in minor units, the most that can be taken off'),
  }),
});

/**
 * Upholds a dispute: takes the charge back in full or in part, paid or not, with its tax. What was paid of it settles other
 * debt; the rest is held for the borrower.
 */
export const upholdChargeDispute = defineHostCall({
  name: 'upholdChargeDispute',
  summary: 'Uphold a disputed charge',
  path: '/host/charge-disputes/uphold',
  request: z.object({
    disputeId,
    amountMinor: bookedAmount
      .optional()
      .describe('Amount to take off the charge; the whole charge when absent'),
    answer,
    actor: actorName.optional(),
  }),
  response: z.object({
    disputeId,
    state,
    takenOffMinor: z.int().describe('In minor units'),
    vatTakenOffMinor: z.int().describe('Taken off the tax on it, in minor units'),
    owedMinor: z.int().describe('Amount that settles the loan today, afterwards, in minor units'),
    orderStatus: wireLoanStatus,
  }),
});

export const rejectChargeDispute = defineHostCall({
  name: 'rejectChargeDispute',
  summary: 'Reject a disputed charge',
  path: '/host/charge-disputes/reject',
  request: z.object({ disputeId, answer, actor: actorName.optional() }),
  response: z.object({ disputeId, state }),
});
