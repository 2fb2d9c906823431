import type { LocalDate } from '../calendar.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { allocationOrder, type Component, inDueOrder } from '../repayment/allocation.ts';
import { type DueNow, type InstalmentBalance, remainingTotal } from './instalment-state.ts';

/** What of one component of one payment of the plan was owed when money came, and what the money covered. */
export interface CoveredPart {
  readonly sequence: number;
  readonly component: Component;
  readonly owedMinor: MinorAmount;
  /** What of that is the cost of extending, which a payment covers first of its component. */
  readonly extensionMinor: MinorAmount;
  readonly coveredMinor: MinorAmount;
}

/** A movement on a loan: what it adds to what is owed, below zero for what it takes off. */
export interface LoanMovement<Payment> {
  readonly lines: readonly {
    readonly sequence: number;
    readonly component: Component;
    readonly amountMinor: MinorAmount;
  }[];
  /** Whether it charges the cost of extending. */
  readonly isExtensionFee: boolean;
  /** The payment that the movement is; null for a charge or a correction. */
  readonly payment: Payment | null;
}

/** A payment with what it covered and what was owed after it. */
export interface PaymentCover {
  readonly parts: readonly CoveredPart[];
  readonly owedAfterMinor: MinorAmount;
}

/**
 * What each payment covered, component by component, and what it left: everything that was owed of the payments of the
 * plan it touched, in the order of a payment's allocation.
 * @param movements all of a loan's, in the order they were booked.
 * @param instalments the payments of its plan.
 */
export function coverOfPayments<Payment>(
  movements: readonly LoanMovement<Payment>[],
  instalments: readonly Pick<InstalmentBalance, 'sequence' | 'dueDate'>[],
): (Payment & PaymentCover)[] {
  const owed = new Map<string, CoveredPart>();
  const covers: (Payment & PaymentCover)[] = [];
  const order = inDueOrder(instalments).map(({ sequence }) => sequence);
  const byAllocation = (a: CoveredPart, b: CoveredPart) =>
    order.indexOf(a.sequence) - order.indexOf(b.sequence) ||
    a.sequence - b.sequence ||
    allocationOrder.indexOf(a.component) - allocationOrder.indexOf(b.component);
  for (const { lines, isExtensionFee, payment } of movements) {
    const touched = new Set(lines.map(({ sequence }) => sequence));
    const before = new Map([...owed].filter(([, { sequence }]) => touched.has(sequence)));
    for (const { sequence, component, amountMinor } of lines) {
      const key = `${sequence} ${component}`;
      const was = owed.get(key) ?? { owedMinor: zeroMinor, extensionMinor: zeroMinor };
      const owedMinor = addMinor(was.owedMinor, amountMinor);
      const ofExtension = component === 'fee' && (isExtensionFee || amountMinor < 0) ? amountMinor : 0;
      const extensionMinor = minorAmount(Math.max(0, Math.min(owedMinor, was.extensionMinor + ofExtension)));
      owed.set(key, { sequence, component, owedMinor, extensionMinor, coveredMinor: zeroMinor });
    }
    if (payment === null) continue;
    const parts = [...before].map(([key, part]) => ({
      ...part,
      coveredMinor: subtractMinor(part.owedMinor, owed.get(key)?.owedMinor ?? zeroMinor),
    }));
    covers.push({
      ...payment,
      parts: parts
        .filter(({ owedMinor, coveredMinor }) => owedMinor > 0 || coveredMinor > 0)
        .sort(byAllocation),
      owedAfterMinor: addMinor(...[...owed.values()].map(({ owedMinor }) => owedMinor)),
    });
  }
  return covers;
}

/** An amount that may be paid today: the oldest payment that is asked for, all that is overdue, or all of the loan. */
export interface AmountToPay {
  readonly kind: 'this-payment' | 'all-overdue' | 'everything';
  readonly amountMinor: MinorAmount;
}

/** One payment of the plan: what was charged, penalties included, what of it was paid and what is left. */
export interface StatementInstalment {
  readonly sequence: number;
  readonly dueDate: LocalDate;
  readonly chargedMinor: MinorAmount;
  readonly paidMinor: MinorAmount;
  readonly owedMinor: MinorAmount;
}

/** What may be paid today. */
interface PayingEarly {
  /** Whether more than what is asked for may be paid. */
  readonly allowsPrepayment: boolean;
  /** What settles the loan today. */
  readonly settlesMinor: MinorAmount;
}

/** What is asked for, and the payments of the plan that it is of, as they are then charged. */
interface Asked {
  readonly due: DueNow | null;
  readonly instalments: readonly InstalmentBalance[];
}

/** The most that may be paid today: what settles the loan, or what is asked for where nothing else may be paid. */
export function largestToPay(
  dueMinor: MinorAmount,
  { allowsPrepayment, settlesMinor }: PayingEarly,
): MinorAmount {
  return allowsPrepayment ? settlesMinor : dueMinor;
}

/** Whether what is asked for is what settles the loan before its dates. */
export function isSettling({
  dueMinor,
  settlesMinor,
  savesMinor,
}: Pick<Statement, 'dueMinor' | 'savesMinor'> & { readonly settlesMinor: MinorAmount | null }): boolean {
  return savesMinor > 0 && dueMinor === settlesMinor;
}

/** What is owed and until when, what it is made of, and each amount it can be paid with; minor units of one currency. */
export interface Statement {
  readonly today: LocalDate;
  /** What is asked for now: all that is overdue, or else the next payment, or what settles the loan if that is less; 0 when nothing is owed. */
  readonly dueMinor: MinorAmount;
  /** The due date of the oldest payment asked for; null when nothing is owed. */
  readonly dueDate: LocalDate | null;
  readonly daysLate: number;
  /** The payments asked for, oldest first. */
  readonly dueSequences: readonly number[];
  /** What was charged to them without penalties, their penalties, and what of both was received: it sums to the due amount. */
  readonly chargedMinor: MinorAmount;
  readonly penaltyMinor: MinorAmount;
  readonly receivedMinor: MinorAmount;
  readonly paidMinor: MinorAmount;
  readonly remainingMinor: MinorAmount;
  /** What settles the loan today, and how much less that is than all that its plan has left. */
  readonly settlesMinor: MinorAmount;
  readonly savesMinor: MinorAmount;
  /** The most that may be paid today. */
  readonly largestMinor: MinorAmount;
  readonly amounts: readonly AmountToPay[];
  /** Oldest first. */
  readonly instalments: readonly StatementInstalment[];
}

/**
 * Where a loan that was paid out stands on a day; the one source of what every page and notice says of it.
 * @param balances the instalments with their penalties up to that day.
 */
export function statementOf(
  balances: readonly InstalmentBalance[],
  today: LocalDate,
  { due, instalments: dueBalances, allowsPrepayment, settlesMinor }: PayingEarly & Asked,
): Statement {
  const dueSequences = due?.instalmentSequences ?? [];
  const dueMinor = due?.amountMinor ?? zeroMinor;
  const remainingMinor = remainingTotal(balances);
  const penaltyMinor = addMinor(...dueBalances.map(({ charged }) => charged.penalty));
  return {
    today,
    dueMinor,
    dueDate: due?.dueDate ?? null,
    daysLate: due?.daysLate ?? 0,
    dueSequences,
    chargedMinor: subtractMinor(addMinor(...dueBalances.map(chargedTo)), penaltyMinor),
    penaltyMinor,
    receivedMinor: addMinor(...dueBalances.map(paidOn)),
    paidMinor: addMinor(...balances.map(paidOn)),
    remainingMinor,
    ...{ settlesMinor, savesMinor: minorAmount(Math.max(0, remainingMinor - settlesMinor)) },
    largestMinor: largestToPay(dueMinor, { allowsPrepayment, settlesMinor }),
    amounts: amountsToPay(dueBalances, {
      dueMinor,
      dueDate: due?.dueDate ?? null,
      allowsPrepayment,
      settlesMinor,
    }),
    instalments: inDueOrder(balances).map((balance) => ({
      sequence: balance.sequence,
      dueDate: balance.dueDate,
      chargedMinor: chargedTo(balance),
      paidMinor: paidOn(balance),
      owedMinor: remainingTotal([balance]),
    })),
  };
}

function chargedTo({ charged }: InstalmentBalance): MinorAmount {
  return totalOf(charged);
}

function paidOn({ paid }: InstalmentBalance): MinorAmount {
  return totalOf(paid);
}

function totalOf({ penalty, fee, vat, interest, principal }: InstalmentBalance['paid']): MinorAmount {
  return addMinor(penalty, fee, vat, interest, principal);
}

function amountsToPay(
  dueBalances: readonly InstalmentBalance[],
  total: PayingEarly & { readonly dueMinor: MinorAmount; readonly dueDate: LocalDate | null },
): AmountToPay[] {
  const inOrder = inDueOrder(dueBalances);
  const first = inOrder.findIndex(({ dueDate }) => dueDate === total.dueDate);
  const thisMinor = remainingTotal(inOrder.slice(0, first + 1));
  const amounts: AmountToPay[] = [
    { kind: 'this-payment', amountMinor: thisMinor },
    { kind: 'all-overdue', amountMinor: total.dueMinor },
    { kind: 'everything', amountMinor: total.allowsPrepayment ? total.settlesMinor : zeroMinor },
  ];
  const { allowsPrepayment, settlesMinor } = total;
  let largestMinor: MinorAmount = zeroMinor;
  return amounts.filter(({ kind, amountMinor }) => {
    // What settles the loan is the only amount where a payment of the plan is more.
    if (allowsPrepayment && kind !== 'everything' && amountMinor >= settlesMinor) return false;
    const isMore = amountMinor > largestMinor;
    largestMinor = minorAmount(Math.max(largestMinor, amountMinor));
    return isMore;
  });
}
