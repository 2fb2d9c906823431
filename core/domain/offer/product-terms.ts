import type { DeadlineTerms } from '../borrower-zone.ts';
import type { PenaltyBand } from '../loan/penalty.ts';
import { currencyOf, type Market, marketOf, supervisorOf } from '../market.ts';
import { amountMaxMinor } from '../money/amount-bound.ts';
import { type Currency, type MinorAmount, minorAmount } from '../money/money.ts';
import type { TaxTerms } from '../money/tax.ts';
import { loanTermsFigures } from '../site/legal-figures.ts';
import {
  type PrepaymentRule,
  type ProductTerm,
  type QuotedTermValues,
  quotedTerms,
} from './product-term-table.ts';

const { minimumTermDays, maximumTermDays } = loanTermsFigures;
const wholePpm = 1_000_000;

/**
 * Quoted terms of a loan. Ratios are parts per million, amounts minor units of `currency`. Old quotes lack newer terms: without
 * `earlyRepayment` paying off early costs the whole plan, without `prepayment` money pays the next instalments, without a cap penalties
 * have none.
 */
export interface ProductTerms extends QuotedTermValues, TaxTerms, DeadlineTerms {
  readonly productId: string;
  readonly market: Market;
  readonly currency: Currency;
  /** Cooling-off days after the payout, as set at the quote. */
  readonly coolingOffDays?: number;
}

/** Use of money beyond the amount due; it repays no principal where the whole plan is charged anyway. */
export function prepaymentRuleOf({
  earlyRepayment,
  prepayment,
}: Pick<ProductTerms, 'earlyRepayment' | 'prepayment'>): PrepaymentRule {
  return earlyRepayment === 'days-used' && prepayment !== undefined ? prepayment : 'next-payments';
}

export function nonAccrualDaysLateOf({
  nonAccrualDaysLate,
}: Pick<ProductTerms, 'nonAccrualDaysLate'>): number {
  return nonAccrualDaysLate ?? quotedTerms.nonAccrualDaysLate.usual;
}

/** Fee charged once for a late instalment (LEGAL-2), in minor units; 0 for none. */
export function lateFeeOf(
  terms: Pick<ProductTerms, 'lateFeeNewMinor' | 'lateFeeRepeatMinor'>,
  isRepeatBorrower: boolean,
): MinorAmount {
  return isRepeatBorrower ? terms.lateFeeRepeatMinor : terms.lateFeeNewMinor;
}

/** Sum from which on unpaid amounts are late, in minor units. */
export function lateToleranceOf({
  market,
  lateToleranceMinor,
}: {
  readonly market: Market;
  readonly lateToleranceMinor?: MinorAmount | undefined;
}): MinorAmount {
  return lateToleranceMinor ?? minorAmount(marketOf[market].usualLateToleranceMinor);
}

export function hasDailyPenalty({ penaltyBands }: Pick<ProductTerms, 'penaltyBands'>): boolean {
  return penaltyBands.some(({ dailyPpm }) => dailyPpm > 0);
}

export function termDays(terms: Pick<ProductTerms, 'instalmentCount' | 'instalmentDays'>): number {
  return terms.instalmentCount * terms.instalmentDays;
}

export function isOfferedAmount(terms: ProductTerms, principalMinor: MinorAmount): boolean {
  return (
    principalMinor >= terms.minimumMinor &&
    principalMinor <= terms.maximumMinor &&
    (principalMinor - terms.minimumMinor) % terms.stepMinor === 0
  );
}

function isWithin(value: number, lowest: number, highest: number): boolean {
  return Number.isInteger(value) && value >= lowest && value <= highest;
}

/**
 * Values outside the bounds of a table of terms, one English sentence each. A term that old quotes lack may be absent, unless its market
 * caps it.
 */
export function boundProblems(
  table: Readonly<Record<string, ProductTerm>>,
  {
    market,
    currency,
    ...values
  }: Readonly<Record<string, unknown>> & Pick<ProductTerms, 'market' | 'currency'>,
): string[] {
  return Object.entries(table).flatMap(([name, term]) => {
    if (term.kind === 'flag' || term.kind === 'choice' || term.kind === 'bands') return [];
    const value = values[name];
    if (value === null && term.isNullable) return [];
    if (value === undefined && term.isMissingFromOldTerms && !term.mostIn) return [];
    const ofMarket = term.mostIn?.(market);
    const least = term.leastIn?.(market) ?? (term.kind === 'ratio' ? 0 : term.least);
    const most = ofMarket ?? term.most ?? (term.kind === 'ratio' ? wholePpm : amountMaxMinor[currency]);
    if (term.kind === 'days') {
      const days: readonly unknown[] = Array.isArray(value) ? value : [];
      const areGood = days.length > 0 && new Set(days).size === days.length;
      if (areGood && days.every((day) => isWithin(Number(day), least, most))) return [];
      return [`${name} must be different whole numbers from ${least} to ${most}, at least one`];
    }
    if (isWithin(Number(value), least, most)) return [];
    const what = term.kind === 'amount' ? '' : 'a whole number ';
    const where = ofMarket === undefined ? '' : ` in market ${market}`;
    return [`${name} must be ${what}from ${least} to ${most}${where}`];
  });
}

function bandProblems(bands: readonly PenaltyBand[]): string[] {
  if (!Array.isArray(bands) || bands.some((band) => typeof band !== 'object' || band === null)) {
    return ['penaltyBands must be a list of bands'];
  }
  const problems: string[] = [];
  if (bands.length > 0 && bands[0]?.fromDay !== 1) problems.push('penaltyBands must begin at day 1');
  bands.forEach((band, index) => {
    const previous = bands[index - 1];
    if (!Number.isInteger(band.fromDay)) problems.push(`penaltyBands[${index}].fromDay must be a whole day`);
    if (previous !== undefined && !(band.fromDay > previous.fromDay)) {
      problems.push(`penaltyBands[${index}] must begin after the band before it`);
    }
    if (!isWithin(band.dailyPpm, 0, 1_000_000)) {
      problems.push(`penaltyBands[${index}].dailyPpm must be a whole number from 0 to 1000000`);
    }
  });
  return problems;
}

/** Refuses repaying principal where the whole plan is charged, the market forbids it, or a fee would have no instalment. */
function prepaymentProblems(terms: ProductTerms): string[] {
  const { market, allowsPrepayment, earlyRepayment, earlyRepaymentFee, feePpm } = terms;
  const { prepayment = 'next-payments' } = terms;
  const allowed: readonly PrepaymentRule[] = marketOf[market].prepaymentRules;
  const problems: string[] = [];
  if (!allowed.includes(prepayment)) {
    problems.push(`prepayment must be ${allowed.join(' or ')} in market ${market}`);
  }
  if (prepayment !== 'next-payments' && !(allowsPrepayment && earlyRepayment === 'days-used')) {
    problems.push('prepayment must be next-payments unless allowsPrepayment and earlyRepayment is days-used');
  }
  if (prepayment === 'shortens' && earlyRepaymentFee !== 'days-used' && feePpm > 0) {
    problems.push('prepayment must not be shortens unless earlyRepaymentFee is days-used or there is no fee');
  }
  return problems;
}

/** Why a product cannot be saved or quoted, one English sentence each (LEGAL-3). */
export function productProblems(terms: ProductTerms): string[] {
  const problems = checkProductTerms(terms);
  if (ratesDisagree(terms)) {
    problems.push('annualInterestPpm / 365 and dailyInterestPpm must not differ by more than 1 ppm');
  }
  return problems;
}

/**
 * Why terms are invalid, one English sentence each. The term is 91 to 365 days (LEGAL-2), bands ascend from day 1, an extension is at
 * most 7 days (DELAY-3).
 */
export function checkProductTerms(terms: ProductTerms): string[] {
  const problems: string[] = [];
  if (terms.productId === '') problems.push('productId must not be empty');
  if (terms.currency !== currencyOf(terms.market)) {
    problems.push(`currency must be ${currencyOf(terms.market)} in market ${terms.market}`);
  }
  problems.push(...boundProblems(quotedTerms, { ...terms }));
  if (!isWithin(termDays(terms), minimumTermDays, maximumTermDays)) {
    problems.push(`the term must be ${minimumTermDays} to ${maximumTermDays} days`);
  }
  if (terms.minimumMinor > terms.maximumMinor) problems.push('minimumMinor must not exceed maximumMinor');
  else if (terms.stepMinor > 0 && (terms.maximumMinor - terms.minimumMinor) % terms.stepMinor !== 0) {
    problems.push('maximumMinor must lie a whole number of steps above minimumMinor');
  }
  if (terms.earlyRepayment === 'whole-plan' && !marketOf[terms.market].allowsWholePlan) {
    problems.push(`earlyRepayment must be days-used in market ${terms.market}`);
  }
  return [...problems, ...prepaymentProblems(terms), ...bandProblems(terms.penaltyBands)];
}

/** What the law of the lender's supervisor forbids in new products; existing products and loans keep their terms. */
export function supervisionProblems(
  { market, earlyRepayment }: Pick<ProductTerms, 'market' | 'earlyRepayment'>,
  supervisor: string | undefined,
): string[] {
  const own = supervisorOf(market, supervisor);
  return own?.savesInterest && earlyRepayment === 'whole-plan'
    ? [`earlyRepayment must be days-used for a lender under ${own.id}`]
    : [];
}

export function dailyInterestOf(annualInterestPpm: number): number {
  return Math.round(annualInterestPpm / 365);
}

/** Whether annual interest / 365 and daily interest differ by more than 1 ppm (LEGAL-3). */
export function ratesDisagree(terms: Pick<ProductTerms, 'annualInterestPpm' | 'dailyInterestPpm'>): boolean {
  return Math.abs(terms.annualInterestPpm - terms.dailyInterestPpm * 365) > 365;
}
