import { z } from 'zod';
import { localDate } from '#domain/calendar.ts';
import { allCurrencies } from '#domain/market.ts';
import { actorName, defineHostCall, orderNumber, systemName } from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';
import { wireValue } from '../wire.ts';

const day = wireValue(z.iso.date(), localDate);

const finding = {
  orderNumber: z.string().nullable().describe('Loan number; null where no loan is concerned'),
  currency: z.string().nullable().describe('Currency of its amounts; null where the object no longer exists'),
  foundAt: z.string().describe('When it was first found'),
  comparedAt: z.string().describe('When a comparison last found it'),
};

const comparison = z
  .object({
    isUnderWay: z.boolean().describe('Whether a comparison is requested or running'),
    startedAt: z.string().nullable().describe('When the last run began; null before the first'),
    endedAt: z.string().nullable().describe('When it ended; null while it runs'),
    comparedCount: z.int().describe('Loans compared so far'),
    comparedSince: z
      .string()
      .nullable()
      .describe('When the last full round of all loans ended; null before the first'),
    outstandingCount: z.int().describe('Loans left in this round; counts unused numbers too'),
    faultyLoanCount: z.int().describe('Loans whose figures differ'),
    faultyEventCount: z.int().describe('Events not booked exactly once'),
  })
  .describe('Progress of the comparison of loans with the ledger');

/**
 * Lists disagreements between loans, instalments, provider events and the ledger (none while the books are sound), and
 * unmatched money. For all loans it gives the findings of the daily comparison; for one loan it compares now.
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
        ...finding,
      }),
    ),
    comparison,
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
      .describe('Unmatched money by provider and currency'),
    eventFaults: z
      .array(
        z.object({
          provider: z.string(),
          eventId: z.string(),
          outcome: z.string(),
          reportedMinor: z.string(),
          bookedMinor: z.string(),
          ...finding,
        }),
      )
      .describe('Events whose money is not exactly once in the ledger'),
    unknownObjects: z
      .array(
        z.object({
          provider: z.string(),
          object: z.string().describe("The provider's id of the object"),
          receivedAt: z.string(),
        }),
      )
      .describe(
        'Provider messages about objects that are not in your account, by provider id, the newest hundred of 30 days; empty for one loan',
      ),
    suspectedDoubles: z
      .array(
        z.object({
          orderNumber: z.string(),
          amountMinor: z.int(),
          currency: z.enum(allCurrencies),
          payments: z.array(z.object({ provider: z.string(), eventId: z.string(), paidAt: z.string() })),
        }),
      )
      .describe(
        "Possible duplicates: pairs of booked payments with the same loan, amount and day of which at least one lacks a bank's tracking key, the later first; the oldest thousand pairs",
      ),
  }),
});

/** Starts a comparison of all loans with the ledger within seconds; `readReconciliation` says when it has ended. */
export const compareBooks = defineHostCall({
  name: 'compareBooks',
  summary: 'Compare all loans now',
  path: '/host/reconciliation/compare',
  request: z.object({ actor: actorName.optional() }),
  response: z.object({ comparison }),
});

/** Confirms the date, so that penalties which were paused after a leap of the clock or an outage go on. */
export const stepPenalties = defineHostCall({
  name: 'stepPenalties',
  summary: 'Let penalties leap to today',
  path: '/host/penalties/step',
  request: z.object({
    day: day.describe(
      "Today's date in the easternmost market; refused unless the database has the same date",
    ),
  }),
  response: z.object({ bookableThrough: day }),
});

/** Reverses penalties and late fees of a range of days, paid or not. */
export const reversePenalties = defineHostCall({
  name: 'reversePenalties',
  summary: 'Reverse penalties of a loan',
  path: '/host/penalties/reverse',
  request: z.object({
    orderNumber,
    fromDay: day,
    throughDay: day.describe('A day after today includes everything booked later'),
    reason: systemName(300),
    actor: actorName.optional(),
  }),
  response: z.object({
    orderNumber: z.string(),
    orderStatus: wireLoanStatus,
    reversedMinor: z.int(),
    returnedMinor: z.int().describe('Paid part of it: settles debt, the rest is held'),
  }),
});
