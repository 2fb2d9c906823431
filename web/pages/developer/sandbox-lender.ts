import type { ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';

export interface InboxMessage {
  readonly messageId: string;
  readonly to: string;
  readonly text: string;
  readonly receivedAt: Date;
}

/** A demo borrower; `sessionId` is empty without a session. */
export interface SandboxBorrower {
  readonly borrowerId: string;
  readonly name: string;
  readonly market: Market;
  readonly userId: string;
  readonly sessionId: string;
  readonly mobilePhone: string;
  readonly hasSavedCard: boolean;
  /** Market's day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly products: readonly { readonly productId: string; readonly name: string }[];
  readonly loans: readonly {
    readonly loanId: string;
    readonly productId: string;
    readonly orderNumber: string;
    readonly currency: Currency;
    readonly status: ReportedLoanStatus;
    readonly dueMinor: number;
    readonly settlesMinor: number;
    /** Of the oldest unpaid instalment, `YYYY-MM-DD`; empty for none. */
    readonly dueDate: string;
    readonly extension: { readonly code: string; readonly amountMinor: number } | null;
    readonly daysLate: number;
    /** Events that the status does not show; only open claims and disputes. */
    readonly happened: readonly ('payment' | 'extension' | 'claim' | 'dispute')[];
  }[];
}

/** Does what the lender's systems do, through the signed `/host/` calls (TEST-1). */
export interface SandboxLender {
  borrowers(): Promise<readonly SandboxBorrower[]>;
  /** Opens a session bound to `deviceId`; without one if the borrower cannot have it. */
  signedIn(borrower: SandboxBorrower, deviceId: string): Promise<SandboxBorrower>;
  /**
   * @returns the call's status as a sentence.
   */
  act(action: SandboxAction): Promise<{ readonly accepted: boolean; readonly detail: string }>;
}

export type SandboxAction =
  | {
      /** `receive-extension` pays the requested extension by its own code. */
      readonly kind: 'approve' | 'decline' | 'pay-out' | 'receive-extension';
      readonly orderNumber: string;
    }
  | {
      readonly kind: 'receive-payment';
      readonly orderNumber: string;
      readonly amountMinor: number;
      readonly isDeliveredTwice: boolean;
    }
  | { readonly kind: 'advance-days'; readonly days: number };
