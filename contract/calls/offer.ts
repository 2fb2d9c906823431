import { z } from 'zod';
import type { LocalDate } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import type { AgreedFigures } from '#domain/offer/agreed-figures.ts';
import { defineCall } from '../call.ts';
import { v3Envelope } from '../envelope.ts';
import {
  amountOf,
  type DetailRow,
  flagOf,
  ours,
  rowsOf,
  textOf,
  wireAmount,
  wireAmountSent,
  wireFlag,
  wireId,
  wireInteger,
  wireRow,
  wireRowsOf,
  wireText,
} from '../wire.ts';

/** The whole text of an agreement: the one that was accepted, or, with no time, the one that would be. */
export interface AcceptedAgreement {
  readonly text: string;
  /** SHA-256 of the text in UTF-8, in hexadecimal. */
  readonly hash: string;
  readonly version: string;
  readonly language: Language;
  /** Date and time in the market's time zone; null for a quote that is not yet accepted. */
  readonly acceptedAt: string | null;
}

/** A loan agreement (CONTRACT-1); a backend that keeps no text leaves it out, and the page shows the fields alone. */
export interface LoanAgreement extends AgreedFigures {
  readonly accepted: AcceptedAgreement | null;
}

const wireAgreement = z.object({
  username: wireText,
  productName: wireText,
  mount: wireAmount,
  daiDate: wireText,
  planDate: wireText,
  contractAmount: wireAmount,
  commission: wireAmount,
  Interest: wireAmount,
  IVA: wireAmount,
  giveAmount: wireAmount,
  userAddress: wireText,
  contractDate: wireText,
  company: wireText,
  accepted: z
    .object({
      text: z.string(),
      hash: z.string(),
      version: z.string(),
      language: z.enum(['es', 'en']),
      acceptedAt: z.string().nullish(),
    })
    .nullish()
    .meta({ description: 'Optional: the whole text, accepted or to accept, with its SHA-256' }),
});

/** The loan agreement of an order, or of a quote that is not yet accepted. */
export const readAgreement = defineCall({
  name: 'readAgreement',
  area: 'offer',
  summary: 'Loan agreement of an order',
  method: 'POST',
  path: '/v3/loan-details/contract-detail',
  encoding: 'json',
  client: 'json',
  session: 'required',
  envelope: v3Envelope,
  request: z.codec(z.object({ orderNo: wireId }), ours<{ orderNumber: string }>(), {
    decode: ({ orderNo }) => ({ orderNumber: String(orderNo) }),
    encode: ({ orderNumber }) => ({ orderNo: orderNumber }),
  }),
  response: z.codec(wireAgreement, ours<LoanAgreement>(), {
    decode: (wire) => ({
      borrowerName: textOf(wire.username),
      productName: textOf(wire.productName),
      amountMinor: amountOf(wire.mount),
      disbursalDate: textOf(wire.daiDate),
      repaymentDate: textOf(wire.planDate),
      contractAmountMinor: amountOf(wire.contractAmount),
      feeMinor: amountOf(wire.commission),
      interestMinor: amountOf(wire.Interest),
      vatMinor: amountOf(wire.IVA),
      disbursedMinor: amountOf(wire.giveAmount),
      borrowerAddress: textOf(wire.userAddress),
      agreementDate: textOf(wire.contractDate),
      lenderName: textOf(wire.company),
      accepted: wire.accepted ? { ...wire.accepted, acceptedAt: wire.accepted.acceptedAt ?? null } : null,
    }),
    encode: (agreement) => ({
      username: agreement.borrowerName,
      productName: agreement.productName,
      mount: agreement.amountMinor,
      daiDate: agreement.disbursalDate,
      planDate: agreement.repaymentDate,
      contractAmount: agreement.contractAmountMinor,
      commission: agreement.feeMinor,
      Interest: agreement.interestMinor,
      IVA: agreement.vatMinor,
      giveAmount: agreement.disbursedMinor,
      userAddress: agreement.borrowerAddress,
      contractDate: agreement.agreementDate,
      company: agreement.lenderName,
      accepted: agreement.accepted,
    }),
  }),
});

/** A payment of the plan shown before the loan is accepted. */
export interface PlannedPayment {
  readonly title: string;
  readonly description: string;
  readonly amountMinor: MinorAmount;
  readonly date: string;
}

/** The quote behind an offer; a backend that has none leaves it out, and the page shows less. */
export interface QuoteFigures {
  readonly quoteId: string;
  readonly totalMinor: MinorAmount;
  readonly costMinor: MinorAmount;
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly annualInterestPpm: number;
  readonly vatPpm: number;
  /** CAT without VAT in Mexico, APR in India, parts per million. */
  readonly annualCostPpm: number;
  readonly annualCostMeasure: 'cat' | 'apr';
  readonly calculatedOn: LocalDate;
  readonly penaltyDailyPpm: number;
  readonly firstPenaltyMinor: MinorAmount;
  readonly lateFeeMinor: MinorAmount;
  readonly extensionMaxDays: number;
}

/** How long a loan runs: `count` of `unit`; ours counts in days. */
export interface Term {
  readonly count: number;
  readonly unit: string;
}

/** What a borrower is asked to accept (CONFIRM-1). */
export interface LoanOffer {
  readonly amountMinor: MinorAmount;
  readonly term: Term;
  readonly firstPaymentDate: string;
  readonly dailyRate: string;
  readonly rateNote: string;
  readonly details: readonly DetailRow[];
  readonly plan: readonly PlannedPayment[];
  /** The amount is being worked out again: show it, wait, ask with `isReload` (CONFIRM-3). */
  readonly needsReload: boolean;
  readonly amountDescription: string;
  readonly agreementLink: string;
  readonly productName: string;
  readonly productLogo: string;
  readonly couponCount: number;
  readonly sendsSms: boolean;
  readonly messageType: string;
  readonly quote: QuoteFigures | null;
}

const wireQuote = z
  .object({
    quoteId: z.string().max(64),
    totalMinor: wireAmount,
    costMinor: wireAmount,
    interestMinor: wireAmount,
    feeMinor: wireAmount,
    vatMinor: wireAmount,
    annualInterestPpm: z.int(),
    vatPpm: z.int(),
    annualCostPpm: z.int(),
    annualCostMeasure: z.enum(['cat', 'apr']),
    calculatedOn: z.string(),
    penaltyDailyPpm: z.int(),
    firstPenaltyMinor: wireAmount,
    lateFeeMinor: wireAmount,
    extensionMaxDays: z.int(),
  })
  .nullish()
  .meta({ description: 'Optional: the full cost of the offer' });

/** What a borrower would receive and repay; issues the quote that the push has to match. */
export const readOffer = defineCall({
  name: 'readOffer',
  area: 'offer',
  summary: 'Offer of a product, to confirm',
  method: 'POST',
  path: '/v3/loan-confirm/loan-detail-confirm',
  encoding: 'json',
  client: 'json',
  session: 'required',
  envelope: v3Envelope,
  request: z.codec(
    z.object({ productId: wireId, isType: wireInteger.optional() }),
    ours<{ productId: string; isReload: boolean }>(),
    {
      decode: ({ productId, isType }) => ({ productId: String(productId), isReload: Number(isType) === 1 }),
      encode: ({ productId, isReload }) => (isReload ? { productId, isType: 1 } : { productId }),
    },
  ),
  response: z.codec(
    z.object({
      firstPayTime: wireText,
      amount: wireAmount,
      periods: wireInteger,
      termUnit: wireText,
      isNeedPop: wireFlag,
      sendSms: wireFlag,
      details: z.array(wireRow).nullish(),
      repay_plans: z
        .array(z.object({ title: wireText, description: wireText, amount: wireAmount, pay_time: wireText }))
        .nullish(),
      loanRate: wireText,
      ratemsg: wireText,
      amountDec: wireText,
      isNewContract: wireText,
      messageType: wireText,
      comProductLogo: wireText,
      comProductName: wireText,
      couNum: wireInteger.nullish(),
      quote: wireQuote,
    }),
    ours<LoanOffer>(),
    {
      decode: (wire) => ({
        amountMinor: amountOf(wire.amount),
        term: { count: Number(wire.periods), unit: textOf(wire.termUnit) },
        firstPaymentDate: textOf(wire.firstPayTime),
        dailyRate: textOf(wire.loanRate),
        rateNote: textOf(wire.ratemsg),
        details: rowsOf(wire.details),
        plan: (wire.repay_plans ?? []).map((row) => ({
          title: textOf(row.title),
          description: textOf(row.description),
          amountMinor: amountOf(row.amount),
          date: textOf(row.pay_time),
        })),
        needsReload: flagOf(wire.isNeedPop),
        amountDescription: textOf(wire.amountDec),
        agreementLink: textOf(wire.isNewContract),
        productName: textOf(wire.comProductName),
        productLogo: textOf(wire.comProductLogo),
        couponCount: Number(wire.couNum ?? 0),
        sendsSms: flagOf(wire.sendSms),
        messageType: textOf(wire.messageType),
        quote: wire.quote
          ? {
              ...wire.quote,
              totalMinor: amountOf(wire.quote.totalMinor),
              costMinor: amountOf(wire.quote.costMinor),
              interestMinor: amountOf(wire.quote.interestMinor),
              feeMinor: amountOf(wire.quote.feeMinor),
              vatMinor: amountOf(wire.quote.vatMinor),
              firstPenaltyMinor: amountOf(wire.quote.firstPenaltyMinor),
              lateFeeMinor: amountOf(wire.quote.lateFeeMinor),
              calculatedOn: wire.quote.calculatedOn as LocalDate,
            }
          : null,
      }),
      encode: (offer) => ({
        firstPayTime: offer.firstPaymentDate,
        amount: offer.amountMinor,
        periods: offer.term.count,
        termUnit: offer.term.unit,
        isNeedPop: offer.needsReload ? 1 : 0,
        sendSms: offer.sendsSms ? 1 : 0,
        details: wireRowsOf(offer.details),
        repay_plans: offer.plan.map((row) => ({
          title: row.title,
          description: row.description,
          amount: row.amountMinor,
          pay_time: row.date,
        })),
        loanRate: offer.dailyRate,
        ratemsg: offer.rateNote,
        amountDec: offer.amountDescription,
        isNewContract: offer.agreementLink,
        messageType: offer.messageType,
        comProductLogo: offer.productLogo,
        comProductName: offer.productName,
        couNum: offer.couponCount,
        quote: offer.quote,
      }),
    },
  ),
});

/** What the borrower accepts; `quoteId` names the very quote shown, and travels only to a backend that issued one. */
export interface LoanAcceptance {
  readonly amountMinor: MinorAmount;
  readonly term: Term;
  readonly productId: string;
  readonly quoteId: string | null;
}

/** Accepts a quote (CONFIRM-4). Repeating it answers with the same loan. */
export const acceptOffer = defineCall({
  name: 'acceptOffer',
  area: 'offer',
  summary: 'Accept an offer',
  method: 'POST',
  path: '/v3/loan-confirm/loan-detail-push',
  encoding: 'json',
  client: 'json',
  session: 'required',
  envelope: v3Envelope,
  request: z.codec(
    z.object({
      amount: wireAmountSent,
      periods: wireInteger,
      termUnit: z.string().max(16),
      productId: wireId,
      quoteId: z.string().max(64).optional(),
    }),
    ours<LoanAcceptance>(),
    {
      decode: (wire) => ({
        amountMinor: amountOf(wire.amount),
        term: { count: Number(wire.periods), unit: wire.termUnit },
        productId: String(wire.productId),
        quoteId: wire.quoteId ?? null,
      }),
      encode: ({ amountMinor, term, productId, quoteId }) => ({
        amount: amountMinor,
        periods: term.count,
        termUnit: term.unit,
        productId,
        ...(quoteId === null ? {} : { quoteId }),
      }),
    },
  ),
  response: z.codec(z.object({ lendDetailsUrl: z.string().max(2048) }), ours<{ detailLink: string }>(), {
    decode: ({ lendDetailsUrl }) => ({ detailLink: lendDetailsUrl }),
    encode: ({ detailLink }) => ({ lendDetailsUrl: detailLink }),
  }),
});

/**
 * Says how satisfied the borrower is, 1 to 5 (ORDER-6, COMP-6); `orderId` tells with which loan, `complaintId` with the
 * answer to which complaint, where the backend wants to know.
 */
export const sendRating = defineCall({
  name: 'sendRating',
  area: 'offer',
  summary: 'Rate a loan or the answer to a complaint, 1 to 5 stars',
  method: 'POST',
  path: '/v3/loan-details/google-score',
  encoding: 'json',
  client: 'json',
  session: 'required',
  envelope: v3Envelope,
  request: z.codec(
    z.object({ score: wireInteger, orderId: wireId.optional(), problemId: wireId.optional() }),
    ours<{ score: number; orderId: string | null; complaintId?: string }>(),
    {
      decode: ({ score, orderId, problemId }) => ({
        score: Number(score),
        orderId: orderId === undefined ? null : String(orderId),
        ...(problemId === undefined ? {} : { complaintId: String(problemId) }),
      }),
      encode: ({ score, orderId, complaintId }) => ({
        score,
        ...(orderId === null ? {} : { orderId }),
        ...(complaintId === undefined ? {} : { problemId: complaintId }),
      }),
    },
  ),
  response: z.unknown(),
});
