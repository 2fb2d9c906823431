import type { LocalDate } from '#domain/calendar.ts';
import type { SuggestedLoan, Suggestion } from '#domain/desk/payment-suggestion.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { OutflowCause, OutflowDoubt } from '#domain/repayment/outflow.ts';
import type { HostPayment, HostRefund } from './host/repayment.ts';

export interface DeskSuggestedLoan extends SuggestedLoan {
  readonly status: LoanStatus;
  readonly daysLate: number;
  readonly market: Market;
}

export type PaymentName = Pick<HostPayment, 'provider' | 'eventId'>;

export interface PaymentHold {
  readonly untilDay: LocalDate;
  readonly reason: string;
  readonly name: string;
}

/** Outgoing money, such as a refund at the provider, that cannot be booked. */
export interface DeskOutflow {
  readonly id: string;
  readonly provider: string;
  readonly outflowId: string;
  readonly paymentId: string;
  readonly cause: OutflowCause;
  readonly doubt: OutflowDoubt;
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  /** The provider's reason; may be empty. */
  readonly reason: string;
  readonly receivedAt: Date;
  readonly isOpen: boolean;
  /** Null where the payment is unknown or has no loan. */
  readonly orderNumber: string | null;
}

export interface DeskRefund {
  readonly refund: Omit<HostRefund, 'requestedAt' | 'sentAt' | 'failedAt'> & { readonly requestedAt: Date };
  /** The payment that is sent back; null for money held on a loan. */
  readonly payment: HostPayment | null;
  /**
   * The borrower, and the last digits of the account that the loan was paid out to, where known. Null for a payment without a loan, once
   * it was sent, and for readers who may not send it.
   */
  readonly recipient: { readonly name: string; readonly accountEnding: string | null } | null;
}

/** Unmatched payments, refunds, and outgoing money that cannot be booked. Methods throw DeskRefusal 'not-allowed' without permission. */
export interface DeskUnmatched {
  /** A refund; null if unknown. The log names what is shown of the borrower. */
  refund(person: DeskPerson, refundKey: string): Promise<DeskRefund | null>;
  outflow(person: DeskPerson, id: string): Promise<DeskOutflow | null>;
  /**
   * Closes an outflow with the reason how it was settled, and logs it.
   * @throws CodedError 'not-found', 'status-conflict' for one that is closed.
   */
  closeOutflow(person: DeskPerson, id: string, reason: string): Promise<void>;
  /**
   * Puts a payment on hold until a day, or with null ends the hold, and logs it.
   * @throws CodedError 'not-found', 'status-conflict' for a payment that has a loan or was returned.
   */
  hold(
    person: DeskPerson,
    payment: PaymentName,
    hold: { readonly untilDay: LocalDate; readonly reason: string } | null,
  ): Promise<void>;
  /** A payment with suggested loans; null if unknown. */
  read(
    person: DeskPerson,
    named: PaymentName,
  ): Promise<{
    readonly payment: HostPayment;
    /** Amount, currency or time differ from its payment slip, so that only staff may book it. */
    readonly isInDoubt: boolean;
    readonly hold: PaymentHold | null;
    readonly suggestions: readonly Suggestion<DeskSuggestedLoan>[];
  } | null>;
}
