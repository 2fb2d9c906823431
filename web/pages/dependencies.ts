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

/** Paths of the configured screens (CONF-1). */
export type ScreenPaths = Readonly<Record<keyof typeof defaultScreenPaths, string>>;

/** Configuration that every page may show or send to the browser; nothing secret belongs here. */
export interface PublicConfig {
  readonly appName: string;
  readonly brandColor: string;
  readonly amountStyle: AmountStyle;
  readonly dateStyle: DateStyle;
  readonly isLoanMarket: boolean;
  /** How the box that accepts the agreement starts in each market (CONFIRM-2). */
  readonly agreementBox: Readonly<Record<Market, 'ticked' | 'empty'>>;
  readonly isDevelopment: boolean;
  readonly paths: ScreenPaths;
  readonly hostPages: HostPages;
  readonly bridge: BridgeConfig;
}

/** What the pages run on: the public configuration, the client over the contract, and what only the server may know. */
export interface PagesDependencies {
  readonly config: PublicConfig;
  readonly client: ContractClient;
  /** Exchanges the ticket of an address for a session; null where the backend gives none. */
  readonly tickets: TicketExchange | null;
  /** Whether a session in the address of a page counts (SESS-1). */
  readonly isSessionInAddress: boolean;
  /** The pages' own origin as the borrower sees it; empty for the one of each request. */
  readonly h5Base: string;
  /** Where the lender's own backend is, whose paths images and links may be; empty for the built-in service. */
  readonly apiBase: string;
  /** Origins, besides our own, that images may come from. */
  readonly imageOrigins: readonly string[];
  /** Origins, besides our own, that a page may send the borrower to. */
  readonly redirectOrigins: readonly string[];
  /** Takes what a page puts up with where it shows an answer, for the log and the workbench. */
  readonly reportTolerance: (shown: ShownTolerance) => void;
  /** The provider's page of fees that the payment instructions link to; empty for none. */
  readonly providerFeesUrl: string;
  /** The markets served, the first of which stands in where a page knows of none. */
  readonly markets: readonly Market[];
  /** Who lends in each market, for the public site and the legal documents. */
  readonly companies: Readonly<Record<Market, CompanyFacts>>;
  /** What the promotion pages add to what visitors enter, and where the app is. */
  readonly promotion: PromotionConfig;
  /** Keeps what visitors write on the contact page; null when nothing is kept (SITE-4). */
  readonly contactInbox: ContactInbox | null;
  /** Draws a square SVG as a PNG of `sizePx` by `sizePx`. */
  readonly renderIcon: (svg: string, sizePx: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Draws a text as a QR code; gives the image's address. */
  readonly renderQrCode: (text: string) => string;
  /** Takes a paper of the caller's share. Throws a CodedError 'too-many-requests' beyond it. */
  readonly admitPaper: () => Promise<void>;
  /** Writes a paper as a tagged PDF. Throws a CodedError 'service-unavailable' while too many are written. */
  readonly renderPdf: (paper: Paper) => Promise<Uint8Array<ArrayBuffer>>;
  /** Acts as the lender, in development only (TEST-1). */
  readonly sandbox: SandboxLender | null;
  /** Whether the desk answers at `/desk` beside the pages. */
  readonly hasDesk: boolean;
  /** Where a lender's engineer sees their own backend through the pages; null but in development over one. */
  readonly workbench: Workbench | null;
  /** The text messages that development keeps instead of sending them, newest first; null where they are sent. */
  readonly smsInbox: (() => readonly InboxMessage[]) | null;
  /** Reads forms that may bring files. */
  readonly formReader: FormReader;
  readonly now: () => Date;
  /** Takes a fault of a screen, for the log. */
  readonly reportFault: (error: unknown) => void;
}

/** Exchanges tickets for sessions. */
export interface TicketExchange {
  /**
   * Gives what the page is opened with and until when; 'session-required' for a ticket that holds no longer,
   * 'service-unavailable' where it is worth trying again.
   */
  exchange(
    ticket: string,
  ): Promise<
    | { readonly parameters: SessionParameters; readonly expiresAt: Date }
    | 'session-required'
    | 'service-unavailable'
  >;
  /** Whether a session was revoked, and is not only over or unknown. */
  isRevoked(sessionId: string): Promise<boolean>;
}

/** Why a file is not there: it has more than 8 MB, or the disk no room for it. */
export type UnreadFile = 'image-too-large' | 'service-unavailable';

/** A form with files: its texts in the order they came, and its files by their fields and own names. */
export interface ReadForm {
  readonly fields: FormData;
  readonly files: readonly {
    readonly name: string;
    readonly fileName: string;
    readonly file: Blob | UnreadFile;
  }[];
}

/** Reads forms that may bring files, a few at a time; the files last as long as the work with them. */
export interface FormReader {
  /**
   * Gives what `work` makes of the form; `busy` when too many are being read and nothing was, `malformed` for a body that is
   * no form. A form that goes on beyond all bounds ends there: `work` gets what stood before.
   * @param sender the session, or the person of the desk, that sends it and was asked for before: each has a few places.
   * @param fileCount how many files of 8 MB the form may bring.
   */
  read<Result>(
    request: Request,
    { sender, fileCount }: { readonly sender: string; readonly fileCount: number },
    work: (form: ReadForm) => Promise<Result>,
  ): Promise<Result | 'busy' | 'malformed'>;
}

/** What the promotion pages add to what visitors enter, and where the app is (PROMO-6). */
export interface PromotionConfig {
  /** Sent with a registration whose address names no merchant. */
  readonly defaultMerchantNumber: string;
  /** What the pages speak where neither template nor address says (LANG-5). */
  readonly standingLanguage: DefaultLanguage;
  /** Where the app is downloaded; empty for none. */
  readonly androidLink: string;
  readonly iphoneLink: string;
}
