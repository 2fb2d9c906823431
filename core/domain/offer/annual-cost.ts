import { daysBetween, localDate } from '../calendar.ts';
import type { Language } from '../language.ts';
import { type Market, marketOf } from '../market.ts';
import { minorAmount } from '../money/money.ts';
import { type AmountStyle, formatScaled } from '../money/money-format.ts';
import { buildSchedule, type Schedule, type ScheduleTerms } from './schedule.ts';

/* Floating point is allowed in this file only: what it computes is a rate to be shown, never an amount. */

interface Payment {
  readonly amountMinor: number;
  /** When it is paid, in the unit of the rate. */
  readonly time: number;
}

const daysPerYear = 365;
const highestRate = 2 ** 20;
const bisectionSteps = 200;

function presentValue(payments: readonly Payment[], rate: number): number {
  return payments.reduce((sum, payment) => sum + payment.amountMinor / (1 + rate) ** payment.time, 0);
}

/** The rate at which the payments are worth what was received; 0 when they do not exceed it, at most `highestRate`. */
function internalRate(receivedMinor: number, payments: readonly Payment[]): number {
  if (presentValue(payments, 0) <= receivedMinor) return 0;
  let low = 0;
  let high = 1;
  while (presentValue(payments, high) > receivedMinor) {
    if (high >= highestRate) return highestRate;
    high *= 2;
  }
  for (let step = 0; step < bisectionSteps; step += 1) {
    const middle = (low + high) / 2;
    if (presentValue(payments, middle) > receivedMinor) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Highest annual cost that is calculated, in ppm; a result equal to it may be too low. */
const highestPpm = highestRate * 1_000_000;

function toPpm(rate: number): number {
  return Math.min(highestPpm, Math.round(rate * 1_000_000));
}

const moreThan = { es: 'más de ', en: 'more than ' } as const;

/**
 * Total annual cost (CAT) without VAT, in ppm a year, shown with one decimal: the effective annual rate at which the payments without VAT
 * equal the principal, in years of 365 days. Banco de México, circular 21/2009.
 */
export function catWithoutVat(schedule: Schedule): number {
  const payments = schedule.instalments.map((instalment) => ({
    amountMinor: instalment.totalMinor - instalment.vatMinor,
    time: daysBetween(schedule.startDate, instalment.dueDate) / daysPerYear,
  }));
  return toPpm(internalRate(schedule.principalMinor, payments));
}

/**
 * Annual percentage rate in ppm: internal rate of return per period on the principal, with every charge and its tax, times the periods in
 * 365 days. Reserve Bank of India, Key Facts Statement for loans (2024). A schedule without instalments costs nothing.
 */
export function annualPercentageRate(schedule: Schedule): number {
  const first = schedule.instalments[0];
  if (first === undefined) return 0;
  const payments = schedule.instalments.map((instalment) => ({
    amountMinor: instalment.totalMinor,
    time: instalment.sequence,
  }));
  const periodsPerYear = daysPerYear / daysBetween(schedule.startDate, first.dueDate);
  return toPpm(internalRate(schedule.principalMinor, payments) * periodsPerYear);
}

export interface AnnualCost {
  readonly measure: 'cat' | 'apr';
  readonly ppm: number;
}

export function annualCostOf(schedule: Schedule, market: Market): AnnualCost {
  const { annualCost: measure } = marketOf[market];
  return { measure, ppm: measure === 'cat' ? catWithoutVat(schedule) : annualPercentageRate(schedule) };
}

/** Refuses sound terms whose annual cost is too high to calculate. */
export function annualCostProblems(terms: ScheduleTerms & { readonly market: Market }): string[] {
  const { usualMinor } = marketOf[terms.market].example;
  const { ppm } = annualCostOf(
    buildSchedule(terms, minorAmount(usualMinor), localDate('2026-01-01')),
    terms.market,
  );
  const highest = formatPercent(highestPpm, 0, 'en', 'dot');
  return ppm < highestPpm ? [] : [`annualInterestPpm, feePpm and the term together cost ${highest} a year`];
}

/**
 * A rate as a percentage, `58,1 %`: no-break space, no grouping, decimal mark of the amount style (MONEY-2). The highest rate is shown as
 * "more than".
 * @param ppm an integer.
 * @param decimals 0 to 4, the last one rounded half away from zero; 'exact' for the fewest that show it exactly.
 * @throws MoneyError for a ppm that cannot be shown.
 */
export function formatPercent(
  ppm: number,
  decimals: number | 'exact',
  language: Language,
  style: AmountStyle,
): string {
  const shown = decimals === 'exact' ? exactDecimals(ppm) : decimals;
  const scaled = Math.sign(ppm) * Math.round(Math.abs(ppm) / 10 ** (4 - shown));
  const before = ppm >= highestPpm ? moreThan[language] : '';
  // With a thousands mark, 1.095 % would read as about one per cent.
  const ungrouped = formatScaled(scaled, shown, style).replaceAll(style === 'dot' ? '.' : ',', '');
  return `${before}${ungrouped}\u00a0%`;
}

function exactDecimals(ppm: number): number {
  return [0, 1, 2, 3].find((decimals) => ppm % 10 ** (4 - decimals) === 0) ?? 4;
}
