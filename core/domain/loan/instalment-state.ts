import { daysBetween, type LocalDate } from '../calendar.ts';
import { addMinor, type MinorAmount, MoneyError, subtractMinor, zeroMinor } from '../money/money.ts';
import {
  allocationOrder,
  type Component,
  inDueOrder,
  type OutstandingInstalment,
} from '../repayment/allocation.ts';

export interface InstalmentBalance {
  readonly sequence: number;
  readonly dueDate: LocalDate;
  readonly charged: Readonly<Record<Component, MinorAmount>>;
  readonly paid: Readonly<Record<Component, MinorAmount>>;
}

/** Amount due now, in minor units. */
export interface DueNow {
  /** Penalty included. */
  readonly amountMinor: MinorAmount;
  /** Due date of the first instalment with which the unpaid sum reaches the tolerance. */
  readonly dueDate: LocalDate;
  readonly instalmentSequences: readonly number[];
  /** Days since `dueDate`; 0 when nothing is overdue. */
  readonly daysLate: number;
  readonly penaltyMinor: MinorAmount;
}

function owedOf({ charged, paid }: InstalmentBalance, component: Component): MinorAmount {
  const owedMinor = subtractMinor(charged[component], paid[component]);
  if (owedMinor < 0) throw new MoneyError('out-of-range');
  return owedMinor;
}

/**
 * Unpaid part of an instalment by component.
 * @throws MoneyError when more was paid than charged, which only a broken ledger shows.
 */
export function outstandingOf(balance: InstalmentBalance): OutstandingInstalment {
  return {
    sequence: balance.sequence,
    dueDate: balance.dueDate,
    penaltyMinor: owedOf(balance, 'penalty'),
    feeMinor: owedOf(balance, 'fee'),
    vatMinor: owedOf(balance, 'vat'),
    interestMinor: owedOf(balance, 'interest'),
    principalMinor: owedOf(balance, 'principal'),
  };
}

function outstandingTotal(balance: InstalmentBalance): MinorAmount {
  let total = zeroMinor;
  for (const component of allocationOrder) total = addMinor(total, owedOf(balance, component));
  return total;
}

/** Unpaid part without penalty, in minor units: the base of a day's penalty. */
export function unpaidBaseMinor(balance: InstalmentBalance): MinorAmount {
  return subtractMinor(outstandingTotal(balance), owedOf(balance, 'penalty'));
}

/** Unpaid sum, penalties included, in minor units. */
export function remainingTotal(balances: readonly InstalmentBalance[]): MinorAmount {
  return addMinor(...balances.map(outstandingTotal));
}

function unpaidInOrder(balances: readonly InstalmentBalance[]): InstalmentBalance[] {
  return inDueOrder(balances.filter((balance) => outstandingTotal(balance) > 0));
}

/**
 * Unpaid amount that counts towards the tolerance: without penalty, so that a penalty does not make a remainder late; the penalty where
 * nothing else is unpaid.
 */
function countedMinor(balance: InstalmentBalance): MinorAmount {
  const baseMinor = unpaidBaseMinor(balance);
  return baseMinor > 0 ? baseMinor : outstandingTotal(balance);
}

function firstToReach(
  unpaid: readonly InstalmentBalance[],
  toleranceMinor: MinorAmount,
  amountOf: (balance: InstalmentBalance) => MinorAmount,
): InstalmentBalance | undefined {
  let sumMinor = zeroMinor;
  return unpaid.find((balance) => {
    sumMinor = addMinor(sumMinor, amountOf(balance));
    return sumMinor >= toleranceMinor;
  });
}

/**
 * Due date of the instalment with which the unpaid sum, oldest first, reaches the tolerance (`lateToleranceOf`); penalties start the day
 * after. Null below the tolerance.
 */
export function firstDateToCount(
  balances: readonly InstalmentBalance[],
  toleranceMinor: MinorAmount,
): LocalDate | null {
  return firstToReach(unpaidInOrder(balances), toleranceMinor, countedMinor)?.dueDate ?? null;
}

/**
 * Amount due: every instalment overdue on `today`, else the oldest unpaid one. An overdue remainder below the tolerance is not late and
 * is due with the next instalment. An instalment due today is not overdue. Null when nothing is unpaid.
 */
export function dueNow(
  balances: readonly InstalmentBalance[],
  today: LocalDate,
  toleranceMinor: MinorAmount,
): DueNow | null {
  const unpaid = unpaidInOrder(balances);
  const first =
    firstToReach(unpaid, toleranceMinor, countedMinor) ??
    firstToReach(unpaid, toleranceMinor, outstandingTotal);
  const { dueDate } = first ?? unpaid.at(-1) ?? {};
  if (dueDate === undefined) return null;
  const isLate = first !== undefined && dueDate < today;
  const dueInstalments = isLate
    ? unpaid.filter((balance) => balance.dueDate < today)
    : unpaid.slice(0, first === undefined ? unpaid.length : unpaid.indexOf(first) + 1);
  return {
    amountMinor: remainingTotal(dueInstalments),
    dueDate,
    instalmentSequences: dueInstalments.map((balance) => balance.sequence),
    daysLate: isLate ? daysBetween(dueDate, today) : 0,
    penaltyMinor: dueInstalments.reduce(
      (sum, balance) => addMinor(sum, owedOf(balance, 'penalty')),
      zeroMinor,
    ),
  };
}

/** False for instalments that a rescheduling replaced, or that an undone one had created. */
export function isCharged({ charged }: Pick<InstalmentBalance, 'charged'>): boolean {
  return allocationOrder.some((component) => charged[component] > 0);
}

/** The highest sequence; instalments of a rescheduling continue it. */
export function lastSequence(payments: readonly { readonly sequence: number }[]): number {
  return Math.max(0, ...payments.map(({ sequence }) => sequence));
}
