import { createContext } from 'react-router';
import type { CompanyFacts } from '#content/legal/company-facts.ts';
import type { ContractClient } from '#contract/client.ts';
import type { BridgeConfig } from '#domain/bridge/actions.ts';
import type { ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import type { AmountStyle } from '#domain/money/money-format.ts';

/** Paths of the configured screens (CONF-1). */
export interface ScreenPaths {
  readonly complaint: string;
  readonly confirmLoan: string;
  readonly loanDetail: string;
  readonly order: string;
  readonly error: string;
  readonly repay: string;
  readonly repayDelay: string;
  readonly customerService: string;
  readonly aboutUs: string;
  readonly contract: string;
  readonly privacyNotice: string;
  readonly payWay: string;
}

/** Pages of the host app that ours can open (CONF-1). */
export interface HostPages {
  readonly bindBank: string;
  readonly bindCard: string;
  readonly setting: string;
  readonly main: string;
  readonly login: string;
  readonly productDetail: string;
  readonly recommendList: string;
}

/** Configuration that every page may show or send to the browser; nothing secret belongs here. */
export interface PublicConfig {
  readonly appName: string;
  readonly brandColor: string;
  readonly servicePhone: string;
  readonly amountStyle: AmountStyle;
  readonly isLoanMarket: boolean;
  readonly isDevelopment: boolean;
  readonly paths: ScreenPaths;
  readonly hostPages: HostPages;
  readonly bridge: BridgeConfig;
}

/** What the pages run on: the public configuration, the client over the contract, and what only the server may know. */
export interface PagesDependencies {
  readonly config: PublicConfig;
  readonly client: ContractClient;
  /** The pages' own origin as the borrower sees it; empty for the one of each request. */
  readonly h5Base: string;
  /** Origins, besides our own, that images may come from. */
  readonly imageOrigins: readonly string[];
  /** Origins, besides our own, that a page may send the borrower to. */
  readonly redirectOrigins: readonly string[];
  /** The provider's page of fees that the payment instructions link to; empty for none. */
  readonly providerFeesUrl: string;
  /** Who the lender is, for the public site and the legal documents. */
  readonly company: CompanyFacts;
  /** What the promotion pages add to what visitors enter, and where the app is. */
  readonly promotion: PromotionConfig;
  /** Keeps what visitors write on the contact page; null when nothing is kept (SITE-4). */
  readonly contactInbox: ContactInbox | null;
  /** Draws a square SVG as a PNG of `sizePx` by `sizePx`. */
  readonly renderIcon: (svg: string, sizePx: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Acts as the lender, in development only (TEST-1). */
  readonly sandbox: SandboxLender | null;
  /** The text messages that development keeps instead of sending them, newest first; null where they are sent. */
  readonly smsInbox: (() => readonly InboxMessage[]) | null;
  readonly now: () => Date;
}

/** What the promotion pages add to what visitors enter, and where the app is (PROMO-6). */
export interface PromotionConfig {
  /** Sent with a registration whose address names no merchant. */
  readonly defaultMerchantNumber: string;
  /** Where the app is downloaded; empty for none. */
  readonly androidLink: string;
  readonly iphoneLink: string;
}

/** What a visitor writes on the contact page, every text trimmed and not empty. */
export interface ContactMessage {
  readonly name: string;
  readonly telephone: string;
  readonly email: string;
  readonly remark: string;
}

/** Where messages of the contact page go (SITE-4). */
export interface ContactInbox {
  /** Stores a message; rejects when it could not. */
  keep(message: ContactMessage): Promise<void>;
}

/** A text message as the development inbox shows it. */
export interface InboxMessage {
  readonly messageId: string;
  readonly to: string;
  readonly text: string;
  readonly receivedAt: Date;
}

/** A demo borrower's session and what to look at with it. */
export interface SandboxBorrower {
  readonly borrowerId: string;
  readonly name: string;
  readonly market: 'MX' | 'IN';
  readonly userId: string;
  readonly sessionId: string;
  readonly mobilePhone: string;
  readonly products: readonly { readonly productId: string; readonly name: string }[];
  readonly loans: readonly {
    readonly loanId: string;
    readonly productId: string;
    readonly orderNumber: string;
    readonly status: ReportedLoanStatus;
    readonly dueMinor: number;
    readonly remainingMinor: number;
    /** Of the oldest instalment to pay, `YYYY-MM-DD`; empty when nothing is. */
    readonly dueDate: string;
    /** The extension that was asked for and not paid yet. */
    readonly extension: { readonly code: string; readonly amountMinor: number } | null;
  }[];
}

/** What the lender's own systems would do, done from `/testPreview` through the signed `/host/` calls (TEST-1). */
export interface SandboxLender {
  /** The demo borrowers, each with a fresh session bound to `deviceId`. */
  borrowers(deviceId: string): Promise<readonly SandboxBorrower[]>;
  /** One act of the lender; the outcome is a short sentence of the call's status. */
  act(action: SandboxAction): Promise<{ readonly accepted: boolean; readonly detail: string }>;
  today(market: 'MX' | 'IN'): Promise<string>;
}

export type SandboxAction =
  | {
      /** `receive-extension` pays the extension that was asked for, on its own code. */
      readonly kind: 'approve' | 'decline' | 'pay-out' | 'receive-extension';
      readonly orderNumber: string;
    }
  | {
      readonly kind: 'receive-payment';
      readonly orderNumber: string;
      readonly amountMinor: number;
      /** Deliver the same provider event twice. */
      readonly isDeliveredTwice: boolean;
    }
  | { readonly kind: 'advance-days'; readonly days: number };

/** Router context key under which the server hands over the pages' dependencies. */
export const pagesContext = createContext<PagesDependencies>();
