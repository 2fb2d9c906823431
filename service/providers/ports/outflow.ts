import type { OutflowCause } from '#domain/repayment/outflow.ts';

/** Money of a payment that left the lender's account again, by any way, or that came back after it had left. */
export interface Outflow {
  /** The provider's own id of what took it, a refund, a dispute or a movement: the same in every message; 1 to 128 characters. */
  readonly id: string;
  /** The payment it is of: our reference of the charge, or the provider's id of the deposit. */
  readonly payment: { readonly charge: string } | { readonly deposit: string };
  readonly cause: OutflowCause;
  readonly outcome: 'left' | 'came-back';
  /** Above 0. */
  readonly amountMinor: number;
  /** ISO 4217 in capitals, as the provider says. */
  readonly currency: string;
  /** The provider's word for why; empty where it gives none. */
  readonly reason: string;
  /** Whether the payment is an object that the provider's account does not have. */
  readonly isOfUnknown?: true;
}
