import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { addMinor, distributeMinor, type MinorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { allocationOrder, type Component, inDueOrder } from '../repayment/allocation.ts';
import { type InstalmentBalance, remainingTotal } from './instalment-state.ts';

/** Where a new plan stands: it waits for the borrower, holds, or does not: refused by the borrower, too old, or undone by the lender. */
export const newPlanStates = ['proposed', 'agreed', 'declined', 'expired', 'undone'] as const;
export type NewPlanState = (typeof newPlanStates)[number];

/** Longest time without payments, in days. */
export const moratoriumMaxDays = 180;

/** Most payments that what is owed is spread over. */
export const planPaymentsMax = 24;

/** Most days between two of them. */
export const planIntervalMaxDays = 90;

/** How many days a proposal holds, and holds at most. */
export const planValidDays = 7;
export const planValidMaxDays = 30;

/** The last payment of a new plan is due at most so many days after it is agreed. */
const planLongestDays = 365;

/** What a new plan gives a borrower in difficulty: any of the three, or all together. */
export interface NewPlanTerms {
  /** Days from the agreement on in which nothing falls due and no penalty grows; 0 for none. */
  readonly moratoriumDays: number;
  /** What is owed is spread over so many payments, so many days apart; null where the payments stay what they are. */
  readonly spread: { readonly count: number; readonly days: number } | null;
  /** Whether the penalties and late fees that are unpaid on the day of the agreement are let off. */
  readonly waivesPenalties: boolean;
}

/** A payment of a new plan, component by component. */
export interface PlannedPayment {
  readonly dueDate: LocalDate;
  readonly parts: Readonly<Record<Component, MinorAmount>>;
  readonly amountMinor: MinorAmount;
}

/** What a new plan makes of what is owed on one day. */
export interface PlannedDebt {
  readonly owedMinor: MinorAmount;
  /** Penalties that are let off. */
  readonly waivedMinor: MinorAmount;
  /** What is then owed, first to last: together what was owed less what is let off. */
  readonly payments: readonly PlannedPayment[];
  /** Whether the dates are new; where they are not, penalties alone are let off. */
  readonly isMoved: boolean;
}

type PlanFault = 'moratoriumDays' | 'count' | 'days' | 'waivesPenalties';

function isWithin(value: number, lowest: number, highest: number): boolean {
  return Number.isInteger(value) && value >= lowest && value <= highest;
}

/** The field that keeps terms from being a new plan; null where they are one. */
export function newPlanFault({ moratoriumDays, spread, waivesPenalties }: NewPlanTerms): PlanFault | null {
  if (!isWithin(moratoriumDays, 0, moratoriumMaxDays)) return 'moratoriumDays';
  if (spread === null) return moratoriumDays === 0 && !waivesPenalties ? 'waivesPenalties' : null;
  if (!isWithin(spread.count, 1, planPaymentsMax)) return 'count';
  if (!isWithin(spread.days, 1, planIntervalMaxDays)) return 'days';
  return null;
}

/**
 * What a new plan makes of what is owed on the day it is agreed. Spread anew, each component is divided evenly and the last payment
 * takes the remainder; the first is due when the days without payments end, or after one interval where there are none. Otherwise all
 * unpaid payments move by the same days, the oldest to the end of the days without payments or as far from its date. No component
 * grows.
 * @param balances of the loan, penalties through that day.
 * @returns the field at fault where terms cannot be carried out on what is owed.
 * @throws MoneyError for an amount that cannot be held.
 */
export function plannedDebt(
  balances: readonly InstalmentBalance[],
  terms: NewPlanTerms,
  day: LocalDate,
): PlannedDebt | PlanFault {
  const unpaid = inDueOrder(balances.filter((balance) => remainingTotal([balance]) > 0));
  const owed = unpaid.map(({ dueDate, charged, paid }) => {
    const parts = partsOf((component) =>
      component === 'penalty' && terms.waivesPenalties
        ? zeroMinor
        : subtractMinor(charged[component], paid[component]),
    );
    return { dueDate, parts, amountMinor: totalOf(parts) };
  });
  const owedMinor = remainingTotal(unpaid);
  const waivedMinor = subtractMinor(owedMinor, addMinor(...owed.map(({ amountMinor }) => amountMinor)));
  if (terms.waivesPenalties && waivedMinor === 0 && terms.spread === null && terms.moratoriumDays === 0) {
    return 'waivesPenalties';
  }
  const payments =
    terms.spread === null ? later(owed, terms, day) : spreadAnew(owed, terms, terms.spread, day);
  if (payments.some(({ amountMinor }) => amountMinor <= 0)) return 'count';
  const last = payments.at(-1);
  if (last && last.dueDate > addDays(day, planLongestDays)) {
    return terms.spread === null ? 'moratoriumDays' : 'days';
  }
  const isMoved = terms.moratoriumDays > 0 || terms.spread !== null;
  return { owedMinor, waivedMinor, payments, isMoved };
}

function partsOf(amountOf: (component: Component) => MinorAmount): Record<Component, MinorAmount> {
  return {
    ...{ penalty: amountOf('penalty'), fee: amountOf('fee'), vat: amountOf('vat') },
    ...{ interest: amountOf('interest'), principal: amountOf('principal') },
  };
}

function totalOf(parts: PlannedPayment['parts']): MinorAmount {
  return addMinor(...allocationOrder.map((component) => parts[component]));
}

function later(
  owed: readonly PlannedPayment[],
  { moratoriumDays }: NewPlanTerms,
  day: LocalDate,
): PlannedPayment[] {
  const lateDays = Math.max(0, daysBetween(owed[0]?.dueDate ?? day, day));
  const days = moratoriumDays === 0 ? 0 : lateDays + moratoriumDays;
  return owed
    .filter(({ amountMinor }) => amountMinor > 0)
    .map((payment) => ({ ...payment, dueDate: addDays(payment.dueDate, days) }));
}

function spreadAnew(
  owed: readonly PlannedPayment[],
  { moratoriumDays }: NewPlanTerms,
  { count, days }: { readonly count: number; readonly days: number },
  day: LocalDate,
): PlannedPayment[] {
  const shares = partsShared(owed, count);
  const firstDays = moratoriumDays === 0 ? days : moratoriumDays;
  return Array.from({ length: count }, (_, index) => {
    const parts = partsOf((component) => shares[component][index] ?? zeroMinor);
    return { dueDate: addDays(day, firstDays + index * days), parts, amountMinor: totalOf(parts) };
  });
}

function partsShared(owed: readonly PlannedPayment[], count: number): Record<Component, MinorAmount[]> {
  const sharesOf = (component: Component) =>
    distributeMinor(addMinor(...owed.map(({ parts }) => parts[component])), count);
  return {
    ...{ penalty: sharesOf('penalty'), fee: sharesOf('fee'), vat: sharesOf('vat') },
    ...{ interest: sharesOf('interest'), principal: sharesOf('principal') },
  };
}

/** The same text for the same payments of the same day: what a borrower saw is compared by it with what would be agreed now. */
export function plannedDebtKey({ owedMinor, waivedMinor, payments }: PlannedDebt, day: LocalDate): string {
  const each = payments.map(({ dueDate, amountMinor }) => `${daysBetween(day, dueDate)}:${amountMinor}`);
  return [day, owedMinor, waivedMinor, ...each].join('.');
}
