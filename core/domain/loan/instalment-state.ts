import { daysBetween, type LocalDate } from '../calendar.ts';
import { addMinor, type MinorAmount, MoneyError, subtractMinor, zeroMinor } from '../money/money.ts';
import {
  allocationOrder,
  type Component,
  inDueOrder,
  type OutstandingInstalment,
} from '../repayment/allocation.ts';

/** What was charged to an instalment and what of it was paid, in minor units. */
export interface InstalmentBalance {
  readonly sequence: number;
  readonly dueDate: LocalDate;
  readonly charged: Readonly<Record<Component, MinorAmount>>;
  readonly paid: Readonly<Record<Component, MinorAmount>>;
}

/** What a borrower is asked for at this moment, in minor units. */
export interface DueNow {
  /** Penalty included. */
  readonly amountMinor: MinorAmount;
  /** The due date of the first instalment with which what is unpaid reaches the tolerance. */
  readonly dueDate: LocalDate;
  /** Oldest first. */
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
 * What an instalment still owes, component by component, ready for allocation.
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

/** What an instalment still owes without its penalty, in minor units: the base a day's penalty accrues on. */
export function unpaidBaseMinor(balance: InstalmentBalance): MinorAmount {
  return subtractMinor(outstandingTotal(balance), owedOf(balance, 'penalty'));
}

/** All that is still owed, penalties included, in minor units. */
export function remainingTotal(balances: readonly InstalmentBalance[]): MinorAmount {
  return addMinor(...balances.map(outstandingTotal));
}

/** Unpaid instalments, oldest first. */
function unpaidInOrder(balances: readonly InstalmentBalance[]): InstalmentBalance[] {
  return inDueOrder(balances.filter((balance) => outstandingTotal(balance) > 0));
}

/**
 * What of an instalment counts towards the tolerance: its base, so that a penalty does not make a rest late; the penalty where nothing
 * else is unpaid.
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
 * The due date of the instalment with which what is unpaid, oldest first, reaches the tolerance (`lateToleranceOf`): penalties are
 * charged from the day after it on. Null while all of it stays below.
 */
export function firstDateToCount(
  balances: readonly InstalmentBalance[],
  toleranceMinor: MinorAmount,
): LocalDate | null {
  return firstToReach(unpaidInOrder(balances), toleranceMinor, countedMinor)?.dueDate ?? null;
}

/**
 * What to pay now: every instalment overdue on `today`, or, when none is, the oldest with something outstanding. An
 * overdue rest below the tolerance is not late: it is asked for with the next instalment. An instalment due today is not
 * overdue. Null when nothing is outstanding.
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

/** Whether anything is charged to a payment of the plan: not once a new plan took its place, or was undone. */
export function isCharged({ charged }: Pick<InstalmentBalance, 'charged'>): boolean {
  return allocationOrder.some((component) => charged[component] > 0);
}

/** The number of the last payment of a plan: payments keep theirs, those of a new plan count on. */
export function lastSequence(payments: readonly { readonly sequence: number }[]): number {
  return Math.max(0, ...payments.map(({ sequence }) => sequence));
}
