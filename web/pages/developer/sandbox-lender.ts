import type { ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';

/** A text message as the development inbox shows it. */
export interface InboxMessage {
  readonly messageId: string;
  readonly to: string;
  readonly text: string;
  readonly receivedAt: Date;
}

/** A demo borrower and what to look at; signed in with a session, else its `sessionId` is empty. */
export interface SandboxBorrower {
  readonly borrowerId: string;
  readonly name: string;
  readonly market: Market;
  readonly userId: string;
  readonly sessionId: string;
  readonly mobilePhone: string;
  readonly hasSavedCard: boolean;
  /** The day it is in the market, `YYYY-MM-DD`. */
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
    /** Of the oldest instalment to pay, `YYYY-MM-DD`; empty when nothing is. */
    readonly dueDate: string;
    /** The extension that was asked for and not paid yet. */
    readonly extension: { readonly code: string; readonly amountMinor: number } | null;
    /** Of the oldest instalment to pay. */
    readonly daysLate: number;
    /** What its status does not tell; claims and disputes that are open. */
    readonly happened: readonly ('payment' | 'extension' | 'claim' | 'dispute')[];
  }[];
}

/** What the lender's own systems would do, done from `/testPreview` through the signed `/host/` calls (TEST-1). */
export interface SandboxLender {
  borrowers(): Promise<readonly SandboxBorrower[]>;
  /** The borrower with a fresh session bound to `deviceId`; without one where no session can have it. */
  signedIn(borrower: SandboxBorrower, deviceId: string): Promise<SandboxBorrower>;
  /** One act of the lender; the outcome is a short sentence of the call's status. */
  act(action: SandboxAction): Promise<{ readonly accepted: boolean; readonly detail: string }>;
}

export type SandboxAction =
  | {
      /** `receive-extension` pays the extension that was asked for, on its own code. */
      readonly kind: 'approve' | 'decline' | 'pay-out' | 'receive-extension';
      readonly orderNumber: string;
    }
  | {
      readonly kind: 'receive-payment';
      readonly orderNumber: string;
      readonly amountMinor: number;
      /** Deliver the same provider event twice. */
      readonly isDeliveredTwice: boolean;
    }
  | { readonly kind: 'advance-days'; readonly days: number };
