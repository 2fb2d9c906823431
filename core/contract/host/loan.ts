import { z } from 'zod';
import { complaintStates } from '#domain/complaint/complaint.ts';
import { chargeKinds } from '#domain/loan/charge-dispute.ts';
import { declineReasons } from '#domain/loan/decline-reason.ts';
import { loanStatuses } from '#domain/loan/loan-status.ts';
import { allCurrencies, allMarkets } from '#domain/market.ts';
import { anyAmountMaxMinor } from '#domain/money/amount-bound.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { allocationOrder } from '#domain/repayment/allocation.ts';
import { claimChannels } from '#domain/repayment/payment-claim.ts';
import {
  actorName,
  defineHostCall,
  namedObject,
  nextCursor,
  orderNumber,
  pageFields,
  systemName,
} from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';
import { hostNewPlan } from './new-plan.ts';

const day = z.iso.date();
const response = z.object({ orderNumber: z.string(), orderStatus: wireLoanStatus });
const reason = systemName(300);
const status = z.enum(loanStatuses);

const closed = response.extend({ status, owedMinor: z.int().describe('Amount owed at that time') });

export const decideApplication = defineHostCall({
  name: 'decideApplication',
  summary: 'Decide an application',
  path: '/host/applications/decision',
  request: z.object({
    orderNumber,
    actor: actorName.optional(),
    decision: z.enum(['approve', 'decline']),
    reason: systemName(200)
      .optional()
      .describe(
        `The borrower sees ${declineReasons.join(', ')} in their language; any other reason is stored but not shown`,
      ),
    reapplyOn: day.optional().describe('First day on which a declined borrower may apply again'),
  }),
  response,
});

/** Reports a disbursal; due dates count from its day. */
export const recordDisbursal = defineHostCall({
  name: 'recordDisbursal',
  summary: 'Report a disbursal',
  path: '/host/disbursals',
  request: z.object({
    orderNumber,
    disbursedOn: day.optional().describe("Day of the disbursal in the loan's market; today when absent"),
    actor: actorName.optional(),
    reference: systemName(64).describe("Transfer id in the lender's books"),
  }),
  response,
});

const amounts = namedObject('LoanAmounts', {
  penalty: z.int(),
  fee: z.int(),
  vat: z.int(),
  interest: z.int(),
  principal: z.int(),
});

const hostLoan = namedObject('HostLoan', {
  loanId: z.string(),
  orderNumber: z.string(),
  borrowerId: z.string(),
  productId: z.string(),
  market: z.enum(allMarkets),
  currency: z.enum(allCurrencies),
  status,
  orderStatus: wireLoanStatus.describe('Status that borrowers see'),
  principalMinor: z.int(),
  owedMinor: z
    .int()
    .describe(
      'Amount left in the plan, with penalties booked so far; the settlement amount has its own quote',
    ),
  heldMinor: z.int().describe('Overpayment held for the borrower'),
  dueDate: day.nullable().describe('Due date of the oldest unpaid instalment'),
  appliedAt: z.string(),
  disbursedOn: day.nullable(),
  settledAt: z.string().nullable(),
  writtenOffAt: z.string().nullable(),
  soldAt: z.string().nullable(),
  buyer: z
    .object({
      name: z.string(),
      contact: z.string().nullable().describe('Contact data; null when not given'),
    })
    .nullable()
    .describe('Buyer shown to the borrower; null when not given'),
  changedAt: z.string(),
});

export type HostLoan = z.infer<typeof hostLoan>;

/**
 * Lists loans, newest first. With `dueFrom` or `dueThrough` by due date of the oldest unpaid instalment; with `changedSince` by
 * change, oldest first.
 */
export const listLoans = defineHostCall({
  name: 'listLoans',
  summary: 'List loans',
  path: '/host/loans/list',
  isRead: true,
  request: z.object({
    status: status.optional(),
    borrowerId: z.uuid().optional(),
    dueFrom: day.optional(),
    dueThrough: day.optional(),
    changedSince: z.iso.datetime({ offset: true }).optional(),
    ...pageFields,
  }),
  response: z.object({ loans: z.array(hostLoan), nextCursor }),
});

/** Reads everything about a loan, with penalties booked through today. */
export const readLoanStatement = defineHostCall({
  name: 'readLoanStatement',
  summary: 'Read a loan with its whole story',
  path: '/host/loans/read',
  isRead: true,
  request: z.object({ orderNumber }),
  response: z.object({
    loan: hostLoan,
    termDays: z.int(),
    agreement: z
      .object({
        version: z.string(),
        hash: z.string().describe('SHA-256 of the accepted text'),
        language: z.string().nullable(),
        acceptedAt: z.string(),
      })
      .nullable(),
    instalments: z.array(
      z.object({
        sequence: z.int(),
        dueDate: day,
        extendedFrom: day.nullable(),
        chargedMinor: amounts,
        paidMinor: amounts,
        owedMinor: z.int(),
      }),
    ),
    entries: z
      .array(
        z.object({
          transactionId: z.string(),
          kind: z.string(),
          occurredAt: z.string().describe('Day from which it counts'),
          bookedAt: z.string(),
          actor: z.string().nullable().describe('Staff member or system; null for the service itself'),
          reason: z.string().nullable(),
          reversesId: z.string().nullable(),
          postings: z.array(
            z.object({
              account: z.string(),
              component: z.enum(allocationOrder).nullable(),
              sequence: z.int().nullable(),
              amountMinor: z.int().describe('Debit above 0, credit below 0'),
            }),
          ),
          owedAfterMinor: z.int(),
          heldAfterMinor: z.int(),
        }),
      )
      .describe('Ledger entries in booking order'),
    statusChanges: z.array(
      z.object({
        from: status.nullable(),
        to: status,
        at: z.string(),
        by: z.string(),
        reason: z.string().nullable(),
      }),
    ),
    payments: z.array(
      z.object({
        provider: z.string(),
        eventId: z.string(),
        reference: z.string(),
        amountMinor: z.int(),
        paidAt: z.string(),
        receivedAt: z.string(),
        outcome: z.string(),
        reversedAt: z.string().nullable(),
      }),
    ),
    refunds: z.array(
      z.object({
        refundKey: z.string(),
        amountMinor: z.int(),
        state: z.string(),
        requestedAt: z.string(),
      }),
    ),
    references: z.array(z.object({ purpose: z.string(), channelKind: z.string(), code: z.string() })),
    complaints: z.array(z.object({ folio: z.string(), state: z.enum(complaintStates), filedAt: z.string() })),
    openDisputes: z
      .array(
        z.object({
          disputeId: z.string(),
          sequence: z.int().describe('Number of the instalment that was charged'),
          kind: z.enum(chargeKinds).describe('Kind of charge'),
          amountMinor: z.int().describe('Present amount of the charge, in minor units'),
          filedAt: z.string(),
          answerBy: z.string().describe('Deadline; when it passes unanswered, a complaint is opened'),
        }),
      )
      .describe('Disputed charges without an answer, oldest first'),
    waitingClaims: z
      .array(
        z.object({
          claimId: z.string(),
          amountMinor: z.int().describe('Amount the borrower says they paid, in minor units'),
          paidOn: day.describe('Day the borrower says they paid'),
          channel: z.enum(claimChannels),
          claimedAt: z.string(),
          answerBy: z.string().describe('Deadline; when it passes unanswered, a complaint is opened'),
        }),
      )
      .describe('Claimed payments that were not found yet, oldest first'),
    newPlans: z.array(hostNewPlan).describe('New plans for the borrower in difficulty, newest first'),
  }),
});

export const cancelLoan = defineHostCall({
  name: 'cancelLoan',
  summary: 'Cancel a loan before it is paid out',
  path: '/host/loans/cancel',
  request: z.object({ orderNumber, actor: actorName.optional(), reason }),
  response: response.extend({ status }),
});

/**
 * Ends a loan that the borrower gave back within the cooling-off period. The payments must cover principal and interest of the
 * days used; every other charge is taken off.
 */
export const endCoolingOff = defineHostCall({
  name: 'endCoolingOff',
  summary: 'End a loan given back within its cooling-off period',
  path: '/host/loans/cooling-off-exit',
  request: z.object({
    orderNumber,
    actor: actorName.optional(),
    reason,
    returnedOn: day
      .optional()
      .describe("Day the money was returned, in the loan's market; today when absent"),
  }),
  response: response.extend({ status, forgivenMinor: z.int().describe('Charges taken off') }),
});

export const writeOffLoan = defineHostCall({
  name: 'writeOffLoan',
  summary: 'Write a loan off',
  path: '/host/loans/write-off',
  request: z.object({
    orderNumber,
    actor: actorName.optional(),
    reason,
    isReversed: z.boolean().optional().describe('True reverses the write-off'),
  }),
  response: closed,
});

export const closeLoan = defineHostCall({
  name: 'closeLoan',
  summary: 'Close a loan that was sold',
  path: '/host/loans/close',
  request: z.object({
    orderNumber,
    actor: actorName.optional(),
    reason,
    buyer: z
      .object({
        name: systemName(120),
        contact: systemName(120).optional().describe('Contact data, such as a phone number'),
      })
      .optional()
      .describe('Buyer; the borrower sees whom to pay from now on'),
    priceMinor: z
      .int()
      .min(0)
      .max(anyAmountMaxMinor)
      .transform((value): MinorAmount => minorAmount(value))
      .describe('Price received'),
  }),
  response: closed,
});

export const quoteSettlement = defineHostCall({
  name: 'quoteSettlement',
  summary: 'Quote what settles a loan today',
  path: '/host/loans/settlement-quote',
  isRead: true,
  request: z.object({ orderNumber }),
  response: response.extend({
    validOn: day.describe("Day of the quote in the loan's market; the next day may cost more"),
    currency: z.enum(allCurrencies),
    settlesMinor: z.int().describe('Amount that settles the loan on that day'),
    forgivenMinor: z.int().describe('Charges that are then taken off: interest, fee and tax of unused days'),
    owedMinor: amounts.describe('Settlement amount by component'),
    instalments: z.array(z.object({ sequence: z.int(), dueDate: day, owedMinor: amounts })),
  }),
});
