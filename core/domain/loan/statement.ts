import type { LocalDate } from '../calendar.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { allocationOrder, type Component, inDueOrder } from '../repayment/allocation.ts';
import { type DueNow, type InstalmentBalance, remainingTotal } from './instalment-state.ts';

/** Debt of one component of an instalment when money arrived, and what the money covered. */
export interface CoveredPart {
  readonly sequence: number;
  readonly component: Component;
  readonly owedMinor: MinorAmount;
  /** The cost of extending in it, which a payment covers first. */
  readonly extensionMinor: MinorAmount;
  readonly coveredMinor: MinorAmount;
}

export interface LoanMovement<Payment> {
  readonly lines: readonly {
    readonly sequence: number;
    readonly component: Component;
    readonly amountMinor: MinorAmount;
  }[];
  readonly isExtensionFee: boolean;
  readonly payment: Payment | null;
}

export interface PaymentCover {
  readonly parts: readonly CoveredPart[];
  readonly owedAfterMinor: MinorAmount;
}

/**
 * What each payment covered, by component, and what remained owed on the instalments it touched, in allocation order.
 * @param movements all of a loan's, in booking order.
 * @param instalments of its plan.
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

/** An amount that may be paid today: the oldest instalment due, everything overdue, or the settlement amount. */
export interface AmountToPay {
  readonly kind: 'this-payment' | 'all-overdue' | 'everything';
  readonly amountMinor: MinorAmount;
}

export interface StatementInstalment {
  readonly sequence: number;
  readonly dueDate: LocalDate;
  readonly chargedMinor: MinorAmount;
  readonly paidMinor: MinorAmount;
  readonly owedMinor: MinorAmount;
}

interface PayingEarly {
  readonly allowsPrepayment: boolean;
  readonly settlesMinor: MinorAmount;
}

interface Asked {
  readonly due: DueNow | null;
  readonly instalments: readonly InstalmentBalance[];
}

/** Largest payment today: the settlement amount, or the amount due where nothing more may be paid. */
export function largestToPay(
  dueMinor: MinorAmount,
  { allowsPrepayment, settlesMinor }: PayingEarly,
): MinorAmount {
  return allowsPrepayment ? settlesMinor : dueMinor;
}

export function isSettling({
  dueMinor,
  settlesMinor,
  savesMinor,
}: Pick<Statement, 'dueMinor' | 'savesMinor'> & { readonly settlesMinor: MinorAmount | null }): boolean {
  return savesMinor > 0 && dueMinor === settlesMinor;
}

/** Debt, due date and payable amounts of a loan; minor units of one currency. */
export interface Statement {
  readonly today: LocalDate;
  /** Everything overdue, else the next instalment, or the settlement amount if that is less; 0 when nothing is owed. */
  readonly dueMinor: MinorAmount;
  readonly dueDate: LocalDate | null;
  readonly daysLate: number;
  readonly dueSequences: readonly number[];
  /** Their charges without penalties, their penalties, and payments of both; they add up to the amount due. */
  readonly chargedMinor: MinorAmount;
  readonly penaltyMinor: MinorAmount;
  readonly receivedMinor: MinorAmount;
  readonly paidMinor: MinorAmount;
  readonly remainingMinor: MinorAmount;
  /** Settlement amount today, and how much it is below the rest of the plan. */
  readonly settlesMinor: MinorAmount;
  readonly savesMinor: MinorAmount;
  readonly largestMinor: MinorAmount;
  readonly amounts: readonly AmountToPay[];
  readonly instalments: readonly StatementInstalment[];
}

/**
 * A paid-out loan on a day; the only source of figures for pages and notices.
 * @param balances instalments with penalties through that day.
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
    settlesMinor,
    savesMinor: minorAmount(Math.max(0, remainingMinor - settlesMinor)),
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
    // Where the settlement amount is below an instalment, it is the only amount.
    if (allowsPrepayment && kind !== 'everything' && amountMinor >= settlesMinor) return false;
    const isMore = amountMinor > largestMinor;
    largestMinor = minorAmount(Math.max(largestMinor, amountMinor));
    return isMore;
  });
}
