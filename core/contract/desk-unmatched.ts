import type { LocalDate } from '#domain/calendar.ts';
import type { SuggestedLoan, Suggestion } from '#domain/desk/payment-suggestion.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { OutflowCause, OutflowDoubt } from '#domain/repayment/outflow.ts';
import type { HostPayment } from './host/repayment.ts';

/** A loan that a payment may be for, as it stands. */
export interface DeskSuggestedLoan extends SuggestedLoan {
  readonly status: LoanStatus;
  readonly daysLate: number;
  readonly market: Market;
}

/** A payment by its provider's name for it. */
export type PaymentName = Pick<HostPayment, 'provider' | 'eventId'>;

/** That a payment rests until a day, why, and by whom. */
export interface PaymentHold {
  readonly untilDay: LocalDate;
  readonly reason: string;
  readonly name: string;
}

/** Money that left a payment again and that cannot be booked. */
export interface DeskOutflow {
  /** Ours of it. */
  readonly id: string;
  readonly provider: string;
  /** The provider's own id of what took it, and of the payment. */
  readonly outflowId: string;
  readonly paymentId: string;
  readonly cause: OutflowCause;
  readonly doubt: OutflowDoubt;
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  /** The provider's word for why; may be empty. */
  readonly reason: string;
  readonly receivedAt: Date;
  /** Whether it waits for a person. */
  readonly isOpen: boolean;
  /** The loan of the payment; null where the payment is not known or has none. */
  readonly orderNumber: string | null;
}

/** Payments that no loan was found for, and money that left again and cannot be booked. */
export interface DeskUnmatched {
  /**
   * Money that left; null where there is none of that id.
   * @throws DeskRefusal 'not-allowed' where no role of theirs may see money.
   */
  outflow(person: DeskPerson, id: string): Promise<DeskOutflow | null>;
  /**
   * Says how money that left was settled, which is logged; it waits no longer.
   * @throws DeskRefusal 'not-allowed'; CodedError 'not-found', 'status-conflict' for money that waits no more.
   */
  closeOutflow(person: DeskPerson, id: string, reason: string): Promise<void>;
  /**
   * Lets a payment rest until a day, or with null no longer, which is logged.
   * @throws DeskRefusal 'not-allowed', CodedError 'not-found'; 'status-conflict' for one that has a loan or went back.
   */
  hold(
    person: DeskPerson,
    payment: PaymentName,
    hold: { readonly untilDay: LocalDate; readonly reason: string } | null,
  ): Promise<void>;
  /**
   * A payment with the loans that it may be for; null where there is none of that name.
   * @throws DeskRefusal 'not-allowed' where no role of theirs may see money.
   */
  read(
    person: DeskPerson,
    named: PaymentName,
  ): Promise<{
    readonly payment: HostPayment;
    /** Whether its amount, its currency or its time is not what its slip says, so that nobody but a person books it. */
    readonly isInDoubt: boolean;
    /** Null where it does not rest today. */
    readonly hold: PaymentHold | null;
    readonly suggestions: readonly Suggestion<DeskSuggestedLoan>[];
  } | null>;
}
