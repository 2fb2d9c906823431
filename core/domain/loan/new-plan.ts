import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { addMinor, distributeMinor, type MinorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { allocationOrder, type Component, inDueOrder } from '../repayment/allocation.ts';
import { type InstalmentBalance, remainingTotal } from './instalment-state.ts';

export const newPlanStates = ['proposed', 'agreed', 'declined', 'expired', 'undone'] as const;
export type NewPlanState = (typeof newPlanStates)[number];

export const moratoriumMaxDays = 180;

export const planPaymentsMax = 24;

export const planIntervalMaxDays = 90;

/** Usual and longest validity of a proposal, in days. */
export const planValidDays = 7;
export const planValidMaxDays = 30;

const planLongestDays = 365;

/** Terms of a rescheduling for a borrower in difficulty: any of the three, or all. */
export interface NewPlanTerms {
  /** Days after the agreement in which nothing is due and no penalty accrues; 0 for none. */
  readonly moratoriumDays: number;
  /** New instalments by number and interval in days; null keeps the present ones. */
  readonly spread: { readonly count: number; readonly days: number } | null;
  readonly waivesPenalties: boolean;
}

export interface PlannedPayment {
  readonly dueDate: LocalDate;
  readonly parts: Readonly<Record<Component, MinorAmount>>;
  readonly amountMinor: MinorAmount;
}

export interface PlannedDebt {
  readonly owedMinor: MinorAmount;
  readonly waivedMinor: MinorAmount;
  /** New instalments, first to last; they sum to the debt less what is waived. */
  readonly payments: readonly PlannedPayment[];
  /** False where only penalties are waived. */
  readonly isMoved: boolean;
}

type PlanFault = 'moratoriumDays' | 'count' | 'days' | 'waivesPenalties';

function isWithin(value: number, lowest: number, highest: number): boolean {
  return Number.isInteger(value) && value >= lowest && value <= highest;
}

/** The field that makes terms invalid; null for valid terms. */
export function newPlanFault({ moratoriumDays, spread, waivesPenalties }: NewPlanTerms): PlanFault | null {
  if (!isWithin(moratoriumDays, 0, moratoriumMaxDays)) return 'moratoriumDays';
  if (spread === null) return moratoriumDays === 0 && !waivesPenalties ? 'waivesPenalties' : null;
  if (!isWithin(spread.count, 1, planPaymentsMax)) return 'count';
  if (!isWithin(spread.days, 1, planIntervalMaxDays)) return 'days';
  return null;
}

/**
 * The debt after a rescheduling on the day of its agreement. With new instalments each component is divided evenly and the last takes the
 * remainder; the first is due at the end of the payment holiday, or after one interval. Otherwise all unpaid instalments move by equal
 * days, the oldest to the end of the holiday. No component grows.
 * @param balances of the loan, penalties through that day.
 * @returns the invalid field where the terms cannot be carried out.
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
    penalty: amountOf('penalty'),
    fee: amountOf('fee'),
    vat: amountOf('vat'),
    interest: amountOf('interest'),
    principal: amountOf('principal'),
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
    penalty: sharesOf('penalty'),
    fee: sharesOf('fee'),
    vat: sharesOf('vat'),
    interest: sharesOf('interest'),
    principal: sharesOf('principal'),
  };
}

/** Equal for equal instalments on one day; detects that a plan changed since the borrower saw it. */
export function plannedDebtKey({ owedMinor, waivedMinor, payments }: PlannedDebt, day: LocalDate): string {
  const each = payments.map(({ dueDate, amountMinor }) => `${daysBetween(day, dueDate)}:${amountMinor}`);
  return [day, owedMinor, waivedMinor, ...each].join('.');
}
