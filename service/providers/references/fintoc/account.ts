export interface FintocAccount {
  readonly secretKey: string;
  /** Of `/webhooks/fintoc`. */
  readonly webhookSecret: string;
  /** The account that CLABEs pay into: `acc_…`. */
  readonly accountId: string;
}

export interface FintocOptions {
  readonly account: FintocAccount;
  /** Address of a fake Fintoc in development; empty for Fintoc. */
  readonly apiBase: string;
}

export function isLiveFintocKey(secretKey: string): boolean {
  return secretKey.startsWith('sk_live_');
}
