import type { CompanyFacts } from '#content/legal/company-facts.ts';
import type { SessionSources } from '#contract/session-cookie.ts';
import type { Database, Queryable } from '#db/database.ts';
import type { Replica } from '#db/replica.ts';
import type { BankCalendar } from '#domain/business-day.ts';
import type { DateStyle } from '#domain/date-format.ts';
import type { Market } from '#domain/market.ts';
import type { MatterHours, MatterKind } from '#domain/matter/matter.ts';
import type { AmountStyle } from '#domain/money/money-format.ts';
import type { DefaultLanguage } from '#domain/registration/promotion-template.ts';
import type { ReminderPlan } from '#domain/reminder/reminder-channel.ts';
import type { CardProvider } from '#providers/ports/card-provider.ts';
import type { EventReceiver } from '#providers/ports/event-receiver.ts';
import type { Files } from '#providers/ports/files.ts';
import type {
  DepositNotifier,
  ReferenceProvider,
  ReferenceSource,
} from '#providers/ports/payment-references.ts';
import type { SettlementReader } from '#providers/ports/settlement-file.ts';
import type { SmsSender } from '#providers/ports/sms.ts';
import type { Clock, HoldPlace, ImageCleaner, KeptTextPrinter, Logger, Random, SmsWatch } from './ports.ts';
import type { Secrets } from './secrets.ts';

/** Where the accounts are that borrowers pay into. */
export interface ChannelConfiguration {
  /** `clabePrefix`: the digits every CLABE that is made here begins with. */
  readonly spei: { readonly clabePrefix: string };
  /** `referencePrefix`: the 4 digits every store reference begins with. */
  readonly store: { readonly chainName: string; readonly referencePrefix: string };
  readonly upi: { readonly payeeAddress: string };
  /** `accountPrefix`: the capitals every virtual account number begins with. */
  readonly virtualAccount: {
    readonly bankName: string;
    readonly ifsc: string;
    readonly accountPrefix: string;
  };
}

/** The part of the configuration the service needs. */
export interface LendingConfiguration {
  readonly isDevelopment: boolean;
  /** `whsec_` and base64: what the lender's systems sign their calls with, and we our events. */
  readonly hostSigningSecrets: Secrets;
  /** Whether calls are taken that are signed as events are (Standard Webhooks), which leaves method and path out. */
  readonly takesWebhookSignatures: boolean;
  /** What the keys of codes, captchas, sealed answers and image addresses are made from. */
  readonly masterSecrets: Secrets;
  readonly sessionTtlMinutes: number;
  /** After how long without a call a session is over; 0 for never. */
  readonly sessionIdleMinutes: number;
  /** Where the browser of a borrower keeps the session. */
  readonly sessionSources: SessionSources;
  /** How many days penalties may leap by themselves. */
  readonly penaltyStepDays: number;
  /** What a node does by itself: everything, or nothing but compare its books. */
  readonly jobs: 'all' | 'comparison';
  /** In which hours what waits at the desk is to be answered; null without a desk. */
  readonly matterHours: MatterHours | null;
  /** When borrowers who agreed to it are reminded by SMS; null where the service reminds nobody. */
  readonly reminders: ReminderPlan | null;
  readonly amountStyle: AmountStyle;
  readonly dateStyle: DateStyle;
  /** Paths of the pages that answers link to. */
  readonly paths: Readonly<Record<'loanDetail' | 'contract' | 'payWay' | 'repay', string>>;
  /** The markets in which loans are quoted. */
  readonly markets: readonly Market[];
  /** Who lends in each market, as the agreement and the payment instructions name them (SERVICE-1). */
  readonly companies: Readonly<Record<Market, CompanyFacts>>;
  /** By which the working days of each market are counted. */
  readonly bankCalendars: Readonly<Record<Market, BankCalendar>>;
  readonly channels: ChannelConfiguration;
  readonly paymentPage: PaymentPageConfiguration;
  readonly registration: RegistrationConfiguration;
}

/** What the message with a registration's code says of its sender, and how many such messages there may be. */
export interface RegistrationConfiguration {
  readonly appName: string;
  /** Host of the pages, so that the browser offers the code there; empty for none. */
  readonly pagesHost: string;
  /** What the pages speak where neither template nor call says (LANG-5). */
  readonly standingLanguage: DefaultLanguage;
  /** Most messages to all who register, in an hour. */
  readonly sendsPerHour: number;
  /** The same in a day. */
  readonly sendsPerDay: number;
  /** Rounds of PBKDF2 in one try of the easiest proof of work. */
  readonly proofIterations: number;
}

/** The payment provider's own page, where a borrower can pay too (PAYWAY-5). */
export interface PaymentPageConfiguration {
  /** Its address with `{orderNumber}`, `{amount}` in minor units and `{currency}` to fill in; empty for none. */
  readonly address: string;
  /** Origins that a borrower may be sent to. */
  readonly origins: readonly string[];
}

/** What a comparison of the books found. */
export interface BookFindings {
  /** Money that waits for its loan, some of each currency; digits in minor units. */
  readonly unmatched?: readonly {
    readonly currency: string;
    readonly count: number;
    readonly amountMinor: string;
  }[];
  /** Figures of loans and instalments that are not the ledger's. */
  readonly disagreementCount?: number;
  /** Providers' events whose money is not in the ledger exactly once. */
  readonly eventFaultCount?: number;
  /** Pairs of booked payments that may be one. */
  readonly suspectedDoubleCount?: number;
}

/** Events that are still to be sent to the lender, and those that were given up. */
export interface EventsFound {
  readonly waitingCount: number;
  /** How long the oldest of them waits; 0 for none. */
  readonly oldestWaitSeconds: number;
  readonly deadCount: number;
}

/** How much of a kind waits for a person at the desk, and is past its hours. */
export interface MattersCounted {
  readonly kind: MatterKind;
  readonly all: number;
  readonly past: number;
}

/** Everything the service works with. */
export interface LendingDependencies {
  readonly database: Database;
  /** The same database over sessions of its own, so that the lender's messages never take those of the pages. */
  readonly hostDatabase: Database;
  /** A server that follows, for figures, lists and exports; absent where there is none. */
  readonly replica?: Replica | undefined;
  /** The real time, for what lasts minutes: sessions, codes, links. */
  readonly clock: Clock;
  /** The database's own time, for what counts days. */
  readonly timeOf: (queryable: Queryable) => Promise<Date>;
  readonly random: Random;
  readonly configuration: LendingConfiguration;
  readonly logger: Logger;
  readonly sms: SmsSender;
  readonly smsWatch: SmsWatch;
  readonly printKeptText: KeptTextPrinter;
  /** Reads files of what providers settled. */
  readonly readSettlement: SettlementReader;
  /** The payment provider of saved cards; null where there is none, and then no card is offered. */
  readonly cards: CardProvider | null;
  /** How codes to pay with are had. A channel without a source in a market is offered there only as the lender hands codes in. */
  readonly references: {
    readonly sources: readonly ReferenceSource[];
    /** Also those that no source names any more, whose references still take money. */
    readonly providers: readonly ReferenceProvider[];
    /** Who tells of money that came with codes made here. */
    readonly notifiers: readonly DepositNotifier[];
  };
  /** Who takes events; null for none, and then they wait. */
  readonly eventReceiver: EventReceiver | null;
  readonly files: Files;
  readonly imageCleaner: ImageCleaner;
  /** Bounds what few may hold at once, so that one caller does not take what another needs. */
  readonly holdPlace: HoldPlace;
  /** The pages' own origin, where a provider sends the borrower back to. */
  pagesOrigin(): string;
  /** The network address of the borrower whose request is being answered; null where it is not known. */
  callerAddress(): string | null;
  /** Told whose session the request that is being answered bears. */
  nameBorrower?(borrowerId: string): void;
  /** Told what became of each run of a job, for metrics; `refused` waits for a person. */
  jobEnded?(job: string, outcome: 'done' | 'failed' | 'refused'): void;
  /** Told what a comparison of the books found, for metrics; what it did not look at is absent. */
  booksCompared?(findings: BookFindings): void;
  /** Told how many events wait and were given up, for metrics. */
  eventsFound?(found: EventsFound): void;
  /** Told how much waits for a person at the desk, of each kind, for metrics. */
  mattersCounted?(counts: readonly MattersCounted[]): void;
  /**
   * Told what became of a provider's message, for metrics: `taken`, `ignored` (none of ours, or known), `refused` (not signed by it, or too
   * old), `unreadable`, `unknown-object` (its account does not have what is ours), `failed`; and of money that its lists had and no message told of, `found`.
   */
  providerHeard?(
    provider: string,
    outcome: 'taken' | 'ignored' | 'refused' | 'unreadable' | 'unknown-object' | 'failed' | 'found',
    count?: number,
  ): void;
  /** Stands around the answer to each call, for metrics and traces. */
  aroundCall?<Answer extends { readonly status: number }>(
    call: { readonly name: string; readonly path: string },
    answer: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Counts a call of the lender's systems whose signature is good; false where its key has made too many. */
  admitHostCall(keyId: string): Promise<boolean>;
}
