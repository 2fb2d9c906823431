import { extensionPriceWords } from '#content/messages/extension-terms.ts';
import { localDateAt } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { penaltyForDay } from '#domain/loan/penalty.ts';
import { currencyOf, type Market, marketOf } from '#domain/market.ts';
import { amountFromText, amountInField } from '#domain/money/amount-input.ts';
import { type Currency, type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import { annualCostOf, formatPercent } from '#domain/offer/annual-cost.ts';
import { buildSchedule, type ScheduleTerms } from '#domain/offer/schedule.ts';
import { agreementFigures } from '#domain/site/legal-figures.ts';

/** How many payments the example may have, 30 days apart: within the terms that the site names. */
const instalmentCounts = [4, 6, 9, 12] as const;

/** Days between its payments. */
export const instalmentDays = 30;

const exampleTerms = {
  instalmentDays,
  feePpm: 60_000,
  annualInterestPpm: agreementFigures.annualInterestPpm,
} as const satisfies Omit<ScheduleTerms, 'currency' | 'instalmentCount' | 'vatPpm' | 'taxOn'>;

/** What extending one of its payments costs a day, of what is extended. */
const extensionDailyPpm = 10_000;

/** What a visitor asked to have worked out, as it was written; empty for what is not asked. */
export interface ExampleRequest {
  readonly amount: string;
  readonly payments: string;
}

/** A worked example, every figure as shown; `received` and `cost` are minor units, for the bar to scale. */
export interface WorkedExample {
  readonly days: number;
  readonly count: number;
  /** How many payments there are to choose from. */
  readonly counts: readonly number[];
  /** The amounts to choose from, in minor units and as shown, and the one that is worked out. */
  readonly amounts: readonly { readonly value: string; readonly label: string }[];
  readonly chosenAmount: string;
  /** The least and the most that may be asked for. */
  readonly least: string;
  readonly most: string;
  /** Whether the amount that was asked for is none, or beyond these; then the example is the usual one. */
  readonly isRefused: boolean;
  readonly date: string;
  readonly receivedMinor: number;
  readonly costMinor: number;
  readonly received: string;
  readonly cost: string;
  readonly interest: string;
  readonly interestRate: string;
  readonly fee: string;
  readonly feeRate: string;
  readonly vat: string;
  readonly vatRate: string;
  readonly total: string;
  /** CAT without VAT in Mexico, APR with every charge in India. */
  readonly annualCost: string;
  readonly payments: readonly { readonly sequence: number; readonly date: string; readonly amount: string }[];
  /** The dearest payment. */
  readonly dearest: string;
  readonly extensionPrice: string;
  /** What a day of delay adds to the first payment under the agreement's penalty. */
  readonly penaltyRate: string;
  readonly penalty: string;
}

/** An amount as a link asks for it: `5000`, or `2500.50`. */
function amountInLink(amountMinor: MinorAmount, currency: Currency): string {
  return amountInField(amountMinor, currency).replace(/\.0+$/, '');
}

/** Works a market's example out with the code that works out loans, as if it were paid out today. */
export function workedExample(
  market: Market,
  language: Language,
  style: AmountStyle,
  now: Date,
  exampleRequest: ExampleRequest = { amount: '', payments: '' },
): WorkedExample {
  const { timeZone, example, tax } = marketOf[market];
  const amountsMinor = example.amountsMinor.map(minorAmount);
  const usualMinor = minorAmount(example.usualMinor);
  const leastMinor = minorAmount(Math.min(...amountsMinor));
  const mostMinor = minorAmount(Math.max(...amountsMinor));
  const currency = currencyOf(market);
  const instalmentCount = instalmentCounts.find((each) => String(each) === exampleRequest.payments) ?? 4;
  const wishedMinor =
    exampleRequest.amount === '' ? usualMinor : amountFromText(exampleRequest.amount, currency);
  const isRefused = wishedMinor === null || wishedMinor < leastMinor || wishedMinor > mostMinor;
  const principalMinor = isRefused ? usualMinor : wishedMinor;
  const terms = { ...exampleTerms, instalmentCount, currency, vatPpm: tax.ratePpm, taxOn: tax.on };
  const schedule = buildSchedule(terms, principalMinor, localDateAt(now, timeZone));
  const money = (amountMinor: MinorAmount): string => formatMoney(amountMinor, language, style, currency);
  const percent = (ppm: number, decimals: number | 'exact' = 'exact'): string =>
    formatPercent(ppm, decimals, language, style);
  const { overduePenaltyDailyPpm } = agreementFigures;
  const firstPaymentMinor = schedule.instalments[0]?.totalMinor ?? schedule.totalMinor;
  const bands = [{ fromDay: 1, dailyPpm: overduePenaltyDailyPpm }];
  return {
    days: instalmentCount * exampleTerms.instalmentDays,
    count: instalmentCount,
    counts: instalmentCounts,
    amounts: amountsMinor.map((each) => ({ value: amountInLink(each, currency), label: money(each) })),
    chosenAmount: isRefused ? '' : amountInLink(principalMinor, currency),
    least: money(leastMinor),
    most: money(mostMinor),
    isRefused,
    date: schedule.startDate,
    receivedMinor: schedule.principalMinor,
    costMinor: schedule.costMinor,
    received: money(schedule.principalMinor),
    cost: money(schedule.costMinor),
    interest: money(schedule.interestMinor),
    interestRate: percent(exampleTerms.annualInterestPpm),
    fee: money(schedule.feeMinor),
    feeRate: percent(exampleTerms.feePpm),
    vat: money(schedule.vatMinor),
    vatRate: percent(tax.ratePpm),
    total: money(schedule.totalMinor),
    annualCost: percent(annualCostOf(schedule, market).ppm, 1),
    payments: schedule.instalments.map(({ sequence, dueDate, totalMinor }) => ({
      sequence,
      date: dueDate,
      amount: money(totalMinor),
    })),
    dearest: money(minorAmount(Math.max(...schedule.instalments.map(({ totalMinor }) => totalMinor)))),
    extensionPrice: extensionPriceWords({ ...terms, market, extensionDailyPpm }, language, percent),
    penaltyRate: percent(overduePenaltyDailyPpm),
    penalty: money(penaltyForDay(firstPaymentMinor, 1, bands)),
  };
}
