import { localDateAt } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { penaltyForDay } from '#domain/loan/penalty.ts';
import { currencyOf, type Market, marketOf } from '#domain/market.ts';
import { amountFromText, amountInField } from '#domain/money/amount-input.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import { annualCostOf, formatPercent } from '#domain/offer/annual-cost.ts';
import { buildSchedule, type ScheduleTerms } from '#domain/offer/schedule.ts';
import { agreementFigures } from '#domain/site/legal-figures.ts';

/** How many payments the example may have, 30 days apart: within the terms that the site names. */
const instalmentCounts = [4, 6, 9, 12] as const;

const exampleTerms = {
  instalmentDays: 30,
  feePpm: 60_000,
  annualInterestPpm: agreementFigures.annualInterestPpm,
} as const satisfies Omit<ScheduleTerms, 'currency' | 'instalmentCount' | 'vatPpm' | 'taxOn'>;

/** Longest amount that the field takes, and gives back. */
export const amountMaxLength = 20;

/** What a visitor asked to have worked out, as it was written; empty for what is not asked. */
export interface ExampleRequest {
  readonly amount: string;
  readonly payments: string;
}

/** A worked example, every figure as it is shown; `received` and `cost` are minor units, for the bar to scale. */
export interface WorkedExample {
  readonly days: number;
  readonly count: number;
  /** The terms to choose from. */
  readonly terms: readonly { readonly count: number; readonly days: number }[];
  /** The amount as it stands in its field, and the least and the most that it may be. */
  readonly inField: string;
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
  /** What a day of delay adds to the first payment under the agreement's penalty. */
  readonly penaltyRate: string;
  readonly penalty: string;
}

/** Works a market's example out with the code that works out loans, as if it were paid out today. */
export function workedExample(
  market: Market,
  language: Language,
  style: AmountStyle,
  now: Date,
  asked: ExampleRequest = { amount: '', payments: '' },
): WorkedExample {
  const { timeZone, example, tax } = marketOf[market];
  const [usualMinor, leastMinor, mostMinor] = [example.usualMinor, example.leastMinor, example.mostMinor].map(
    minorAmount,
  ) as [MinorAmount, MinorAmount, MinorAmount];
  const currency = currencyOf(market);
  const instalmentCount = instalmentCounts.find((each) => String(each) === asked.payments) ?? 4;
  const wishedMinor = asked.amount === '' ? usualMinor : amountFromText(asked.amount);
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
    terms: instalmentCounts.map((count) => ({ count, days: count * exampleTerms.instalmentDays })),
    inField: isRefused ? asked.amount.slice(0, amountMaxLength) : amountInField(principalMinor),
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
    penaltyRate: percent(overduePenaltyDailyPpm),
    penalty: money(penaltyForDay(firstPaymentMinor, 1, bands)),
  };
}
