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
  /** The due date of the oldest instalment asked for. */
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

/**
 * What to pay now: every instalment overdue on `today`, or, when none is, the oldest with something outstanding.
 * An instalment due today is not overdue. Null when nothing is outstanding.
 */
export function dueNow(balances: readonly InstalmentBalance[], today: LocalDate): DueNow | null {
  const unpaid = inDueOrder(balances.filter((balance) => outstandingTotal(balance) > 0));
  const overdue = unpaid.filter((balance) => balance.dueDate < today);
  const dueInstalments = overdue.length > 0 ? overdue : unpaid.slice(0, 1);
  const [oldest] = dueInstalments;
  if (oldest === undefined) return null;
  const { dueDate } = oldest;
  return {
    amountMinor: remainingTotal(dueInstalments),
    dueDate,
    instalmentSequences: dueInstalments.map((balance) => balance.sequence),
    daysLate: Math.max(0, daysBetween(dueDate, today)),
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
