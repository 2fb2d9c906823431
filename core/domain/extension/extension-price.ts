import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { addMinor, type MinorAmount, multiplyRatio } from '../money/money.ts';
import { type TaxTerms, taxOf } from '../money/tax.ts';

/** Longest extension of an instalment (DELAY-3). */
export const maximumExtensionDays = 7;

/** An extension is offered from this many days before the due date, and while the instalment is late. */
const offeredBeforeDueDays = 7;

export function isExtensionOffered(dueDate: LocalDate, today: LocalDate): boolean {
  return daysBetween(today, dueDate) <= offeredBeforeDueDays;
}

export interface ExtensionTerms extends TaxTerms {
  readonly extensionDailyPpm: number;
  readonly extensionMaxDays: number;
}

export interface ExtensionThreshold {
  /** Penalties so far and fee as a share of the amount due, in parts per million; 0 for no threshold. */
  readonly extensionCostMaxPpm: number;
}

export interface ExtensionDue {
  readonly amountWithoutPenaltyMinor: MinorAmount;
  readonly penaltyMinor: MinorAmount;
  readonly dueDate: LocalDate;
}

export interface ExtensionOffer {
  readonly days: number;
  readonly feeMinor: MinorAmount;
  /** Tax on the fee; 0 where the terms have none on it. */
  readonly vatMinor: MinorAmount;
  /** Penalty so far, the fee and its tax. */
  readonly payTodayMinor: MinorAmount;
  readonly newDueDate: LocalDate;
  readonly payLaterMinor: MinorAmount;
  readonly totalMinor: MinorAmount;
  readonly payNowTotalMinor: MinorAmount;
}

export class ExtensionError extends Error {
  readonly code: 'not-extendable' | 'nothing-due';

  constructor(code: 'not-extendable' | 'nothing-due') {
    super(`extension refused: ${code}`);
    this.name = 'ExtensionError';
    this.code = code;
  }
}

/**
 * The offer for the most days allowed, at most 7 (DELAY-3). The fee is unpaid × daily fee × days, rounded half-even once, plus tax. The
 * new date counts from the due date, or from today when that is later, so that no extension ends in the past.
 * @throws ExtensionError when the product allows none or nothing is due; MoneyError when an amount cannot be held.
 */
export function extensionOffer(terms: ExtensionTerms, due: ExtensionDue, today: LocalDate): ExtensionOffer {
  const days = Math.min(terms.extensionMaxDays, maximumExtensionDays);
  if (!Number.isInteger(days) || days < 1) throw new ExtensionError('not-extendable');
  const payLaterMinor = due.amountWithoutPenaltyMinor;
  if (payLaterMinor <= 0) throw new ExtensionError('nothing-due');
  const feeMinor = multiplyRatio(payLaterMinor, terms.extensionDailyPpm * days, 1_000_000);
  const vatMinor = taxOf(terms, { 'extension-fee': feeMinor });
  const payTodayMinor = addMinor(due.penaltyMinor, feeMinor, vatMinor);
  const isOverdue = daysBetween(due.dueDate, today) > 0;
  return {
    days,
    feeMinor,
    vatMinor,
    payTodayMinor,
    newDueDate: addDays(isOverdue ? today : due.dueDate, days),
    payLaterMinor,
    totalMinor: addMinor(payTodayMinor, payLaterMinor),
    payNowTotalMinor: addMinor(payLaterMinor, due.penaltyMinor),
  };
}

/**
 * Whether an extension is too expensive to sell: penalties due today plus fee, as a share of the amount due, exceed the product's
 * threshold.
 * @param extensionCostMaxPpm in parts per million; 0 for no threshold.
 */
export function isExtensionTooDear(
  { payTodayMinor, payNowTotalMinor }: Pick<ExtensionOffer, 'payTodayMinor' | 'payNowTotalMinor'>,
  extensionCostMaxPpm: number,
): boolean {
  return (
    extensionCostMaxPpm > 0 &&
    BigInt(payTodayMinor) * 1_000_000n > BigInt(payNowTotalMinor) * BigInt(extensionCostMaxPpm)
  );
}
