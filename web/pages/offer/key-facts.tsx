import type { ReactNode } from 'react';
import { marketText } from '#content/market-words.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { extensionTermsWords } from '#content/messages/extension-terms.ts';
import { plusTaxWords, taxRateWords } from '#content/messages/tax.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanOffer, QuoteFigures } from '#contract/calls/offer.ts';
import { marketOf } from '#domain/market.ts';
import { loanTermsFigures } from '#domain/site/legal-figures.ts';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { Words } from '#ui/words.tsx';
import { type PageFacts, usePage, useText } from '../page-context.tsx';

interface KeyFactsProperties {
  readonly offer: LoanOffer;
  readonly quote: QuoteFigures;
}

/**
 * The facts that law wants shown before signing: the carátula with its CAT in Mexico, the Key Facts Statement with its APR in
 * India, where it also says that the loan may be transferred (Reserve Bank of India, Key Facts Statement for Loans and Advances,
 * 2024, Annex A, part 2).
 */
export function KeyFacts(properties: KeyFactsProperties): ReactNode {
  const { quote } = properties;
  const page = usePage();
  const { market, language, percent, dates } = page;
  const text = useText(confirmText);
  const { payments, paperWarning } = marketText(market, language);
  return (
    <>
      <Rows rows={costRows(properties, page)} />
      <h3>{text.onlyIf}</h3>
      <Rows rows={[...penaltyRows(quote, page), ...otherRows(quote, page)]} />
      <p className="hint">
        <Words
          text={fill(isCat(quote) ? text.catLegend : text.aprLegend, {
            rate: percent(quote.annualCostPpm, 1),
            date: dates.day(quote.calculatedOn),
            payments,
          })}
        />
        {paperWarning && ` ${paperWarning}`}
      </p>
    </>
  );
}

export function isCat({ annualCostMeasure }: Pick<QuoteFigures, 'annualCostMeasure'>): boolean {
  return annualCostMeasure === 'cat';
}

function costRows(
  { offer, quote }: KeyFactsProperties,
  { market, language, money, percent, dates }: PageFacts,
): Row[] {
  const text = confirmText[language];
  const plusTax = plusTaxWords(market, language);
  const { proposalNumber, validThrough } = quote;
  return [
    ...(proposalNumber ? [{ label: text.proposalNumber, value: proposalNumber }] : []),
    ...(validThrough ? [{ label: text.validThrough, value: dates.day(validThrough) }] : []),
    { label: isCat(quote) ? text.cat : text.apr, value: percent(quote.annualCostPpm, 1) },
    { label: text.annualRate, value: `${percent(quote.annualInterestPpm)} ${plusTax}`.trim() },
    { label: text.amountLent, value: money(offer.amountMinor) },
    {
      label: fill(text.interest, { rate: percent(quote.annualInterestPpm) }),
      value: money(quote.interestMinor),
    },
    { label: text.fee, value: money(quote.feeMinor) },
    { label: taxRateWords(market, language, percent(quote.vatPpm)), value: money(quote.vatMinor) },
    { label: text.totalCost, value: money(quote.costMinor) },
    { label: text.totalToPay, value: money(quote.totalMinor), isTotal: true },
  ];
}

export function penaltyRows(quote: QuoteFigures, { market, language, money, percent }: PageFacts): Row[] {
  const text = confirmText[language];
  const { payment } = marketText(market, language);
  const { penaltyDailyPpm, firstPenaltyMinor, laterPenalties, lateFeeMinor } = quote;
  const { penaltyMaxMinor, penaltyMaxOfPaymentMinor } = quote;
  const rates = [
    penaltyDailyPpm > 0 || laterPenalties.length > 0
      ? fill(text.dailyPenaltyOf, { rate: percent(penaltyDailyPpm), payment })
      : text.noDailyPenalty,
    ...laterPenalties.map(({ fromDay, dailyPpm }) =>
      fill(text.penaltyFrom, { day: fromDay, rate: percent(dailyPpm) }),
    ),
  ];
  const sums = [
    ...(penaltyDailyPpm > 0 ? [fill(text.perDay, { amount: money(firstPenaltyMinor) })] : []),
    ...laterPenalties.map((later) =>
      fill(text.fromDay, { day: later.fromDay, amount: money(later.firstPenaltyMinor) }),
    ),
  ];
  return [
    { label: text.dailyPenalty, value: rates.join('; ') },
    ...(sums.length > 0 ? [{ label: fill(text.withPayment, { payment }), value: sums.join('; ') }] : []),
    ...(lateFeeMinor > 0 ? [{ label: fill(text.lateFeeOnce, { payment }), value: money(lateFeeMinor) }] : []),
    ...(penaltyMaxMinor === null || penaltyMaxOfPaymentMinor === null
      ? []
      : [
          {
            label: text.penaltyMax,
            value: fill(text.penaltyMaxOf, {
              payment,
              amount: money(penaltyMaxOfPaymentMinor),
              total: money(penaltyMaxMinor),
            }),
          },
        ]),
  ];
}

function otherRows(quote: QuoteFigures, { market, language, company, percent }: PageFacts): Row[] {
  const text = confirmText[language];
  const { payment } = marketText(market, language);
  const { extensionMaxDays, extensionDailyPpm } = quote;
  const taxOn = marketOf[market].tax.on;
  const row = (isThere: boolean, label: string, value: string): Row[] => (isThere ? [{ label, value }] : []);
  return [
    ...row(
      extensionMaxDays > 0,
      fill(text.extensionUpTo, { payment }),
      extensionDailyPpm === null
        ? fill(text.extensionDays, { days: daysText(extensionMaxDays, text) })
        : extensionTermsWords({ ...quote, extensionDailyPpm, market, taxOn }, language, percent),
    ),
    ...row(
      quote.earlyRepayment !== null,
      text.payEarly,
      quote.earlyRepayment === 'whole-plan'
        ? text.payEarlyWholePlan
        : quote.earlyRepaymentFee === 'days-used'
          ? text.payEarlyDaysUsed
          : text.payEarlyFeeKept,
    ),
    ...row(quote.prepayment !== null, text.payMore, text[`payMore-${quote.prepayment ?? 'next-payments'}`]),
    ...row(
      company.coolingOffDays > 0,
      text.giveBack,
      fill(text.giveBackDays, { days: daysText(company.coolingOffDays, text) }),
    ),
    ...row(
      marketOf[market].mentionsLoanSale,
      text.mayBeTransferred,
      fill(text.mayBeTransferredNotice, { days: loanTermsFigures.assignmentNoticeBusinessDays }),
    ),
  ];
}

export function daysText(count: number, text: TextsIn<typeof confirmText>): string {
  return count === 1 ? text.oneDay : fill(text.days, { count });
}
