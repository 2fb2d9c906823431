import type { CompanyFacts } from '#content/legal/company-facts.ts';
import type { ContractClient } from '#contract/client.ts';
import type { SessionParameters } from '#contract/page-query.ts';
import type { defaultScreenPaths } from '#contract/screen-paths.ts';
import type { ShownTolerance } from '#contract/tolerances.ts';
import type { BridgeConfig, HostPages } from '#domain/bridge/actions.ts';
import type { DateStyle } from '#domain/date-format.ts';
import type { Market } from '#domain/market.ts';
import type { AmountStyle } from '#domain/money/money-format.ts';
import type { DefaultLanguage } from '#domain/registration/promotion-template.ts';
import type { InboxMessage, SandboxLender } from './developer/sandbox-lender.ts';
import type { Workbench } from './developer/workbench-port.ts';
import type { Paper } from './paper/paper.ts';
import type { ContactInbox } from './site/contact-message.ts';

export type ScreenPaths = Readonly<Record<keyof typeof defaultScreenPaths, string>>;

/** Configuration that pages may send to the browser, so nothing secret. */
export interface PublicConfig {
  readonly appName: string;
  readonly brandColor: string;
  readonly amountStyle: AmountStyle;
  readonly dateStyle: DateStyle;
  readonly isLoanMarket: boolean;
  /** Initial state of the agreement's checkbox by market (CONFIRM-2). */
  readonly agreementBox: Readonly<Record<Market, 'ticked' | 'empty'>>;
  readonly isDevelopment: boolean;
  readonly paths: ScreenPaths;
  readonly hostPages: HostPages;
  readonly bridge: BridgeConfig;
}

export interface PagesDependencies {
  readonly config: PublicConfig;
  readonly client: ContractClient;
  /** Null where the backend issues no tickets. */
  readonly tickets: TicketExchange | null;
  /** Whether a session in a page's address counts (SESS-1). */
  readonly isSessionInAddress: boolean;
  /** The pages' public origin; empty to use each request's. */
  readonly h5Base: string;
  /** The lender's own backend; empty for the built-in service. */
  readonly apiBase: string;
  readonly imageOrigins: readonly string[];
  readonly redirectOrigins: readonly string[];
  /** Reports a tolerated deviation in a backend's answer, to the log and the workbench. */
  readonly reportTolerance: (shown: ShownTolerance) => void;
  /** The provider's page of fees, linked from payment instructions; empty for none. */
  readonly providerFeesUrl: string;
  /** The first one is the default. */
  readonly markets: readonly Market[];
  readonly companies: Readonly<Record<Market, CompanyFacts>>;
  readonly promotion: PromotionConfig;
  /** Stores messages of the contact page; null to store none (SITE-4). */
  readonly contactInbox: ContactInbox | null;
  /** Objections to changes of telephone; null with a lender's own backend. */
  readonly objections: {
    /** @returns false for a key that is invalid or of a change that ended. */
    object(key: string): Promise<boolean>;
  } | null;
  readonly renderIcon: (svg: string, sizePx: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Renders a QR code. @returns the image's address. */
  readonly renderQrCode: (text: string) => string;
  /** Counts a paper against the caller's share. @throws CodedError 'too-many-requests' beyond it. */
  readonly admitPaper: () => Promise<void>;
  /** Renders a paper as a tagged PDF. @throws CodedError 'service-unavailable' when too many are being rendered. */
  readonly renderPdf: (paper: Paper) => Promise<Uint8Array<ArrayBuffer>>;
  /** Acts as the lender; in development only (TEST-1). */
  readonly sandbox: SandboxLender | null;
  readonly hasDesk: boolean;
  /** Shows calls to the lender's own backend; null except in development with one. */
  readonly workbench: Workbench | null;
  /** Text messages kept in development, newest first; null where they are sent. */
  readonly smsInbox: (() => readonly InboxMessage[]) | null;
  readonly formReader: FormReader;
  readonly now: () => Date;
  readonly reportFault: (error: unknown) => void;
}

export interface TicketExchange {
  /** The session of a ticket and its end; 'session-required' for an invalid ticket, 'service-unavailable' if a retry may help. */
  exchange(
    ticket: string,
  ): Promise<
    | { readonly parameters: SessionParameters; readonly expiresAt: Date }
    | 'session-required'
    | 'service-unavailable'
  >;
  /** False for sessions that expired or are unknown. */
  isRevoked(sessionId: string): Promise<boolean>;
}

/** Above 8 MB, or no room on the disk. */
export type UnreadFile = 'image-too-large' | 'service-unavailable';

/** Text fields in order; files by field and own name. */
export interface ReadForm {
  readonly fields: FormData;
  readonly files: readonly {
    readonly name: string;
    readonly fileName: string;
    readonly file: Blob | UnreadFile;
  }[];
}

/** Reads a few forms with files at a time; files are deleted after `work`. */
export interface FormReader {
  /**
   * Passes the form to `work`. `busy` while too many forms are being read, `malformed` for a body that is no form. A form beyond
   * the limits is cut off.
   * @param sender the session or staff member, checked before; each may send a few at once.
   * @param fileCount the most files of 8 MB.
   */
  read<Result>(
    request: Request,
    { sender, fileCount }: { readonly sender: string; readonly fileCount: number },
    work: (form: ReadForm) => Promise<Result>,
  ): Promise<Result | 'busy' | 'malformed'>;
}

export interface PromotionConfig {
  /** For registrations whose address names no merchant. */
  readonly defaultMerchantNumber: string;
  /** Default language without a template or parameter (LANG-5). */
  readonly standingLanguage: DefaultLanguage;
  readonly androidLink: string;
  readonly iphoneLink: string;
}
