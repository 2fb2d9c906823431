import type { LocalDate } from '../calendar.ts';
import type { LoanStatus } from '../loan/loan-status.ts';
import type { Currency, MinorAmount } from '../money/money.ts';
import { allocationOrder, type Component } from '../repayment/allocation.ts';

export interface LoanFigures {
  readonly status: LoanStatus;
  readonly owedMinor: MinorAmount;
  readonly dueMinor: MinorAmount;
  readonly chargesMinor: MinorAmount;
  readonly paidMinor: MinorAmount;
  readonly heldMinor: MinorAmount;
  readonly payoutMinor: MinorAmount;
  /** Days since the oldest unpaid due date; absent in effects stored before version 0.3, like `unpaidMinor`. */
  readonly daysLate?: number;
  readonly unpaidMinor?: Readonly<Record<Component, MinorAmount>>;
}

/** Bookings of closing a day of a settlement file, in minor units; below zero for reversals. */
export interface CashFigures {
  readonly settledMinor: number;
  readonly feeMinor: number;
  readonly differenceMinor: number;
}

/** What a correction changes: a loan, an unmatched payment, or another subject of the audit log, such as `product:mx-120`. */
export type CorrectionTarget =
  | { readonly orderNumber: string; readonly payment?: undefined; readonly subject?: undefined }
  | {
      readonly orderNumber: null;
      readonly payment: { readonly provider: string; readonly eventId: string };
      readonly subject?: undefined;
    }
  | { readonly orderNumber: null; readonly payment?: undefined; readonly subject: string };

/** Effect of a correction in figures of the loan, null for an unmatched payment; `amountMinor` is the amount moved, 0 if no money moves. */
export interface Effect {
  readonly currency: Currency;
  readonly amountMinor: MinorAmount;
  readonly before: LoanFigures | null;
  readonly after: LoanFigures | null;
  readonly other?: Pick<Effect, 'before' | 'after'> & { readonly orderNumber: string };
  readonly payments?: readonly { readonly dueDate: LocalDate; readonly amountMinor: MinorAmount }[];
  /** Bookings outside of loans, where they exceed the amount. */
  readonly cash?: CashFigures;
}

export type DeskEffect = CorrectionTarget & Effect;

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

/** Equal for equal effects; detects that an effect changed since somebody saw it. */
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

export function changedFigures({ before, after }: Pick<Effect, 'before' | 'after'>): MoneyFigure[] {
  return moneyFigures.filter((name) => before?.[name] !== after?.[name]);
}
