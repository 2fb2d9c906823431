/** An account with Fintoc, which holds the money in one country. */
export interface FintocAccount {
  readonly secretKey: string;
  /** Secret of the webhook endpoint `/webhooks/fintoc`. */
  readonly webhookSecret: string;
  /** The account that CLABEs lead to: `acc_…`. */
  readonly accountId: string;
}

/** What the adapter works with. */
export interface FintocOptions {
  readonly account: FintocAccount;
  /** A stand-in for Fintoc's API, in development; empty for Fintoc. */
  readonly apiBase: string;
}

/** Whether a key moves real money. */
export function isLiveFintocKey(secretKey: string): boolean {
  return secretKey.startsWith('sk_live_');
}
