import type { OutflowCause } from '#domain/repayment/outflow.ts';

/** Money of a payment that left the lender's account again, or came back after it had left. */
export interface Outflow {
  /** The provider's id of the refund, dispute or movement, the same in every message; 1 to 128 characters. */
  readonly id: string;
  /** Our reference of the charge, or the provider's id of the deposit. */
  readonly payment: { readonly charge: string } | { readonly deposit: string };
  readonly cause: OutflowCause;
  readonly outcome: 'left' | 'came-back';
  /** Above 0. */
  readonly amountMinor: number;
  /** ISO 4217 in capitals. */
  readonly currency: string;
  /** The provider's reason code; may be empty. */
  readonly reason: string;
  /** Set if the provider's account has no such payment. */
  readonly isPaymentUnknown?: true;
}
