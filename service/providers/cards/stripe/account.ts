/** One account serves one country. */
export interface StripeAccount {
  readonly secretKey: string;
  /** Signing secret of the endpoint `/webhooks/stripe`. */
  readonly webhookSecret: string;
}

/** Origins of the card form, of 3-D Secure and of vouchers. */
export const stripeOrigins: readonly string[] = [
  'https://checkout.stripe.com',
  'https://hooks.stripe.com',
  'https://pm-redirects.stripe.com',
  'https://payments.stripe.com',
];

export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}
