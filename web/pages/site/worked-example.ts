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

/** Numbers of payments to choose from, 30 days apart. */
const instalmentCounts = [4, 6, 9, 12] as const;

export const instalmentDays = 30;

const exampleTerms = {
  instalmentDays,
  feePpm: 60_000,
  annualInterestPpm: agreementFigures.annualInterestPpm,
} as const satisfies Omit<ScheduleTerms, 'currency' | 'instalmentCount' | 'vatPpm' | 'taxOn'>;

/** Price of an extension, per day and extended amount. */
const extensionDailyPpm = 10_000;

/** As in the address; empty when absent. */
export interface ExampleRequest {
  readonly amount: string;
  readonly payments: string;
}

/** Figures ready to show; `received` and `cost` also in minor units, for the bar. */
export interface WorkedExample {
  readonly days: number;
  readonly count: number;
  readonly counts: readonly number[];
  readonly amounts: readonly { readonly value: string; readonly label: string }[];
  readonly chosenAmount: string;
  readonly least: string;
  readonly most: string;
  /** The requested amount is invalid or out of range; the example uses the default. */
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
  readonly dearest: string;
  readonly extensionPrice: string;
  readonly penaltyRate: string;
  readonly penalty: string;
}

/** As in a link: `5000`, or `2500.50`. */
function amountInLink(amountMinor: MinorAmount, currency: Currency): string {
  return amountInField(amountMinor, currency).replace(/\.0+$/, '');
}

/** Calculates a market's example with the loan code, as if it were paid out today. */
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
