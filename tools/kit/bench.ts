import type { Ask, Credentials, Reach } from './backend-client.ts';

/** What the kit needs to know of a backend to ask it everything; nothing of it is shown. */
export interface CheckedBackend extends Reach {
  readonly credentials: Credentials;
  /** A product that is offered to the borrower, to be accepted. */
  readonly offeredProductId: string;
  /** A loan of the borrower that is being repaid, and its product. */
  readonly productId: string;
  readonly orderId: string;
  readonly orderNumber: string;
  /** Another borrower's loan; what asks for it is not checked where none is given. */
  readonly otherOrderId: string | null;
  readonly otherOrderNumber: string | null;
  /** How long an answer may take; 10 seconds unless given. */
  readonly longestMs?: number;
  readonly templateId: string;
  /** A mobile number that may be registered. */
  readonly phone: string;
  /** As `IMAGE_ORIGINS`, `REDIRECT_ORIGINS` and the `PATH_…` settings have them for the pages. */
  readonly imageOrigins?: readonly string[];
  readonly redirectOrigins?: readonly string[];
  readonly pagePaths?: readonly string[];
  /** What a sandbox takes as captcha and as SMS code; where none is given, only wrong ones are tried. */
  readonly captcha: string | null;
  readonly smsCode: string | null;
}

/** What the checks of a call are made with. */
export interface Bench {
  readonly ask: Ask;
  readonly backend: CheckedBackend;
  /** Makes one check: `look` gives what is wrong, or null. */
  check(name: string, look: () => Promise<string | null> | string | null): Promise<void>;
}

/** The check that a call has to pass to be there at all. */
export const presence = 'is there';
/** The check that all is asked of it that the answers before it let ask. */
export const completeness = 'is asked to its end';
/** The check that its answer can be shown. */
export const readability = 'the pages can read it';
