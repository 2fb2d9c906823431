/** An account with Razorpay, which serves one country. */
export interface RazorpayAccount {
  readonly keyId: string;
  readonly keySecret: string;
  /** What messages to `/webhooks/razorpay` are signed with; another secret than the key's. */
  readonly webhookSecret: string;
}

/** What the adapters work with. */
export interface RazorpayOptions {
  readonly account: RazorpayAccount;
  /** A stand-in for Razorpay's API, in development; empty for Razorpay. */
  readonly apiBase: string;
}

/** Where a borrower is sent to: pictures of codes, and payment links with what they lead to. */
export const razorpayOrigins: readonly string[] = [
  'https://rzp.io',
  'https://pages.razorpay.com',
  'https://api.razorpay.com',
];

/** Whether a key moves real money. */
export function isLiveKeyId(keyId: string): boolean {
  return keyId.startsWith('rzp_live_');
}
