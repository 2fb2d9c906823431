import { z } from 'zod';
import { type LocalDate, localDate } from '#domain/calendar.ts';
import { wireLoanStatus } from '../loan-status.ts';
import { ours } from '../wire.ts';
import type { HostCall } from './host.ts';

const market = z.enum(['MX', 'IN']);
const day = z.codec(z.iso.date(), ours<LocalDate>(), { decode: localDate, encode: (date) => date });

const sandboxLoan = z.object({
  loanId: z.string(),
  productId: z.string(),
  orderNumber: z.string(),
  currency: z.enum(['MXN', 'INR']),
  orderStatus: wireLoanStatus,
  dueMinor: z.int(),
  remainingMinor: z.int(),
  /** Of the oldest instalment to pay; empty when nothing is. */
  dueDate: z.string(),
  /** The extension the borrower asked for and has not paid: the code it is paid with, and what it takes. */
  extension: z.object({ code: z.string(), amountMinor: z.int() }).nullable(),
});

const sandboxOverview = z.object({
  /** The day it is in each market. */
  today: z.record(market, day),
  borrowers: z.array(
    z.object({
      borrowerId: z.string(),
      name: z.string(),
      market,
      mobilePhone: z.string(),
      products: z.array(z.object({ productId: z.string(), name: z.string() })),
      /** Newest first. */
      loans: z.array(sandboxLoan),
    }),
  ),
});

/** Who borrows in the sandbox and how their loans stand, amounts in minor units. */
export type SandboxOverview = z.infer<typeof sandboxOverview>;

/** Lists the sandbox's borrowers with their offers and loans; in development only. */
export const hostSandbox: HostCall<Record<string, never>, SandboxOverview> = {
  name: 'hostSandbox',
  summary: 'Look at the sandbox',
  path: '/host/sandbox',
  request: z.object({}),
  response: sandboxOverview,
};
