import { z } from 'zod';
import { localDate } from '#domain/calendar.ts';
import { actorName, defineHostCall, orderNumber, systemName } from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';
import { wireValue } from '../wire.ts';

const day = wireValue(z.iso.date(), localDate);

/**
 * Lists where loans, instalments, providers' events and the ledger disagree, empty when the books are sound, and the money
 * that waits for its loan.
 */
export const readReconciliation = defineHostCall({
  name: 'readReconciliation',
  summary: 'Compare loans with the ledger',
  path: '/host/reconciliation',
  isRead: true,
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

/** Confirms what day it is, so that penalties go on that waited since the clock leapt or the service stood still. */
export const stepPenalties = defineHostCall({
  name: 'stepPenalties',
  summary: 'Let penalties leap to today',
  path: '/host/penalties/step',
  request: z.object({
    day: day.describe(
      'Today, in the market where the day begins first; another day than the database says is refused',
    ),
  }),
  response: z.object({ bookableThrough: day }),
});

/** Reverses a loan's penalties and late fees of some days, whether they were paid or not. */
export const reversePenalties = defineHostCall({
  name: 'reversePenalties',
  summary: 'Reverse penalties of a loan',
  path: '/host/penalties/reverse',
  request: z.object({
    orderNumber,
    fromDay: day,
    throughDay: day.describe('A day after today stands for all that is booked after today'),
    reason: systemName(300),
    actor: actorName.optional(),
  }),
  response: z.object({
    orderNumber: z.string(),
    orderStatus: wireLoanStatus,
    reversedMinor: z.int(),
    returnedMinor: z.int().describe('What of it was paid: it settles what is owed, the rest is held'),
  }),
});
