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

/** Payments that no loan was found for. */
export interface DeskUnmatched {
  /**
   * A payment with the loans that it may be for; null where there is none of that name.
   * @throws DeskRefusal 'not-allowed' where no role of theirs may see money.
   */
  read(
    person: DeskPerson,
    named: { readonly provider: string; readonly eventId: string },
  ): Promise<{
    readonly payment: HostPayment;
    readonly suggestions: readonly Suggestion<DeskSuggestedLoan>[];
  } | null>;
}
