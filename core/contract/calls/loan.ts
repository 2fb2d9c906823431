import { z } from 'zod';
import { ledgerKinds } from '#domain/booking/movement.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { payouts } from '#domain/offer/agreed-figures.ts';
import { prepaymentRules } from '#domain/offer/product-term-table.ts';
import { allocationOrder } from '#domain/repayment/allocation.ts';
import { defineCall, v3Call } from '../call.ts';
import { reportedLoanStatus } from '../loan-status.ts';
import { field, optionalField, wireObject, wireValue } from '../wire.ts';
import {
  amount,
  currency,
  dateOf,
  dateString,
  dateText,
  detailRows,
  flag,
  id,
  idOrEmpty,
  imageAddress,
  integer,
  linkAddress,
  listOf,
  orElse,
  text,
  tolerated,
} from '../wire-values.ts';
import { chargeDispute, statementCharge } from './charge-dispute.ts';
import { statementNewPlan } from './new-plan.ts';
import { paymentClaim } from './payment-claim.ts';
import { usualWay } from './usual-way.ts';

export const loanKey = wireObject({ productId: idOrEmpty, orderId: id });

export type LoanKey = z.output<typeof loanKey>;

const loanInstalment = wireObject({
  sequence: z.int(),
  dueDate: dateString,
  totalMinor: amount,
  state: z.enum(['paid', 'overdue', 'due', 'upcoming']),
  paidOn: dateString
    .nullable()
    .describe('When the last payment on it arrived, YYYY-MM-DD; null while unpaid'),
}).meta({ id: 'LoanInstalment' });

export type LoanInstalment = z.output<typeof loanInstalment>;

const extensionComparison = wireObject({
  days: z.int(),
  today: dateString,
  feeMinor: amount,
  vatMinor: optionalField(
    'vatMinor',
    tolerated(amount, zeroMinor),
    'Optional: tax on the fee; 0 where absent',
  ),
  payTodayMinor: amount,
  newDueDate: dateString,
  payLaterMinor: amount,
  totalMinor: amount,
  payNowTotalMinor: amount,
}).meta({ id: 'ExtensionComparison' });

/** Extending and paying today side by side, both with their full cost (ORDER-7, DELAY-3). */
export type ExtensionComparison = z.output<typeof extensionComparison>;

const paymentOption = wireObject({
  kind: z.enum(['extend', 'pay-part', 'pay-all']),
  payTodayMinor: amount,
  owedAfterMinor: amount.describe('Amount still owed afterwards, in minor units'),
  owedOn: dateString.describe('Its due date'),
  totalMinor: amount,
}).meta({ id: 'PaymentOption' });

/** A choice with its full cost: extend, pay the same amount as a part, or pay everything due. */
export type PaymentOptionView = z.output<typeof paymentOption>;

/** Empty where the backend gives none. */
export const paymentOptions = tolerated(listOf(paymentOption), []);

const loanBalance = wireObject({
  orderNumber: z.string(),
  principalMinor: amount,
  dueMinor: amount,
  dueDate: dateString,
  daysLate: z.int(),
  penaltyMinor: amount,
  dailyPenaltyMinor: amount,
  paidMinor: amount,
  remainingMinor: amount,
  instalments: listOf(loanInstalment),
  extension: orElse(extensionComparison, null),
});

/** Amounts of a loan; null from a backend that gives none, and the page shows less. */
export type LoanBalance = z.output<typeof loanBalance>;

const coveredPart = wireObject({
  sequence: z.int(),
  component: z.enum(['penalty', 'fee', 'vat', 'interest', 'principal']),
  owedMinor: amount.describe('Amount owed of it before the payment, in minor units'),
  extensionMinor: optionalField(
    'extensionMinor',
    tolerated(amount, zeroMinor),
    'Optional: cost of an extension within owedMinor, which is covered first, in minor units; 0 where absent',
  ),
  coveredMinor: amount,
});

const receivedPayment = wireObject({
  paymentId: id,
  amountMinor: amount,
  paidAt: dateString.describe('When it was paid, ISO 8601'),
  method: z
    .enum(['bank-transfer', 'store', 'upi', 'virtual-account', 'card', 'other'])
    .catch('other')
    .describe('Payment method'),
  trackingKey: text.describe('The bank’s id of it: clave de rastreo, UTR or RRN; empty for none'),
  checkCode: optionalField(
    'checkCode',
    tolerated(text, ''),
    'Optional: code by which the lender verifies the receipt; empty for none',
  ),
  parts: listOf(coveredPart),
  heldMinor: amount.describe('Rest that is held for the borrower, in minor units'),
  owedAfterMinor: amount.describe('Total owed afterwards, in minor units'),
}).meta({ id: 'ReceivedPayment' });

export type ReceivedPayment = z.output<typeof receivedPayment>;

const refund = wireObject({
  amountMinor: amount,
  requestedAt: dateString.describe('When the refund was requested, ISO 8601'),
  sentAt: orElse(dateString, null).describe('When it was sent, ISO 8601; null before'),
});

const reversedPayment = wireObject({
  paymentId: optionalField(
    'paymentId',
    tolerated(text, ''),
    'Optional: id of its former receipt; empty for none',
  ),
  amountMinor: amount,
  paidAt: dateString.describe('Reported time of payment, ISO 8601'),
  reversedAt: dateString.describe('When it was reversed, ISO 8601'),
});

const dearExtension = wireObject({
  days: z.int().describe('Days gained by postponing'),
  feeMinor: amount.describe('Cost of postponing without the penalty so far, in minor units'),
  vatMinor: optionalField(
    'vatMinor',
    tolerated(amount, zeroMinor),
    'Optional: tax on that cost; 0 where absent',
  ),
  payTodayMinor: amount.describe(
    'Amount to pay today for postponing: penalty so far, fee and its tax, in minor units',
  ),
});

/** Cost of an extension that exceeds what the product allows to charge. */
export type DearExtension = z.output<typeof dearExtension>;

const loanStatement = wireObject({
  today: dateString,
  dueMinor: amount.describe('Amount overdue, or else the next instalment, in minor units'),
  dueDate: dateString.describe('Due date of the oldest instalment in dueMinor; empty when nothing is owed'),
  daysLate: z.int(),
  dueSequences: listOf(z.int()),
  chargedMinor: amount.describe('Charges of the instalments in dueMinor, without penalties, in minor units'),
  penaltyMinor: amount.describe('Penalties of these instalments, in minor units'),
  receivedMinor: amount.describe(
    'Payments received for them, in minor units; charges plus penalties minus this is due',
  ),
  paidMinor: amount,
  remainingMinor: amount,
  heldMinor: amount.describe('Amount held for the borrower, in minor units'),
  largestMinor: amount.describe('Maximum payment today, in minor units'),
  settlesMinor: optionalField(
    'settlesMinor',
    orElse(amount, null),
    'Optional: amount that settles the loan today, in minor units; null where unknown',
  ),
  savesMinor: optionalField(
    'savesMinor',
    tolerated(amount, zeroMinor),
    'Optional: saving against the amount left in the plan, in minor units; 0 where absent',
  ),
  prepayment: optionalField(
    'prepayment',
    tolerated(z.enum(prepaymentRules).nullable(), null),
    'Optional: effect of paying more than is due; null where that is impossible or unknown',
  ),
  penaltyMaxMinor: optionalField(
    'penaltyMaxMinor',
    orElse(amount, null),
    'Optional: cap on penalties and late fees of the instalments in dueMinor, in minor units; null for none',
  ),
  amounts: listOf(
    wireObject({ kind: z.enum(['this-payment', 'all-overdue', 'everything']), amountMinor: amount }),
  ),
  instalments: listOf(
    wireObject({
      sequence: z.int(),
      dueDate: dateString,
      chargedMinor: amount,
      paidMinor: amount,
      owedMinor: amount,
    }),
  ),
  pendingMinor: orElse(amount, null).describe('Amount of a pending card payment; null for none'),
  isPendingToExtend: optionalField(
    'isPendingToExtend',
    flag.catch(false),
    'Optional: 1 when that payment is for an extension',
  ),
  payments: listOf(receivedPayment).describe('Received payments, newest first'),
  refunds: optionalField(
    'refunds',
    tolerated(listOf(refund), []),
    'Optional: refunds to the borrower, sent or on their way, newest first',
  ),
  reversedPayments: optionalField(
    'reversedPayments',
    tolerated(listOf(reversedPayment), []),
    'Optional: reversed payments, by the bank or as an error, newest first',
  ),
  claims: optionalField(
    'claims',
    tolerated(listOf(paymentClaim), null),
    'Optional: payments that the borrower says they made, newest first; a list, even an empty one, announces claimPayment',
  ),
  isPenaltyPaused: optionalField(
    'isPenaltyPaused',
    flag.catch(false),
    'Optional: 1 while penalties are paused by a claim or dispute',
  ),
  dailyPenaltyMinor: optionalField(
    'dailyPenaltyMinor',
    tolerated(amount, null),
    'Optional: penalty that the next day late adds, in minor units; 0 for none',
  ),
  charges: optionalField(
    'charges',
    tolerated(listOf(statementCharge), null),
    'Optional: charges of each instalment beside principal; announces the calls that dispute a charge',
  ),
  disputes: optionalField(
    'disputes',
    tolerated(listOf(chargeDispute), null),
    'Optional: disputed charges, newest first',
  ),
  disputedMinor: optionalField(
    'disputedMinor',
    tolerated(amount, zeroMinor),
    'Optional: disputed part of the amount due, in minor units',
  ),
  newPlans: optionalField(
    'newPlans',
    tolerated(listOf(statementNewPlan), []),
    'Optional: new plans for a borrower in difficulty, proposed and agreed, newest first; a proposed one announces the calls that answer it',
  ),
  dearExtension: optionalField(
    'dearExtension',
    tolerated(dearExtension, null),
    "Optional: cost of postponing where it exceeds the product's limit",
  ),
}).meta({ id: 'LoanStatement' });

/** What is owed, how it is made up, what was received and what can be paid: the same on every page and notice. */
export type LoanStatement = z.output<typeof loanStatement>;

/** Every call about a loan may give it; null from a backend that has none. */
export const statement = optionalField(
  'statement',
  tolerated(loanStatement, null),
  'Optional: amounts owed and received, and what can be paid today',
);

const coolingOff = wireObject({
  until: dateString.describe('The last day on which the loan can be given back'),
  principalMinor: amount,
  interestMinor: amount.describe('Interest of the days used, in minor units'),
  vatMinor: amount,
  amountMinor: amount.describe('Amount to return the loan today, in minor units'),
  owedMinor: amount.describe('That amount less payments already made, in minor units'),
});

/** Returning the loan within its first days: until when, and the amount due today. */
export type CoolingOffOffer = z.output<typeof coolingOff>;

const sentSettlement = wireObject({
  day: dateString.describe('The only day on which it is valid'),
  madeOn: dateString.describe('Day of the document'),
  parts: listOf(wireObject({ component: z.enum(allocationOrder), amountMinor: amount })).describe(
    'Unpaid amounts, which add up to owedMinor',
  ),
  owedMinor: amount,
  savesMinor: amount.describe('Charges that settling on that day saves, in minor units'),
  heldMinor: amount.describe("The borrower's credit, already taken off, in minor units"),
  place: text.describe(
    'Whose midnight ends the day, to follow it in a sentence; empty where it needs no place',
  ),
}).meta({ id: 'SentSettlement' });

/** A settlement quote that the lender sent. */
export type SentSettlementView = z.output<typeof sentSettlement>;

const loanNotice = wireObject({ tone: z.enum(['ok', 'warn', 'plain']).catch('plain'), text: z.string() });

/** A sentence of the backend about this loan, in the borrower's language. */
export type LoanNotice = z.output<typeof loanNotice>;

const nestedDetails = wireValue(
  z.object({ detail: detailRows }).nullish(),
  (wire) => wire?.detail ?? [],
  (detail) => ({ detail }),
);

const loanDetail = wireObject({
  currency: optionalField('currency', currency, 'Optional: ISO 4217 code of all amounts (MONEY-4)'),
  orderNumber: optionalField(
    'orderNo',
    tolerated(text, ''),
    'Optional: the number of the order, also where there is no balance to name it; empty for none',
  ),
  status: field('orderStatus', reportedLoanStatus),
  statusTitle: field('noticeStatusText', text),
  statusDescription: field('noticeDesText', text),
  productName: text,
  productLogo: imageAddress,
  details: field('userOrderDetail', nestedDetails),
  opensInside: field('inside', flag),
  canRate: field('isScore', flag, '1: the borrower may rate the loan (ORDER-6)'),
  moreLink: field('h5Url', linkAddress, 'Address of a page with more; empty for none'),
  isExtendable: field('isDelay', flag, '1: it can be extended (ORDER-4)'),
  agreementLink: field('isNewContract', linkAddress, 'Address of the agreement'),
  balance: field('balance', orElse(loanBalance, null), 'Optional: amounts of the loan'),
  statement,
  usualWay,
  coolingOff: optionalField(
    'coolingOff',
    tolerated(coolingOff, null),
    'Optional: terms of returning the loan during its cooling-off period',
  ),
  options: field('options', paymentOptions, 'Optional: choices for the amount due, while it can be extended'),
  notices: field('notices', tolerated(listOf(loanNotice), []), 'Optional: further notices for the borrower'),
  settlementQuote: optionalField(
    'settlementQuote',
    tolerated(sentSettlement, null),
    'Optional: a settlement quote that the lender sent and that is still valid, which the page offers as a document',
  ),
  takesReminders: optionalField(
    'takesReminders',
    flag.catch(false),
    'Optional: 1 announces the calls about reminders of due dates',
  ),
  hasMovements: optionalField(
    'hasMovements',
    flag.catch(false),
    'Optional: 1 announces readMovements, for the statement of account',
  ),
});

/** A loan on its page (ORDER-1 to ORDER-7). */
export type LoanDetail = z.output<typeof loanDetail>;

export const readLoan = defineCall({
  ...v3Call,
  name: 'readLoan',
  area: 'loan',
  summary: 'Order detail',
  refusals: ['not-found'],
  path: '/v3/loan-details/loan-details',
  request: loanKey,
  response: loanDetail,
});

const loanMovement = wireObject({
  bookedOn: dateString.describe("Day it was booked, in the market's time zone"),
  countsFrom: dateString.describe('Day it counts from'),
  kind: z.enum(ledgerKinds).nullable().catch(null).describe('Reason of the movement'),
  isReversal: flag.describe('1: reverses an earlier movement of this kind'),
  moneyMinor: amount.describe('Money received, below 0 money paid out, in minor units'),
  owedMinor: amount.describe('Change of the amount owed, in minor units'),
  owedAfterMinor: amount.describe('Amount owed afterwards, in minor units'),
  heldAfterMinor: amount.describe('Amount held for the borrower afterwards, in minor units'),
});

export type LoanMovementView = z.output<typeof loanMovement>;

/** Lists every movement of a loan in booking order. */
export const readMovements = defineCall({
  ...v3Call,
  name: 'readMovements',
  announcedBy: ['hasMovements'],
  area: 'loan',
  summary: 'Every movement of a loan',
  refusals: ['not-found'],
  path: '/v3/loan-details/movements',
  request: loanKey,
  response: wireObject({ movements: listOf(loanMovement).describe('In the order they were booked') }),
});

const keptText = {
  text: z.string(),
  hash: z.string().describe('SHA-256 of the text in UTF-8, in hexadecimal'),
  version: z.string(),
  language: z.enum(['es', 'en']),
};

const acceptedAgreement = wireObject({
  ...keptText,
  acceptedAt: field(
    'acceptedAt',
    dateOf(orElse(dateString, null)),
    "Date and time in the market's time zone; null for a quote that is not yet accepted",
  ),
});

/** The full text of an agreement: the accepted one, or without `acceptedAt` the one to accept. */
export type AcceptedAgreement = z.output<typeof acceptedAgreement>;

const acceptedPaper = wireObject({
  proposalNumber: z.string(),
  validThrough: dateString.describe('Last day on which it could be accepted'),
  text: z.string(),
  hash: z.string().describe('SHA-256 of the text in UTF-8, in hexadecimal'),
  language: z.enum(['es', 'en']),
  acceptedAt: field(
    'acceptedAt',
    dateOf(orElse(dateString, null)),
    "Date and time in the market's time zone; null for a quote that is not yet accepted",
  ),
});

const loanAgreement = wireObject({
  currency: optionalField('currency', currency, 'Optional: ISO 4217 code of all amounts (MONEY-4)'),
  borrowerName: field('username', text),
  productName: text,
  amountMinor: field('mount', amount),
  disbursalDate: field('daiDate', dateText, 'Day the loan is paid out'),
  repaymentDate: field('planDate', dateText, 'Day of the last payment'),
  contractAmountMinor: field('contractAmount', amount, 'Total to repay, in minor units'),
  feeMinor: field('commission', amount),
  interestMinor: field('Interest', amount),
  vatMinor: field('IVA', amount),
  disbursedMinor: field('giveAmount', amount, 'Amount paid out, in minor units'),
  borrowerAddress: field('userAddress', text),
  agreementDate: field('contractDate', dateText, 'Day of the agreement'),
  lenderName: field('company', text),
  payout: optionalField(
    'payout',
    orElse(z.enum(payouts), null),
    'Optional: whether the loan is to be paid out, was paid out, or will not be',
  ),
  newPlans: optionalField(
    'newPlans',
    tolerated(listOf(statementNewPlan), []),
    'Optional: new plans agreed since, newest first',
  ),
  accepted: field(
    'accepted',
    orElse(acceptedAgreement, null),
    'Optional: full text, accepted or to accept, with its SHA-256',
  ),
  terms: field(
    'terms',
    tolerated(wireObject(keptText), null),
    'Optional: the loan terms that are part of the agreement, accepted or to accept, with their SHA-256',
  ),
  paper: field(
    'paper',
    tolerated(acceptedPaper, null),
    "Optional: the market's paper that is accepted with it, such as India's Key Facts Statement (LEGAL-6)",
  ),
  sendsFiles: optionalField('sendsFiles', tolerated(flag, false), 'Optional: 1 announces sendAgreement'),
});

/** A loan agreement (CONTRACT-1). A backend without the text leaves it out; the page then shows the fields alone. */
export type LoanAgreement = z.output<typeof loanAgreement>;

/** Reads the agreement of a loan, or of a quote that is not yet accepted. */
export const readAgreement = defineCall({
  ...v3Call,
  name: 'readAgreement',
  area: 'loan',
  summary: 'Loan agreement of an order',
  refusals: ['not-found'],
  path: '/v3/loan-details/contract-detail',
  request: wireObject({ orderNumber: field('orderNo', id) }),
  response: loanAgreement,
});

/** Asks the lender to send the accepted agreement again; repeated within an hour it has no effect. */
export const sendAgreement = defineCall({
  ...v3Call,
  name: 'sendAgreement',
  announcedBy: ['sendsFiles'],
  area: 'loan',
  summary: 'Send what was accepted to the borrower again',
  refusals: ['not-found'],
  path: '/v3/loan-details/contract-send',
  request: wireObject({ orderNumber: field('orderNo', id) }),
  response: z.unknown(),
});

export interface Rating {
  readonly score: number;
  readonly orderId: string | null;
  readonly complaintId?: string | undefined;
}

/** Rates from 1 to 5 (ORDER-6, COMP-6). */
export const sendRating = defineCall<Rating, unknown>({
  ...v3Call,
  name: 'sendRating',
  area: 'loan',
  summary: 'Rate a loan or the answer to a complaint, 1 to 5 stars',
  refusals: ['not-found', 'status-conflict'],
  path: '/v3/loan-details/google-score',
  request: wireObject({
    score: integer,
    orderId: optionalField('orderId', orElse(id, null)),
    complaintId: field('problemId', id.optional()),
  }),
  response: z.unknown(),
});
