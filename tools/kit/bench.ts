import type { Ask, Credentials, Reach } from './backend-client.ts';

/** Test data and settings for checking a backend. Never printed. */
export interface CheckedBackend extends Reach {
  readonly credentials: Credentials;
  readonly offeredProductId: string;
  readonly productId: string;
  readonly orderId: string;
  readonly orderNumber: string;
  /** Another borrower's loan, which must be refused; null skips these checks. */
  readonly otherOrderId: string | null;
  readonly otherOrderNumber: string | null;
  /** Longest acceptable answer time; 10 seconds by default. */
  readonly longestMs?: number;
  readonly templateId: string;
  /** A mobile number that the kit may register. */
  readonly phone: string;
  /** `IMAGE_ORIGINS`, `REDIRECT_ORIGINS` and the `PATH_…` settings of the pages. */
  readonly imageOrigins?: readonly string[];
  readonly redirectOrigins?: readonly string[];
  readonly pagePaths?: readonly string[];
  /** Captcha and SMS code that a sandbox accepts; with null only wrong ones are tried. */
  readonly captcha: string | null;
  readonly smsCode: string | null;
}

export interface Bench {
  readonly ask: Ask;
  readonly backend: CheckedBackend;
  /** Runs one check. @param look returns the problem, or null when there is none. */
  check(name: string, look: () => Promise<string | null> | string | null): Promise<void>;
}

export const presence = 'is there';
/** Name of the check that every request could be made, which earlier answers may prevent. */
export const completeness = 'is asked to its end';
export const readability = 'the pages can read it';
/** Name of the check that the optional calls which an answer announces exist. */
export const announcement = 'the calls that it announces are there';
