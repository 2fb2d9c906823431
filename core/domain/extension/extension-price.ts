import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { addMinor, type MinorAmount, multiplyRatio } from '../money/money.ts';
import { type TaxTerms, taxOf } from '../money/tax.ts';

/** A repayment may be postponed up to this many days (DELAY-3). */
export const maximumExtensionDays = 7;

/** An extension is offered from this many days before the due date on, and while the payment is late. */
const offeredBeforeDueDays = 7;

/** Whether the borrower is shown the way to an extension: near the due date or late, not from the first day. */
export function isExtensionOffered(dueDate: LocalDate, today: LocalDate): boolean {
  return daysBetween(today, dueDate) <= offeredBeforeDueDays;
}

/** The part of a product's terms that rules extensions. */
export interface ExtensionTerms extends TaxTerms {
  /** Fee per day on the unpaid amount, in parts per million. */
  readonly extensionDailyPpm: number;
  /** The most days the product allows; 0 allows none. */
  readonly extensionMaxDays: number;
}

/** From which price on an extension is not sold any more. */
export interface ExtensionThreshold {
  /** Penalties so far and fee as a part of what is due, in parts per million, above which none is sold; 0 for no threshold. */
  readonly extensionCostMaxPpm: number;
}

/** What is due and could be postponed. */
export interface ExtensionDue {
  readonly amountWithoutPenaltyMinor: MinorAmount;
  readonly penaltyMinor: MinorAmount;
  readonly dueDate: LocalDate;
}

/** Both options with their full cost, in minor units. */
export interface ExtensionOffer {
  readonly days: number;
  readonly feeMinor: MinorAmount;
  /** The tax on the fee; 0 where the terms have none on it. */
  readonly vatMinor: MinorAmount;
  /** Penalty so far, the fee and its tax. */
  readonly payTodayMinor: MinorAmount;
  readonly newDueDate: LocalDate;
  readonly payLaterMinor: MinorAmount;
  /** The cost of postponing: today plus later. */
  readonly totalMinor: MinorAmount;
  /** The cost of not postponing: the amount due and its penalty. */
  readonly payNowTotalMinor: MinorAmount;
}

/** An extension that cannot be offered. */
export class ExtensionError extends Error {
  readonly code: 'not-extendable' | 'nothing-due';

  constructor(code: 'not-extendable' | 'nothing-due') {
    super(`extension refused: ${code}`);
    this.name = 'ExtensionError';
    this.code = code;
  }
}

/**
 * The offer to postpone what is due by the most days allowed: the product's, never above 7 (DELAY-3).
 * The fee is unpaid × daily fee × days, rounded half-even once, and its tax comes on top. The new date counts from the due date, or from today
 * when that is later, so an extension never ends in the past.
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
 * Whether postponing costs too much to be sold: the penalties that it asks for today and its fee, as a part of what is due, are
 * above the product's threshold.
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
