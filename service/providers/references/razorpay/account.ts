export interface RazorpayAccount {
  readonly keyId: string;
  readonly keySecret: string;
  /** Verifies messages to `/webhooks/razorpay`; not the secret of the key. */
  readonly webhookSecret: string;
}

export interface RazorpayOptions {
  readonly account: RazorpayAccount;
  /** Address of a fake Razorpay in development; empty for Razorpay. */
  readonly apiBase: string;
}

/** Origins of code images and payment links. */
export const razorpayOrigins: readonly string[] = [
  'https://rzp.io',
  'https://pages.razorpay.com',
  'https://api.razorpay.com',
];

export function isLiveKeyId(keyId: string): boolean {
  return keyId.startsWith('rzp_live_');
}
