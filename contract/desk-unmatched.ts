import type { LocalDate } from '#domain/calendar.ts';
import type { SuggestedLoan, Suggestion } from '#domain/desk/payment-suggestion.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
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

/** Payments that no loan was found for. */
export interface DeskUnmatched {
  /** Those of some payments that rest today, by provider and event, each with its hold. */
  holdsOf(
    person: DeskPerson,
    payments: readonly (PaymentName & Pick<HostPayment, 'currency'>)[],
  ): Promise<readonly (PaymentName & { readonly hold: PaymentHold })[]>;
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
    /** Null where it does not rest today. */
    readonly hold: PaymentHold | null;
    readonly suggestions: readonly Suggestion<DeskSuggestedLoan>[];
  } | null>;
}
