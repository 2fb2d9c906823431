import type { ReactNode } from 'react';
import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { marketText } from '#content/market-words.ts';
import type { confirmText } from '#content/messages/confirm.ts';
import { plusTaxWords, taxRateWords } from '#content/messages/tax.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanOffer, QuoteFigures } from '#contract/calls/offer.ts';
import type { Language } from '#domain/language.ts';
import { type Market, marketOf } from '#domain/market.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { loanTermsFigures } from '#domain/site/legal-figures.ts';
import { Facts } from '#ui/figures/facts.tsx';
import { FoldedRest } from '#ui/figures/fold.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { Words } from '#ui/words.tsx';

/** What the key facts are written from; dates of the offer are ready to show. */
export interface KeyFactsProperties {
  readonly offer: LoanOffer;
  readonly quote: QuoteFigures;
  readonly market: Market;
  readonly language: Language;
  readonly company: CompanyFacts;
  readonly text: TextsIn<typeof confirmText>;
  readonly money: (amountMinor: MinorAmount) => string;
  /** With as many decimals as the rate has where none are given. */
  readonly percent: (ppm: number, decimals?: number) => string;
  readonly day: (text: string) => string;
}

/**
 * What the law of a market wants seen before signing: the carátula with its CAT in Mexico, the Key Facts Statement with its
 * APR in India. Four figures to compare, the rest folded, and how the annual cost was worked out. That a loan may be transferred
 * stands among the key facts of India (Reserve Bank of India, Key Facts Statement for Loans and Advances, 2024, Annex A, part 2).
 */
export function KeyFacts(properties: KeyFactsProperties): ReactNode {
  const { offer, quote, market, language, text, money, percent, day } = properties;
  const own = marketText(market, language);
  const isCat = quote.annualCostMeasure === 'cat';
  const annualCost = percent(quote.annualCostPpm, 1);
  return (
    <section>
      <h2>{own.paper}</h2>
      <Facts
        facts={[
          {
            name: isCat ? text.cat : text.apr,
            value: annualCost,
            note: isCat ? text.catNote : text.aprNote,
          },
          {
            name: text.annualRate,
            value: percent(quote.annualInterestPpm),
            note: plusTaxWords(market, language),
          },
          { name: text.amountLent, value: money(offer.amountMinor), note: '' },
          { name: text.totalToPay, value: money(quote.totalMinor), note: '' },
        ]}
      />
      <FoldedRest more={own.wholePaper} less={text.less}>
        <Rows rows={keyFactRows(properties)} />
      </FoldedRest>
      <p className="hint">
        <Words
          text={fill(isCat ? text.catLegend : text.aprLegend, {
            rate: annualCost,
            date: day(quote.calculatedOn),
          })}
        />
        {own.paperWarning && ` ${own.paperWarning}`}
      </p>
    </section>
  );
}

function keyFactRows({
  offer,
  quote,
  market,
  language,
  company,
  text,
  money,
  percent,
}: KeyFactsProperties): Row[] {
  const last = offer.plan.at(-1);
  return [
    {
      label: fill(text.interest, { rate: percent(quote.annualInterestPpm) }),
      value: money(quote.interestMinor),
    },
    { label: text.fee, value: money(quote.feeMinor) },
    { label: taxRateWords(market, language, percent(quote.vatPpm)), value: money(quote.vatMinor) },
    { label: text.totalCost, value: money(quote.costMinor), isTotal: true },
    ...(last && offer.plan.length > 1
      ? [{ label: text.lastPayment, value: `${last.date}, ${money(last.amountMinor)}` }]
      : []),
    {
      label: text.dailyPenalty,
      value: [
        fill(text.dailyPenaltyOf, { rate: percent(quote.penaltyDailyPpm) }),
        ...quote.laterPenalties.map(({ fromDay, dailyPpm }) =>
          fill(text.penaltyFrom, { day: fromDay, rate: percent(dailyPpm) }),
        ),
      ].join('; '),
    },
    ...(quote.lateFeeMinor > 0 ? [{ label: text.lateFeeOnce, value: money(quote.lateFeeMinor) }] : []),
    ...(quote.extensionMaxDays > 0
      ? [
          {
            label: text.extensionUpTo,
            value: fill(text.extensionDays, { days: daysText(quote.extensionMaxDays, text) }),
          },
        ]
      : []),
    ...(company.coolingOffDays > 0
      ? [
          {
            label: text.giveBack,
            value: fill(text.giveBackDays, { days: daysText(company.coolingOffDays, text) }),
          },
        ]
      : []),
    ...(marketOf[market].saysTransfer
      ? [
          {
            label: text.mayBeTransferred,
            value: fill(text.mayBeTransferredNotice, { days: loanTermsFigures.assignmentNoticeBusinessDays }),
          },
        ]
      : []),
    { label: text.lender, value: company.lenderName },
    ...(company.registration ? [{ label: text.registration, value: company.registration }] : []),
  ];
}

/** A number of days with its unit. */
export function daysText(count: number, text: TextsIn<typeof confirmText>): string {
  return count === 1 ? text.oneDay : fill(text.days, { count });
}
