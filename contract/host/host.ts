import { z } from 'zod';
import type { MinorAmount } from '#domain/money/money.ts';
import { minorAmount } from '#domain/money/money.ts';
import { wireLoanStatus } from '../loan-status.ts';

/**
 * A call of the lender's own systems, under `/host/`: a POST with a JSON body, signed with Standard Webhooks, answered
 * in the v3 envelope. These are not among the calls the pages make.
 */
export interface HostCall<Request = unknown, Response = unknown> {
  readonly name: string;
  readonly summary: string;
  readonly path: `/host/${string}`;
  readonly request: z.ZodType<Request>;
  readonly response: z.ZodType<Response>;
}

function defineHostCall<Request, Response>(call: HostCall<Request, Response>): HostCall<Request, Response> {
  return call;
}

/** The request of a host call. */
export type HostRequestOf<C> = C extends HostCall<infer Request, infer _Response> ? Request : never;

const longestSessionMinutes = 60 * 24 * 30;

/** Text that names something in another system; no control characters. */
const name = (maxLength: number) => z.string().regex(new RegExp(`^[^\\p{Cc}]{1,${maxLength}}$`, 'u'));
const day = z.iso.date();
const instant = z.iso.datetime({ offset: true });
const orderNumber = name(32);

/** An amount above 0 in minor units. */
const receivedAmount = z
  .int()
  .positive()
  .transform((value): MinorAmount => minorAmount(value));

/** Issues a session for a borrower on one device. */
export const hostSessions = defineHostCall({
  name: 'hostSessions',
  summary: 'Issue a borrower session',
  path: '/host/sessions',
  request: z.object({
    borrowerId: z.uuid(),
    deviceId: name(128),
    userId: name(64).optional(),
    ttlMinutes: z.int().min(1).max(longestSessionMinutes).optional(),
  }),
  response: z.object({ sessionId: z.string(), userId: z.string(), expiresAt: z.string() }),
});

/** Decides an application that is under review. */
export const hostDecision = defineHostCall({
  name: 'hostDecision',
  summary: 'Decide an application',
  path: '/host/applications/decision',
  request: z.object({
    orderNumber,
    decision: z.enum(['approve', 'decline']),
    reason: name(200).optional(),
    /** The first day on which a declined borrower may apply again. */
    reapplyOn: day.optional(),
  }),
  response: z.object({ orderNumber: z.string(), orderStatus: wireLoanStatus }),
});

/** Reports that a loan was paid out; its due dates count from that day. */
export const hostDisbursal = defineHostCall({
  name: 'hostDisbursal',
  summary: 'Report a disbursal',
  path: '/host/disbursals',
  request: z.object({
    orderNumber,
    /** The day of the payment in the loan's market; today when absent. */
    disbursedOn: day.optional(),
    /** The transfer in the lender's books. */
    reference: name(64),
  }),
  response: z.object({ orderNumber: z.string(), orderStatus: wireLoanStatus }),
});

/** Reports money that a payment provider received; each event has one effect. */
export const hostPayment = defineHostCall({
  name: 'hostPayment',
  summary: 'Report a payment',
  path: '/host/payments',
  request: z
    .object({
      provider: name(32),
      eventId: name(128),
      /** The code it was paid with: CLABE, store reference, UPI reference or virtual account. */
      reference: name(64).optional(),
      orderNumber: orderNumber.optional(),
      amountMinor: receivedAmount,
      currency: z.enum(['MXN', 'INR']),
      /** When it was paid; now when absent. */
      paidAt: instant.optional(),
    })
    .refine(({ reference, orderNumber }) => (reference === undefined) !== (orderNumber === undefined), {
      path: ['reference'],
      message: 'either reference or orderNumber',
    }),
  response: z.object({
    outcome: z.enum(['posted', 'unmatched']),
    /** Whether the event was known already, so that this report had no effect. */
    isRepeated: z.boolean(),
    orderNumber: z.string().nullable(),
    orderStatus: wireLoanStatus.nullable(),
  }),
});

/** Lists where loans, instalments and the ledger disagree; empty when the books are sound. */
export const hostReconciliation = defineHostCall({
  name: 'hostReconciliation',
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
  }),
});

/** Moves the sandbox's time ahead and books what falls due; in development only. */
export const hostClock = defineHostCall({
  name: 'hostClock',
  summary: 'Let days pass in the sandbox',
  path: '/host/clock',
  request: z.object({ advanceDays: z.int().min(1).max(366) }),
  response: z.object({ now: z.string() }),
});
