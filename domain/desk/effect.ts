import type { LocalDate } from '../calendar.ts';
import type { LoanStatus } from '../loan/loan-status.ts';
import type { Currency, MinorAmount } from '../money/money.ts';

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
  /** The payments of the plan that it would leave to be paid, where it makes new ones. */
  readonly payments?: readonly { readonly dueDate: LocalDate; readonly amountMinor: MinorAmount }[];
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
export function effectKey({ amountMinor, before, after, payments = [], ...target }: DeskEffect): string {
  const figures = [before, after].map((each) =>
    each === null ? '' : [each.status, ...moneyFigures.map((name) => each[name])].join(','),
  );
  const planned = payments.map((payment) => `${payment.dueDate},${payment.amountMinor}`);
  return [target.orderNumber ?? subjectOf(target), amountMinor, ...figures, ...planned].join(';');
}

/** The figures that an effect changes, in the order they are told. */
export function changedFigures({ before, after }: DeskEffect): MoneyFigure[] {
  return moneyFigures.filter((name) => before?.[name] !== after?.[name]);
}
