import type { LocalDate } from '../calendar.ts';
import type { LoanStatus } from '../loan/loan-status.ts';
import type { Currency, MinorAmount } from '../money/money.ts';
import { allocationOrder, type Component } from '../repayment/allocation.ts';

/** What a correction can change on a loan. */
export interface LoanFigures {
  readonly status: LoanStatus;
  /** What settles it today. */
  readonly owedMinor: MinorAmount;
  /** What is asked for today. */
  readonly dueMinor: MinorAmount;
  /** Unpaid penalties and fees. */
  readonly chargesMinor: MinorAmount;
  readonly paidMinor: MinorAmount;
  /** Held for the borrower beyond what was owed. */
  readonly heldMinor: MinorAmount;
  /** Approved and to be paid out. */
  readonly payoutMinor: MinorAmount;
  /** Days since the oldest unpaid instalment was due; absent in effects kept before version 0.3, as `unpaidMinor` is. */
  readonly daysLate?: number;
  /** What is unpaid of the plan, by component. */
  readonly unpaidMinor?: Readonly<Record<Component, MinorAmount>>;
}

/** What closing a day of a settlement file books, in minor units: below zero what is taken back. */
export interface CashFigures {
  readonly settledMinor: number;
  readonly feeMinor: number;
  /** Lines that were left with a note. */
  readonly differenceMinor: number;
}

/**
 * What a correction is made to: a loan, a payment that no loan was found for, or what else the audit log names, such as
 * `product:mx-120`.
 */
export type CorrectionTarget =
  | { readonly orderNumber: string; readonly payment?: undefined; readonly subject?: undefined }
  | {
      readonly orderNumber: null;
      readonly payment: { readonly provider: string; readonly eventId: string };
      readonly subject?: undefined;
    }
  | { readonly orderNumber: null; readonly payment?: undefined; readonly subject: string };

/**
 * What something does, in figures of the loan, which are null for a payment without one; `amountMinor` is what it moves,
 * 0 where it moves no money.
 */
export interface Effect {
  readonly currency: Currency;
  readonly amountMinor: MinorAmount;
  readonly before: LoanFigures | null;
  readonly after: LoanFigures | null;
  /** The same of the loan that a payment moves to. */
  readonly other?: Pick<Effect, 'before' | 'after'> & { readonly orderNumber: string };
  /** The payments of the plan that it would leave to be paid, where it makes new ones. */
  readonly payments?: readonly { readonly dueDate: LocalDate; readonly amountMinor: MinorAmount }[];
  /** What it books outside of loans, where that is more than the amount. */
  readonly cash?: CashFigures;
}

/** What a correction does, and to what. */
export type DeskEffect = CorrectionTarget & Effect;

/** What the audit log calls it. */
export function subjectOf({ orderNumber, payment, subject }: CorrectionTarget): string {
  if (subject !== undefined) return subject;
  return payment ? `payment:${payment.provider}:${payment.eventId}` : `loan:${orderNumber}`;
}

export const moneyFigures = [
  'owedMinor',
  'dueMinor',
  'chargesMinor',
  'paidMinor',
  'heldMinor',
  'payoutMinor',
] as const;
export type MoneyFigure = (typeof moneyFigures)[number];

/** The same text for the same effect: what somebody saw is compared by it with what would happen now. */
export function effectKey({
  amountMinor,
  before,
  after,
  other,
  payments = [],
  cash,
  ...target
}: DeskEffect): string {
  const both = other ? [before, after, other.before, other.after] : [before, after];
  const figures = both.map((each) => {
    if (each === null) return '';
    const parts = allocationOrder.map((component) => each.unpaidMinor?.[component] ?? '');
    return [each.status, ...moneyFigures.map((name) => each[name]), ...parts].join(',');
  });
  const planned = payments.map((payment) => `${payment.dueDate},${payment.amountMinor}`);
  const booked = cash ? [cash.settledMinor, cash.feeMinor, cash.differenceMinor] : [];
  const moved = other ? [other.orderNumber] : [];
  const name = target.orderNumber ?? subjectOf(target);
  return [name, amountMinor, ...figures, ...planned, ...booked, ...moved].join(';');
}

/** The figures that an effect changes, in the order they are told. */
export function changedFigures({ before, after }: Pick<Effect, 'before' | 'after'>): MoneyFigure[] {
  return moneyFigures.filter((name) => before?.[name] !== after?.[name]);
}
