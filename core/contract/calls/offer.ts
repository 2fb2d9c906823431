import { z } from 'zod';
import type { LocalDate } from '#domain/calendar.ts';
import { earlyRepaymentFees, earlyRepayments, prepaymentRules } from '#domain/offer/product-term-table.ts';
import { defineCall, v3Call } from '../call.ts';
import { field, optionalField, wireObject, wireValue } from '../wire.ts';
import {
  addressOf,
  amount,
  currency,
  dateOf,
  dateText,
  detailRows,
  flag,
  id,
  imageAddress,
  integer,
  linkAddress,
  list,
  listOf,
  orElse,
  requestAmount,
  text,
  tolerated,
} from '../wire-values.ts';

const plannedPayment = wireObject({
  title: text,
  description: text,
  amountMinor: field('amount', amount),
  date: field('pay_time', dateText, 'Day it falls due'),
});

/** An instalment shown before the loan is accepted. */
export type PlannedPayment = z.output<typeof plannedPayment>;

const ppm = z.int().describe('Parts per million');
const localDate = wireValue(dateOf(z.string()), (day) => day as LocalDate);

/** Penalty per day late from a given day late on. */
const laterPenalty = wireObject({
  fromDay: z.int().describe('Day late from which on it is charged, until the next one; above 1'),
  dailyPpm: ppm,
  firstPenaltyMinor: amount.describe('What such a day adds with the first payment'),
});

const quoteFigures = wireObject({
  quoteId: z.string().max(64),
  proposalNumber: field(
    'proposalNumber',
    tolerated(z.string().min(1).max(64), null),
    "Optional: what the market's paper is known by that shows the offer before it is accepted (LEGAL-6)",
  ),
  validThrough: field(
    'validThrough',
    tolerated(localDate, null),
    'Optional: the last day on which the offer can be accepted as it stands',
  ),
  totalMinor: amount,
  costMinor: amount,
  interestMinor: amount,
  feeMinor: amount,
  vatMinor: amount,
  annualInterestPpm: ppm,
  vatPpm: ppm,
  annualCostPpm: z.int().describe('CAT without VAT in Mexico, APR in India, parts per million'),
  annualCostMeasure: z.enum(['cat', 'apr']),
  calculatedOn: localDate,
  penaltyDailyPpm: ppm,
  firstPenaltyMinor: amount,
  laterPenalties: field(
    'laterPenalties',
    tolerated(listOf(laterPenalty), []),
    'Optional: the penalties of later days late, in their order, where they differ from that of the first day',
  ),
  lateFeeMinor: amount,
  penaltyMaxMinor: field(
    'penaltyMaxMinor',
    tolerated(amount.nullable(), null),
    'Optional: the most that penalties and late fees of all of the loan come to, in minor units; null for no cap',
  ),
  penaltyMaxOfPaymentMinor: field(
    'penaltyMaxOfPaymentMinor',
    tolerated(amount.nullable(), null),
    'Optional: the same of the first payment',
  ),
  earlyRepayment: field(
    'earlyRepayment',
    tolerated(z.enum(earlyRepayments).nullable(), null),
    'Optional: what paying the loan off early costs; null where the backend does not say',
  ),
  earlyRepaymentFee: field(
    'earlyRepaymentFee',
    tolerated(z.enum(earlyRepaymentFees).nullable(), null),
    'Optional: what is charged of the fee then',
  ),
  prepayment: field(
    'prepayment',
    tolerated(z.enum(prepaymentRules).nullable(), null),
    'Optional: what money does that is paid beyond what is asked for; null where the backend does not say',
  ),
  extensionMaxDays: z.int(),
  extensionDailyPpm: field(
    'extensionDailyPpm',
    tolerated(ppm.nullable(), null),
    'Optional: what extending a payment costs a day, of what is extended and before tax; null where the backend does not say',
  ),
  extensionCostMaxPpm: field(
    'extensionCostMaxPpm',
    tolerated(ppm, 0),
    'Optional: the part of the amount due, penalties with it, above which extending is not sold; 0 for no limit',
  ),
});

/** The quote behind an offer; null from a backend that has none, and the page shows less. */
export type QuoteFigures = z.output<typeof quoteFigures>;

const loanOffer = wireObject({
  currency: optionalField('currency', currency, 'Optional: ISO 4217 code of all amounts (MONEY-4)'),
  amountMinor: field('amount', amount),
  term: {
    count: field('periods', integer, 'How long the loan runs, in termUnit'),
    unit: field('termUnit', text, 'Day, week or month; ours counts in days'),
  },
  firstPaymentDate: field('firstPayTime', dateText),
  dailyRate: field('loanRate', text, 'Ready to show'),
  rateNote: field('ratemsg', text, 'What else is to be said of the rate, ready to show'),
  details: detailRows,
  plan: field('repay_plans', list(plannedPayment)),
  needsReload: field(
    'isNeedPop',
    flag,
    '1: the amount is being worked out again; ask with isType (CONFIRM-3)',
  ),
  amountDescription: field('amountDec', text, 'What the borrower reads meanwhile'),
  agreementLink: field(
    'isNewContract',
    linkAddress,
    'Address of the agreement; without one that may be followed the offer cannot be accepted',
  ),
  productName: field('comProductName', text),
  productLogo: field('comProductLogo', imageAddress),
  couponCount: field('couNum', orElse(integer, 0), 'How many coupons apply'),
  accountEnding: optionalField(
    'accountEnding',
    orElse(z.string().max(8), ''),
    'Optional: the last digits of the account that the loan is paid into',
  ),
  sendsSms: field('sendSms', flag),
  messageType: text,
  quote: field('quote', orElse(quoteFigures, null), 'Optional: the full cost of the offer'),
});

/** An offer on the confirmation page (CONFIRM-1). */
export type LoanOffer = z.output<typeof loanOffer>;

const reload = wireValue(
  orElse(integer, 0),
  (type) => type === 1,
  (isReload) => (isReload ? 1 : 0),
);

/** Reads an offer with its amounts and issues the quote that `acceptOffer` must match. */
export const readOffer = defineCall({
  ...v3Call,
  name: 'readOffer',
  area: 'offer',
  summary: 'Offer of a product, to confirm',
  refusals: ['borrower-blocked', 'offer-unavailable', 'open-loan-exists'],
  path: '/v3/loan-confirm/loan-detail-confirm',
  request: wireObject({ productId: id, isReload: optionalField('isType', reload, '1 on a reload') }),
  response: loanOffer,
});

const loanAcceptance = wireObject({
  amountMinor: field('amount', requestAmount),
  term: { count: field('periods', integer), unit: field('termUnit', z.string().max(16)) },
  productId: id,
  quoteId: optionalField(
    'quoteId',
    orElse(z.string().max(64), null),
    'The very quote that was shown; only for a backend that issued one',
  ),
});

export type LoanAcceptance = z.output<typeof loanAcceptance>;

/** Accepts a quote (CONFIRM-4). Repeated it answers with the same loan. */
export const acceptOffer = defineCall({
  ...v3Call,
  name: 'acceptOffer',
  area: 'offer',
  summary: 'Accept an offer',
  refusals: ['quote-mismatch', 'quote-expired', 'borrower-blocked', 'offer-unavailable', 'open-loan-exists'],
  path: '/v3/loan-confirm/loan-detail-push',
  request: loanAcceptance,
  response: wireObject({
    detailLink: field(
      'lendDetailsUrl',
      // Without it the loan is accepted all the same.
      addressOf('link', orElse(z.string().max(2048), '')),
    ),
  }),
});
