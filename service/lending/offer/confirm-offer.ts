import { marketText, paymentWords } from '#content/market-words.ts';
import { lendingText } from '#content/messages/lending.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanOffer, QuoteFigures } from '#contract/calls/offer.ts';
import { daysBetween } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { dailyPpmOn, penaltyForDay } from '#domain/loan/penalty.ts';
import { penaltyMaxOfLoan, penaltyMaxOfPayments } from '#domain/loan/penalty-cap.ts';
import { dayIn } from '#domain/market.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { annualCostOf, formatPercent } from '#domain/offer/annual-cost.ts';
import {
  isOfferedAmount,
  lateFeeOf,
  prepaymentRuleOf,
  productProblems,
} from '#domain/offer/product-terms.ts';
import { lastDayBefore } from '#domain/offer/proposal.ts';
import { redate } from '#domain/offer/schedule.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { standingTermsVersion, standingVersion } from './agreement-text.ts';
import { bindingQuote, issueQuote, termsOf } from './quote.ts';
import { acknowledgeOffer, findOffer, type OfferRecord, type QuoteRecord } from './store.ts';

export const termUnit = 'day';

/**
 * The offer of a product to its borrower, with the quote to accept (CONFIRM-1). An adjusted amount is announced until the next request
 * (CONFIRM-3). @throws CodedError 'borrower-blocked', 'offer-unavailable', 'open-loan-exists'.
 */
export async function confirmOffer(
  context: BorrowerContext,
  { productId, isReload }: { readonly productId: string; readonly isReload: boolean },
): Promise<LoanOffer> {
  const { database, borrower, configuration, logger, now } = context;
  if (borrower.isBlocked) throw new CodedError('borrower-blocked');
  const offerRecord = await findOffer(
    database,
    { borrowerId: borrower.id, productId },
    { today: dayIn(borrower.market, now), now },
  );
  if (!offerRecord || offerRecord.product.market !== borrower.market)
    throw new CodedError('offer-unavailable');
  const { offer, product, isOffered } = offerRecord;
  if (!configuration.markets.includes(product.market)) throw new CodedError('offer-unavailable');
  const binding = bindingQuote(offerRecord, context);
  if (!binding && !isQuotable(offerRecord, logger)) throw new CodedError('offer-unavailable');
  if (offerRecord.hasOpenLoan) throw new CodedError('open-loan-exists');
  if (offerRecord.mustWait) throw new CodedError('offer-unavailable');
  const isUnseen = isOffered && offer.previousAmountMinor !== null && offer.acknowledgedAt === null;
  if (isUnseen && isReload) await acknowledgeOffer(database, offer, now);
  const standing = {
    agreement: standingVersion(configuration, product.market),
    terms: standingTermsVersion(configuration, product.market),
  };
  const quote = await issueQuote(database, offerRecord, { binding, standing }, context);
  return offerView(context, offerRecord, quote, isUnseen && !isReload);
}

function isQuotable({ offer, product, isOffered }: OfferRecord, logger: BorrowerContext['logger']): boolean {
  if (!isOffered) return false;
  const problems = productProblems(termsOf(product));
  if (problems.length === 0) return isOfferedAmount(product, offer.amountMinor);
  logger.warn('a product cannot be quoted', { product: product.productId, problems });
  return false;
}

export function offerView(
  context: Pick<BorrowerContext, 'language' | 'configuration' | 'now' | 'money'>,
  { offer, product }: Pick<OfferRecord, 'offer' | 'product'>,
  quote: QuoteRecord,
  needsReload: boolean,
): LoanOffer {
  const { language, configuration, now, money } = context;
  const text = lendingText[language];
  const { terms } = quote;
  // The dates of a payout today, as in its agreement.
  const schedule = redate(quote.schedule, dayIn(terms.market, now));
  const count = schedule.instalments.length;
  const percent = (ppm: number): string => formatPercent(ppm, 'exact', language, configuration.amountStyle);
  return {
    currency: terms.currency,
    amountMinor: quote.amountMinor,
    term: { count: quote.termDays, unit: termUnit },
    firstPaymentDate: schedule.instalments[0]?.dueDate ?? '',
    dailyRate: percent(terms.dailyInterestPpm),
    rateNote: fill(text.rateNote, { rate: percent(terms.annualInterestPpm) }),
    details: [
      { label: marketText(terms.market, language).disbursal, value: text.depositTimeValue },
      { label: text.paymentDates, value: text.paymentDatesValue },
    ],
    plan: schedule.instalments.map(({ sequence, dueDate, totalMinor }) => ({
      title: fill(text.plannedPayment, { ...paymentWords(terms.market, language), sequence, count }),
      description: plannedPaymentNote(daysBetween(schedule.startDate, dueDate), text),
      amountMinor: totalMinor,
      date: dueDate,
    })),
    needsReload,
    amountDescription: needsReload
      ? fill(text.amountAdjusted, {
          before: money(offer.previousAmountMinor ?? zeroMinor),
          after: money(offer.amountMinor),
        })
      : '',
    agreementLink: `${configuration.paths.contract}?${new URLSearchParams({ orderNo: quote.id })}`,
    productName: product.name,
    productLogo: product.logo,
    couponCount: offer.couponCount,
    accountEnding: offer.depositAccountEnding,
    sendsSms: false,
    messageType: '',
    quote: quoteFigures(quote),
  };
}

/** A payment's day after the payout: the date shown assumes a payout today. */
function plannedPaymentNote(days: number, text: TextsIn<typeof lendingText>): string {
  return days === 1 ? text.plannedPaymentInOne : fill(text.plannedPaymentIn, { days });
}

function quoteFigures(quote: QuoteRecord): QuoteFigures {
  const { terms, schedule, proposalNumber } = quote;
  const capped = { terms, schedule, principalMinor: schedule.principalMinor };
  const annualCost = annualCostOf(schedule, terms.market);
  const firstPaymentMinor = schedule.instalments[0]?.totalMinor ?? zeroMinor;
  return {
    quoteId: quote.id,
    proposalNumber,
    validThrough: proposalNumber === null ? null : lastDayBefore(terms.market, quote.expiresAt),
    totalMinor: schedule.totalMinor,
    costMinor: schedule.costMinor,
    interestMinor: schedule.interestMinor,
    feeMinor: schedule.feeMinor,
    vatMinor: schedule.vatMinor,
    annualInterestPpm: terms.annualInterestPpm,
    vatPpm: terms.vatPpm,
    annualCostPpm: annualCost.ppm,
    annualCostMeasure: annualCost.measure,
    calculatedOn: schedule.startDate,
    penaltyDailyPpm: dailyPpmOn(1, terms.penaltyBands),
    firstPenaltyMinor: penaltyForDay(firstPaymentMinor, 1, terms.penaltyBands),
    laterPenalties: terms.penaltyBands
      .filter(({ fromDay }) => fromDay > 1)
      .map(({ fromDay, dailyPpm }) => ({
        fromDay,
        dailyPpm,
        firstPenaltyMinor: penaltyForDay(firstPaymentMinor, fromDay, terms.penaltyBands),
      })),
    penaltyMaxMinor: penaltyMaxOfLoan(capped),
    penaltyMaxOfPaymentMinor: penaltyMaxOfPayments(capped, [1]),
    earlyRepayment: terms.allowsPrepayment ? (terms.earlyRepayment ?? 'whole-plan') : null,
    earlyRepaymentFee: terms.earlyRepaymentFee ?? 'kept',
    prepayment: terms.allowsPrepayment ? prepaymentRuleOf(terms) : null,
    lateFeeMinor: lateFeeOf(terms, quote.isRepeatBorrower),
    extensionMaxDays: terms.extensionMaxDays,
    extensionDailyPpm: terms.extensionDailyPpm,
    extensionCostMaxPpm: terms.extensionCostMaxPpm,
  };
}
