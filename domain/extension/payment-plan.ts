import { addDays, type LocalDate } from '../calendar.ts';
import { addMinor, distributeMinor, type MinorAmount, zeroMinor } from '../money/money.ts';
import { type ExtensionOffer, maximumExtensionDays } from './extension.ts';

/** At most so many parts what is due is split into. */
const partsMax = 4;

/** One date of a proposed plan: its part of what is due, and what falls due on that date anyway. */
export interface PlanPart {
  readonly date: LocalDate;
  readonly partMinor: MinorAmount;
  readonly scheduledMinor: MinorAmount;
  /** Both together. */
  readonly payMinor: MinorAmount;
}

/** A payment of the loan that is still to fall due. */
export interface ComingPayment {
  readonly dueDate: LocalDate;
  readonly owedMinor: MinorAmount;
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

/**
 * How what is due could be paid in parts: equal ones on the first day and on each date that is still to come, at most four,
 * the last with the remainder. Where no date comes, the parts are a week apart. It is a proposal: nothing
 * is changed by it, and penalties go on as the product says.
 * @param from the first date: today, or the due date where that is later.
 * @param coming the payments beyond those due, in any order.
 * @throws MoneyError for an amount that cannot be held.
 */
export function paymentPlan(
  dueMinor: MinorAmount,
  from: LocalDate,
  coming: readonly ComingPayment[],
): readonly PlanPart[] {
  const later = coming
    .filter(({ dueDate, owedMinor }) => dueDate > from && owedMinor > 0)
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1));
  const dates =
    later.length === 0
      ? Array.from({ length: partsMax }, (_, index) => addDays(from, index * maximumExtensionDays))
      : [...new Set([from, ...later.map(({ dueDate }) => dueDate)])].slice(0, partsMax);
  const parts = distributeMinor(dueMinor, dates.length);
  return dates.map((date, index) => {
    const partMinor = parts[index] ?? zeroMinor;
    const falling = later.filter(({ dueDate }) => dueDate === date);
    const scheduledMinor = addMinor(...falling.map(({ owedMinor }) => owedMinor));
    return { date, partMinor, scheduledMinor, payMinor: addMinor(partMinor, scheduledMinor) };
  });
}
