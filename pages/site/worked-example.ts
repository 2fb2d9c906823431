import { localDateAt } from '#domain/calendar.ts';
import type { Language } from '#domain/language.ts';
import { penaltyForDay } from '#domain/loan/penalty.ts';
import { type Market, marketOf } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import { annualPercentageRate, catWithoutVat, formatPercent } from '#domain/offer/annual-cost.ts';
import { buildSchedule, type ScheduleTerms } from '#domain/offer/schedule.ts';
import { agreementFigures } from '#domain/site/legal-figures.ts';

/** The loan that the home page works out: the agreement's rates, and a fee and an amount of its own. */
const exampleOf = {
  es: { market: 'MX', principalMinor: minorAmount(500_000) },
  en: { market: 'IN', principalMinor: minorAmount(1_200_000) },
} as const satisfies Readonly<Record<Language, { market: Market; principalMinor: number }>>;

const exampleTerms = {
  instalmentCount: 4,
  instalmentDays: 30,
  feePpm: 60_000,
  annualInterestPpm: agreementFigures.annualInterestPpm,
  vatPpm: agreementFigures.vatPpm,
} as const satisfies Omit<ScheduleTerms, 'currency'>;

/** A worked example, every figure as it is shown; `received` and `cost` are minor units, for the bar to scale. */
export interface WorkedExample {
  readonly market: Market;
  readonly days: number;
  readonly count: number;
  readonly date: string;
  readonly receivedMinor: number;
  readonly costMinor: number;
  readonly received: string;
  readonly interest: string;
  readonly interestRate: string;
  readonly fee: string;
  readonly feeRate: string;
  readonly vat: string;
  readonly vatRate: string;
  readonly total: string;
  /** CAT without VAT in Spanish, APR with every charge in English. */
  readonly annualCost: string;
  readonly payments: readonly { readonly sequence: number; readonly date: string; readonly amount: string }[];
  /** What a day of delay adds to the first payment under the agreement's penalty. */
  readonly penaltyRate: string;
  readonly penalty: string;
}

/** Works the example out with the code that works out loans, as if it were paid out today. */
export function workedExample(language: Language, style: AmountStyle, now: Date): WorkedExample {
  const { market, principalMinor } = exampleOf[language];
  const { currency, timeZone } = marketOf[market];
  const schedule = buildSchedule({ ...exampleTerms, currency }, principalMinor, localDateAt(now, timeZone));
  const money = (amountMinor: typeof principalMinor): string =>
    formatMoney(amountMinor, language, style, currency);
  const percent = (ppm: number, decimals = 0): string => formatPercent(ppm, decimals, language, style);
  const { overduePenaltyDailyPpm } = agreementFigures;
  const firstPaymentMinor = schedule.instalments[0]?.totalMinor ?? schedule.totalMinor;
  const bands = [{ fromDay: 1, dailyPpm: overduePenaltyDailyPpm }];
  return {
    market,
    days: exampleTerms.instalmentCount * exampleTerms.instalmentDays,
    count: exampleTerms.instalmentCount,
    date: schedule.startDate,
    receivedMinor: schedule.principalMinor,
    costMinor: schedule.costMinor,
    received: money(schedule.principalMinor),
    interest: money(schedule.interestMinor),
    interestRate: percent(exampleTerms.annualInterestPpm),
    fee: money(schedule.feeMinor),
    feeRate: percent(exampleTerms.feePpm),
    vat: money(schedule.vatMinor),
    vatRate: percent(exampleTerms.vatPpm),
    total: money(schedule.totalMinor),
    annualCost: percent(language === 'es' ? catWithoutVat(schedule) : annualPercentageRate(schedule), 1),
    payments: schedule.instalments.map(({ sequence, dueDate, totalMinor }) => ({
      sequence,
      date: dueDate,
      amount: money(totalMinor),
    })),
    penaltyRate: percent(overduePenaltyDailyPpm),
    penalty: money(penaltyForDay(firstPaymentMinor, 1, bands)),
  };
}
