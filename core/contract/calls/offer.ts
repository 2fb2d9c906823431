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

export type PlannedPayment = z.output<typeof plannedPayment>;

const ppm = z.int().describe('Parts per million');
const localDate = wireValue(dateOf(z.string()), (day) => day as LocalDate);

/** Penalty per day late from a given day late on. */
const laterPenalty = wireObject({
  fromDay: z.int().describe('First day late of this rate, above 1; the next entry ends it'),
  dailyPpm: ppm,
  firstPenaltyMinor: amount.describe('Penalty of such a day on the first instalment'),
});

const quoteFigures = wireObject({
  quoteId: z.string().max(64),
  proposalNumber: field(
    'proposalNumber',
    tolerated(z.string().min(1).max(64), null),
    "Optional: number of the market's paper that shows the offer before acceptance (LEGAL-6)",
  ),
  validThrough: field(
    'validThrough',
    tolerated(localDate, null),
    'Optional: last day on which the offer can be accepted unchanged',
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
    'Optional: penalties of later days late where they differ from the first day, in order',
  ),
  lateFeeMinor: amount,
  penaltyMaxMinor: field(
    'penaltyMaxMinor',
    tolerated(amount.nullable(), null),
    'Optional: cap on penalties and late fees of the whole loan, in minor units; null for none',
  ),
  penaltyMaxOfPaymentMinor: field(
    'penaltyMaxOfPaymentMinor',
    tolerated(amount.nullable(), null),
    'Optional: cap of the first instalment',
  ),
  earlyRepayment: field(
    'earlyRepayment',
    tolerated(z.enum(earlyRepayments).nullable(), null),
    'Optional: cost of paying the loan off early; null where unknown',
  ),
  earlyRepaymentFee: field(
    'earlyRepaymentFee',
    tolerated(z.enum(earlyRepaymentFees).nullable(), null),
    'Optional: part of the fee charged then',
  ),
  prepayment: field(
    'prepayment',
    tolerated(z.enum(prepaymentRules).nullable(), null),
    'Optional: effect of paying more than is due; null where unknown',
  ),
  extensionMaxDays: z.int(),
  extensionDailyPpm: field(
    'extensionDailyPpm',
    tolerated(ppm.nullable(), null),
    'Optional: daily cost of an extension, as a part of the extended amount before tax; null where unknown',
  ),
  extensionCostMaxPpm: field(
    'extensionCostMaxPpm',
    tolerated(ppm, 0),
    'Optional: limit of penalties plus extension cost as a part of the amount due; 0 for none',
  ),
});

/** The quote behind an offer; null from a backend that has none, and the page shows less. */
export type QuoteFigures = z.output<typeof quoteFigures>;

const loanOffer = wireObject({
  currency: optionalField('currency', currency, 'Optional: ISO 4217 code of all amounts (MONEY-4)'),
  amountMinor: field('amount', amount),
  term: {
    count: field('periods', integer, 'Term of the loan in termUnit'),
    unit: field('termUnit', text, 'Day, week or month; our own service uses days'),
  },
  firstPaymentDate: field('firstPayTime', dateText),
  dailyRate: field('loanRate', text, 'Ready to show'),
  rateNote: field('ratemsg', text, 'Note on the rate, ready to show'),
  details: detailRows,
  plan: field('repay_plans', list(plannedPayment)),
  needsReload: field(
    'isNeedPop',
    flag,
    '1: the amount is being recalculated; reload with isType (CONFIRM-3)',
  ),
  amountDescription: field('amountDec', text, 'Text shown meanwhile'),
  agreementLink: field(
    'isNewContract',
    linkAddress,
    'Address of the agreement; without an allowed one the offer cannot be accepted',
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
    'Id of the quote shown; only for a backend that issued one',
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
