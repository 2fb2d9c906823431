import { z } from 'zod';
import { localDate } from '#domain/calendar.ts';
import { allCurrencies, allMarkets } from '#domain/market.ts';
import { defineHostCall } from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';
import { wireValue } from '../wire.ts';

const market = z.enum(allMarkets);
const day = wireValue(z.iso.date(), localDate);

/** Events of a loan that its status does not show; `claim` and `dispute` are open ones. */
export const sandboxHappenings = ['payment', 'extension', 'claim', 'dispute'] as const;

const sandboxLoan = z.object({
  loanId: z.string(),
  productId: z.string(),
  orderNumber: z.string(),
  currency: z.enum(allCurrencies),
  orderStatus: wireLoanStatus,
  dueMinor: z.int(),
  settlesMinor: z.int().describe('What settles the loan today'),
  dueDate: z.string().describe('Of the oldest instalment to pay; empty when nothing is'),
  extension: z
    .object({ code: z.string(), amountMinor: z.int() })
    .nullable()
    .describe('The extension the borrower asked for and has not paid: its code and what it takes'),
  daysLate: z.int().min(0).describe('Of the oldest instalment to pay'),
  happened: z.array(z.enum(sandboxHappenings)).describe('What happened to it that its status does not tell'),
});

const sandboxOverview = z.object({
  today: z.record(market, day).describe('The day it is in each market'),
  borrowers: z.array(
    z.object({
      borrowerId: z.string(),
      name: z.string(),
      market,
      mobilePhone: z.string(),
      hasSavedCard: z.boolean(),
      products: z.array(z.object({ productId: z.string(), name: z.string() })),
      loans: z.array(sandboxLoan).describe('Newest first'),
    }),
  ),
});

export type SandboxOverview = z.infer<typeof sandboxOverview>;

export const readSandbox = defineHostCall({
  name: 'readSandbox',
  summary: 'Look at the sandbox',
  path: '/host/sandbox',
  isRead: true,
  request: z.object({}),
  response: sandboxOverview,
});

/** Moves the clock of the sandbox and books what falls due; in development only. */
export const advanceClock = defineHostCall({
  name: 'advanceClock',
  summary: 'Let days pass in the sandbox',
  path: '/host/clock',
  request: z.object({ advanceDays: z.int().min(1).max(366) }),
  response: z.object({ now: z.string() }),
});
