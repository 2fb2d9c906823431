import { z } from 'zod';
import { allCurrencies } from '#domain/market.ts';
import {
  dayRangeRefusal,
  defineHostCall,
  hostDay,
  isDayRange,
  nextCursor,
  pageFields,
} from '../host-call.ts';

const currency = z.enum(allCurrencies);
const digits = z.string().describe('Minor units as digits, since a sum may be any size');
const range = {
  currency,
  fromDay: hostDay.describe("By the day it was booked, in the currency's market"),
  throughDay: hostDay,
};
/** Gives the opening balance, debits, credits and closing balance of each account over a range of days. */
export const readTrialBalance = defineHostCall({
  name: 'readTrialBalance',
  summary: 'Read the trial balance',
  path: '/host/accounting/trial-balance',
  isRead: true,
  request: z.object(range).refine(isDayRange, dayRangeRefusal),
  response: z.object({
    accounts: z.array(
      z.object({
        account: z
          .string()
          .describe(
            'Account; `clearing:` and a name is the money that a provider or bank reported and still holds',
          ),
        openingMinor: digits,
        debitMinor: digits,
        creditMinor: digits,
        closingMinor: digits,
      }),
    ),
    closingMinor: digits.describe('Sum of all accounts; 0 when the books are sound'),
  }),
});

/** Exports the journal by page, as CSV with a row for each posting or as plain-text accounting for hledger and ledger. */
export const exportJournal = defineHostCall({
  name: 'exportJournal',
  summary: 'Export the journal',
  path: '/host/accounting/journal',
  isRead: true,
  request: z
    .object({
      ...range,
      format: z.enum(['csv', 'ledger']),
      cursor: pageFields.cursor,
      limit: z.int().min(1).max(1000).optional().describe('Transactions per page; 500 when absent'),
    })
    .refine(isDayRange, dayRangeRefusal),
  response: z.object({
    text: z.string().describe('A part of the file; the first page of a CSV has the header'),
    nextCursor,
  }),
});

const loanSum = { loanCount: z.int(), owedMinor: digits };

export const readAging = defineHostCall({
  name: 'readAging',
  summary: 'Read arrears by age',
  path: '/host/accounting/aging',
  isRead: true,
  request: z.object({ currency }),
  response: z.object({
    day: hostDay.describe('Today in the market'),
    buckets: z.array(
      z.object({
        bucket: z
          .string()
          .describe('`current`, `1-30`, `31-60`, `61-90` or `91+` days since the oldest unpaid due date'),
        ...loanSum,
        overdueMinor: digits.describe('The part of owedMinor that is past its due date'),
      }),
    ),
  }),
});

/** Counts how many loans moved from one age of arrears to another between the ends of two days. */
export const readRollRates = defineHostCall({
  name: 'readRollRates',
  summary: 'Read roll rates of arrears',
  path: '/host/accounting/roll-rates',
  isRead: true,
  request: z.object(range).refine(isDayRange, dayRangeRefusal),
  response: z.object({
    moves: z.array(
      z.object({
        from: z.string().describe('Age before, as in the aging'),
        to: z.string().describe('Age after, or `settled`, `written-off`, `sold`'),
        ...loanSum,
      }),
    ),
  }),
});

/** Compares reported payments with booked ones, by provider and day of the report. */
export const reconcileProviders = defineHostCall({
  name: 'reconcileProviders',
  summary: 'Reconcile providers by day',
  path: '/host/accounting/reconciliation',
  isRead: true,
  request: z.object(range).refine(isDayRange, dayRangeRefusal),
  response: z.object({
    days: z.array(
      z.object({
        provider: z.string(),
        day: z.string(),
        count: z.int(),
        reportedMinor: digits,
        postedMinor: digits,
        unmatchedMinor: digits,
        reversedMinor: digits,
        bookedMinor: digits.describe('Booked as cash or as held by the provider, less reversals'),
        differenceMinor: digits.describe('Posted minus booked; 0 when the books are sound'),
      }),
    ),
  }),
});
