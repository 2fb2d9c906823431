import { z } from 'zod';
import { localDate } from '#domain/calendar.ts';
import { allCurrencies } from '#domain/market.ts';
import { actorName, defineHostCall, orderNumber, systemName } from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';
import { wireValue } from '../wire.ts';

const day = wireValue(z.iso.date(), localDate);

const finding = {
  orderNumber: z.string().nullable().describe('Of the loan it is about; null where there is none'),
  currency: z.string().nullable().describe('Of its figures; null where what it is about is gone'),
  foundAt: z.string().describe('When it was first found'),
  comparedAt: z.string().describe('When it was last compared, and still so'),
};

const comparison = z
  .object({
    isUnderWay: z.boolean().describe('Whether a run is asked for or not at its end'),
    startedAt: z.string().nullable().describe('When the last run began; null before the first'),
    endedAt: z.string().nullable().describe('When it ended; null while it is under way'),
    comparedCount: z.int().describe('Loans that it compared so far'),
    comparedSince: z
      .string()
      .nullable()
      .describe('Since when every loan was compared at least once; null before the first time'),
    outstandingCount: z
      .int()
      .describe(
        'Loans that are still to be compared until all were once more; numbers that no loan has count',
      ),
    faultyLoanCount: z.int().describe('Loans with figures that differ'),
    faultyEventCount: z.int().describe('Events that are not booked exactly once'),
  })
  .describe('How far the comparison of loans with the ledger is');

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
      .describe('Money that arrived and fits no loan yet, by provider and currency'),
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
      .describe('Events whose money is not in the ledger exactly once'),
    unknownObjects: z
      .array(
        z.object({
          provider: z.string(),
          object: z.string().describe("The provider's id of the object"),
          receivedAt: z.string(),
        }),
      )
      .describe(
        "Messages of providers about objects that the account of your key does not have, by the provider's ids, the newest hundred of 30 days; none of a loan",
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
        'Pairs of booked payments of one loan, amount and day that are not both known by a tracking key of their bank, the later first; the oldest thousand',
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
      'Today, in the market where the day begins first; another day than the database says is refused',
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
