import { z } from 'zod';
import { allCurrencies } from '#domain/market.ts';
import { anyAmountMaxMinor } from '#domain/money/amount-bound.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import {
  actorName,
  boundRefusal,
  defineHostCall,
  isBoundedMoney,
  namedObject,
  nextCursor,
  orderNumber,
  pageFields,
  systemName,
} from '../host-call.ts';
import { wireLoanStatus } from '../loan-status.ts';
import { imageBase64 } from './complaint.ts';

/** Amount in minor units above 0, bounded by what the books hold. */
export const bookedAmount = z
  .int()
  .positive()
  .transform((value): MinorAmount => minorAmount(value));

/** Incoming amount in minor units, above 0 and within what any currency accepts. */
export const receivedAmount = z
  .int()
  .positive()
  .max(anyAmountMaxMinor)
  .transform((value): MinorAmount => minorAmount(value));

const anotherPayment = z
  .boolean()
  .optional()
  .describe(
    'True confirms that it is not the equal payment named by a refusal (`payment-doubtful`), nor a reversed one with the same tracking key',
  );

/**
 * Reports a payment that a provider received. Each event and each tracking key has one effect. A payment without a tracking key
 * that equals a booked one in loan, amount and day is refused (`payment-doubtful`) until `anotherPayment` is set; one recorded
 * by hand also where it equals an unmatched payment.
 */
export const recordPayment = defineHostCall({
  name: 'recordPayment',
  summary: 'Report a payment',
  path: '/host/payments',
  statuses: [200, 202],
  request: z
    .object({
      provider: systemName(32),
      eventId: systemName(128),
      trackingKey: z
        .string()
        .regex(/^[\x20-\x7e]{1,64}$/)
        .optional()
        .describe(
          "The bank's or provider's id of the payment: tracking key (clave de rastreo), UTR, RRN or payment id. Counts once per currency, whoever reports it under whichever event id",
        ),
      anotherPayment,
      claimId: z
        .uuid()
        .optional()
        .describe(
          'Claim that a payment recorded by hand answers; refused for an answered claim, or one whose tracking key has arrived',
        ),
      proof: z
        .string()
        .max(64)
        .optional()
        .describe('Photo of the proof of a payment recorded by hand, from the upload'),
      reason: systemName(300).optional().describe('Reason for recording it by hand'),
      actor: actorName.optional(),
      reference: systemName(64)
        .optional()
        .describe('Payment code: CLABE, store reference, UPI reference or virtual account'),
      orderNumber: orderNumber.optional(),
      payerAccount: systemName(64)
        .optional()
        .describe("Payer's account, if known; only a keyed hash is stored"),
      amountMinor: receivedAmount.describe('Amount above 0 in minor units'),
      currency: z.enum(allCurrencies),
      paidAt: z.iso.datetime({ offset: true }).optional().describe('When it was paid; now when absent'),
    })
    .refine(({ reference, orderNumber }) => (reference === undefined) !== (orderNumber === undefined), {
      path: ['reference'],
      message: 'either reference or orderNumber',
    })
    .refine(isBoundedMoney, boundRefusal),
  response: z.object({
    outcome: z
      .enum(['posted', 'unmatched', 'reversed'])
      .describe('`reversed` only for a reversed payment that is reported again'),
    isRepeated: z.boolean().describe('Whether the event was known, so that this report had no effect'),
    orderNumber: z.string().nullable(),
    orderStatus: wireLoanStatus.nullable(),
  }),
});

/** Uploads a photo of the proof of a payment to be recorded by hand. Deleted after a day without use. */
export const uploadPaymentProof = defineHostCall({
  name: 'uploadPaymentProof',
  summary: 'Upload the proof of a payment',
  path: '/host/payments/proofs',
  request: z.object({ orderNumber: orderNumber.describe('Loan of the payment'), imageBase64 }),
  response: z.object({ proof: z.string().describe('Id for `proof` of the payment') }),
});

export const matchPayments = defineHostCall({
  name: 'matchPayments',
  summary: 'Match kept payments again',
  path: '/host/payments/match',
  request: z.object({}),
  response: z.object({ matchedCount: z.int().describe('Number of payments booked by this run') }),
});

const reason = systemName(300);

const hostPayment = namedObject('HostPayment', {
  provider: z.string(),
  eventId: z.string(),
  orderNumber: z.string().nullable(),
  reference: z.string().describe('Code or order number of the payment'),
  amountMinor: z.int(),
  currency: z.enum(allCurrencies),
  paidAt: z.string(),
  receivedAt: z.string(),
  outcome: z.enum(['posted', 'unmatched', 'reversed']),
  reversedAt: z.string().nullable(),
});

export type HostPayment = z.infer<typeof hostPayment>;

/** Newest first. */
export const listPayments = defineHostCall({
  name: 'listPayments',
  summary: 'List payments',
  path: '/host/payments/list',
  isRead: true,
  request: z.object({
    receivedSince: z.iso.datetime({ offset: true }).optional(),
    receivedBefore: z.iso.datetime({ offset: true }).optional(),
    ...pageFields,
  }),
  response: z.object({ payments: z.array(hostPayment), nextCursor }),
});

export const listUnmatchedPayments = defineHostCall({
  name: 'listUnmatchedPayments',
  summary: 'List unmatched payments',
  path: '/host/payments/unmatched',
  isRead: true,
  request: z.object(pageFields),
  response: z.object({ payments: z.array(hostPayment), nextCursor }),
});

const payment = { provider: systemName(32), eventId: systemName(128) };

/** Reads a payment with all its ledger entries and their reversals. */
export const readPayment = defineHostCall({
  name: 'readPayment',
  summary: 'Read a payment',
  path: '/host/payments/read',
  isRead: true,
  request: z.object(payment),
  response: z.object({
    payment: hostPayment,
    entries: z.array(
      z.object({
        transactionId: z.string(),
        kind: z.string(),
        bookedAt: z.string(),
        actor: z.string().nullable(),
        reason: z.string().nullable(),
        reversesId: z.string().nullable(),
        postings: z.array(
          z.object({
            account: z.string(),
            component: z.string().nullable(),
            sequence: z.int().nullable(),
            amountMinor: z.int(),
          }),
        ),
      }),
    ),
  }),
});

const changedPayment = namedObject('ChangedPayment', {
  payment: hostPayment,
  orderNumber: z.string().nullable(),
  orderStatus: wireLoanStatus.nullable(),
});

/** Assigns an unmatched payment to a loan by hand; the second of two simultaneous calls is refused. */
export const assignPayment = defineHostCall({
  name: 'assignPayment',
  summary: 'Assign an unmatched payment',
  path: '/host/payments/assign',
  request: z.object({ ...payment, orderNumber, anotherPayment, actor: actorName.optional(), reason }),
  response: changedPayment,
});

/** Reverses a payment that bounced or was charged back, whatever happened on its loan since. */
export const reversePayment = defineHostCall({
  name: 'reversePayment',
  summary: 'Reverse a payment',
  path: '/host/payments/reverse',
  request: z.object({ ...payment, actor: actorName.optional(), reason }),
  response: changedPayment.extend({
    owedMinor: z.int().nullable().describe('Amount that settles the loan today, afterwards'),
  }),
});

const correctedPayment = changedPayment
  .extend({
    owedMinor: z.int().describe('Amount that settles the loan today, afterwards'),
  })
  .meta({ id: 'CorrectedPayment' });

const correctionRefusals =
  'Refused (409) naming why: `money-left` where money of it was refunded or disputed since, `loan-sold`, `borrower-erased`';

/**
 * Moves a payment to the loan it was for. Both loans then stand as if it had arrived there; no penalty is charged
 * retroactively.
 */
export const movePayment = defineHostCall({
  name: 'movePayment',
  summary: 'Move a payment to another loan',
  path: '/host/payments/move',
  request: z.object({
    ...payment,
    orderNumber: orderNumber.describe(`Loan that it was for. ${correctionRefusals}`),
    anotherPayment,
    actor: actorName.optional(),
    reason,
  }),
  response: correctedPayment.extend({
    fromOrderNumber: z.string().describe('Loan that it was on'),
    fromOwedMinor: z.int().describe('Amount that settles that loan today, afterwards'),
  }),
});

/** Changes the day of a payment whose time no provider reported, or the amount of one recorded by hand. */
export const changePayment = defineHostCall({
  name: 'changePayment',
  summary: 'Change the day or amount of a payment',
  path: '/host/payments/change',
  request: z
    .object({
      ...payment,
      paidOn: z.iso
        .date()
        .optional()
        .describe(
          `The day it was paid, in the loan's market. ${correctionRefusals}, \`time-told\` where a provider told its time`,
        ),
      amountMinor: receivedAmount
        .optional()
        .describe('New amount in minor units; `not-by-hand` (409) unless it was recorded by hand'),
      actor: actorName.optional(),
      reason,
    })
    .refine(({ paidOn, amountMinor }) => (paidOn === undefined) !== (amountMinor === undefined), {
      path: ['paidOn'],
      message: 'either paidOn or amountMinor',
    }),
  response: correctedPayment,
});

/**
 * Returns a payment to the unmatched ones, where only an assignment by hand books it. A claim that it answered is open again.
 */
export const unmatchPayment = defineHostCall({
  name: 'unmatchPayment',
  summary: 'Put a payment back with the unmatched ones',
  path: '/host/payments/unmatch',
  request: z.object({
    ...payment,
    actor: actorName.optional(),
    reason: reason.describe(`Why. ${correctionRefusals}`),
  }),
  response: correctedPayment,
});

/** Says whether a receipt is genuine, and the present state of its payment. */
export const verifyReceipt = defineHostCall({
  name: 'verifyReceipt',
  summary: 'Check a receipt',
  path: '/host/receipts/verify',
  isRead: true,
  request: z.object({
    orderNumber,
    receiptNumber: systemName(32).describe('Number of the receipt: `RC-` and ten letters and digits'),
    checkCode: systemName(32).describe('Code on the receipt; blanks, hyphens and case are ignored'),
  }),
  response: z.object({
    isGenuine: z
      .boolean()
      .describe('Whether the code belongs to this payment. Compare the receipt with `payment`, too'),
    payment: z
      .object({
        amountMinor: z.int(),
        currency: z.enum(allCurrencies),
        paidAt: z.iso.datetime(),
        isReversed: z.boolean().describe('Whether it was reversed'),
      })
      .nullable()
      .describe('Payment with that number in the books; null for none on this loan'),
  }),
});

/** Reports money recovered on a written-off loan; each key has one effect. */
export const recordRecovery = defineHostCall({
  name: 'recordRecovery',
  summary: 'Report a recovery',
  path: '/host/recoveries',
  request: z
    .object({
      orderNumber,
      recoveryKey: systemName(128).describe("The lender's own id of it"),
      amountMinor: receivedAmount,
      currency: z.enum(allCurrencies),
      receivedAt: z.iso.datetime({ offset: true }).optional().describe('Now when absent'),
      actor: actorName.optional(),
      reason,
    })
    .refine(isBoundedMoney, boundRefusal),
  response: z.object({
    orderNumber: z.string(),
    orderStatus: wireLoanStatus,
    isRepeated: z.boolean(),
    owedMinor: z.int().describe('Amount that settles the loan today, afterwards'),
  }),
});

/** Waives an unpaid penalty or fee, or reverses a waiver. */
export const waiveCharge = defineHostCall({
  name: 'waiveCharge',
  summary: 'Waive a penalty or fee',
  path: '/host/charges/waive',
  request: z
    .object({
      orderNumber,
      component: z.enum(['penalty', 'fee']).optional(),
      sequence: z.int().min(1).max(365).optional().describe('Number of one instalment; all when absent'),
      amountMinor: bookedAmount.optional().describe('The whole amount owed of it when absent'),
      reversesId: z.uuid().optional().describe('Transaction of a waiver to reverse, instead of a component'),
      actor: actorName.optional(),
      reason,
    })
    .refine(({ component, reversesId }) => (component === undefined) !== (reversesId === undefined), {
      path: ['component'],
      message: 'either component or reversesId',
    }),
  response: z.object({
    orderNumber: z.string(),
    orderStatus: wireLoanStatus,
    transactionId: z.string().describe('Transaction of the waiver; `reversesId` reverses it'),
    waivedMinor: z.int().describe('Amount waived, or owed again'),
    owedMinor: z.int().describe('Amount that settles the loan today, afterwards'),
  }),
});

const hostRefund = namedObject('HostRefund', {
  refundKey: z.string(),
  orderNumber: z.string().nullable().describe('Null for a payment that was never on a loan'),
  payment: z
    .object({ provider: z.string(), eventId: z.string() })
    .nullable()
    .describe('Refunded payment; null for money held on a loan'),
  amountMinor: z.int(),
  currency: z.enum(allCurrencies),
  state: z.enum(['requested', 'sent', 'failed']),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  reference: z.string().nullable(),
  cardPaymentId: z.string().nullish().describe('Card payment that is refunded; null for others'),
  sentAt: z.string().nullable(),
  failedAt: z.string().nullable(),
});

export type HostRefund = z.infer<typeof hostRefund>;

const refundKey = systemName(128).describe("The lender's own id of it; each key has one effect");

/**
 * Reserves money for a refund: money held for a borrower, or a whole unmatched payment, which is then `reversed` unless the
 * refund fails.
 */
export const requestRefund = defineHostCall({
  name: 'requestRefund',
  summary: 'Request a refund',
  path: '/host/refunds',
  request: z
    .object({
      orderNumber: orderNumber.optional(),
      payment: z
        .object({ provider: systemName(32), eventId: systemName(128) })
        .optional()
        .describe('Unmatched payment, instead of an order number; refunded in full'),
      refundKey,
      amountMinor: bookedAmount,
      cardPaymentId: z
        .uuid()
        .optional()
        .describe(
          "Card payment of the loan to refund (`eventId` of provider `card`). The card's provider carries it out and reports the outcome",
        ),
      actor: actorName.optional(),
      reason,
    })
    .refine(({ orderNumber, payment }) => (orderNumber === undefined) !== (payment === undefined), {
      path: ['orderNumber'],
      message: 'either orderNumber or payment',
    })
    .refine(({ cardPaymentId, payment }) => cardPaymentId === undefined || payment === undefined, {
      path: ['cardPaymentId'],
      message: 'only with orderNumber',
    }),
  response: hostRefund,
});

export const markRefundSent = defineHostCall({
  name: 'markRefundSent',
  summary: 'Report a refund as sent',
  path: '/host/refunds/sent',
  request: z.object({
    refundKey,
    reference: systemName(64).describe("Transfer id in the lender's books"),
    actor: actorName.optional(),
  }),
  response: hostRefund,
});

/** Reports a failed refund: its money is held again, or settles what is owed by then. */
export const markRefundFailed = defineHostCall({
  name: 'markRefundFailed',
  summary: 'Report a refund as failed',
  path: '/host/refunds/failed',
  request: z.object({ refundKey, actor: actorName.optional(), reason }),
  response: hostRefund,
});

/** Newest first; those in one state oldest first. */
export const listRefunds = defineHostCall({
  name: 'listRefunds',
  summary: 'List refunds',
  path: '/host/refunds/list',
  isRead: true,
  request: z.object({
    state: z.enum(['requested', 'sent', 'failed']).optional(),
    refundKey: refundKey.optional().describe('Only the refund with this key'),
    ...pageFields,
  }),
  response: z.object({ refunds: z.array(hostRefund), nextCursor }),
});
