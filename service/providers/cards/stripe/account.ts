/** An account with Stripe; one account serves one country. */
export interface StripeAccount {
  readonly secretKey: string;
  /** Signing secret of the endpoint `/webhooks/stripe`. */
  readonly webhookSecret: string;
}

/** Where a borrower is sent to: the form for a card, the way to the bank, and vouchers. */
export const stripeOrigins: readonly string[] = [
  'https://checkout.stripe.com',
  'https://hooks.stripe.com',
  'https://pm-redirects.stripe.com',
  'https://payments.stripe.com',
];

/** Whether a key moves real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}
