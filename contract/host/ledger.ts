import { z } from 'zod';
import { defineHostCall, orderNumber } from '../host-call.ts';

/**
 * Lists where loans, instalments, providers' events and the ledger disagree, empty when the books are sound, and the money
 * that waits for its loan.
 */
export const readReconciliation = defineHostCall({
  name: 'readReconciliation',
  summary: 'Compare loans with the ledger',
  path: '/host/reconciliation',
  request: z.object({ orderNumber: orderNumber.optional() }),
  response: z.object({
    disagreements: z.array(
      z.object({
        loanId: z.string(),
        sequence: z.int().nullable(),
        subject: z.string(),
        storedMinor: z.string(),
        ledgerMinor: z.string(),
      }),
    ),
    unmatched: z
      .array(
        z.object({
          provider: z.string(),
          currency: z.string(),
          count: z.int(),
          amountMinor: z.string(),
          oldestReceivedAt: z.string(),
        }),
      )
      .describe('Money that arrived and fits no loan yet, by provider and currency'),
    eventFaults: z
      .array(
        z.object({
          provider: z.string(),
          eventId: z.string(),
          outcome: z.string(),
          reportedMinor: z.string(),
          bookedMinor: z.string(),
        }),
      )
      .describe('Events whose money is not in the ledger exactly once'),
  }),
});
