import type { CompanyFacts } from '#content/legal/company-facts.ts';
import type { LenderTexts } from '#content/messages/borrower-message.ts';
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
import type { Clock, HoldPlace, ImageCleaner, Logger, Random, SmsWatch, StoredTextPrinter } from './ports.ts';
import type { Secrets } from './secrets.ts';

export interface ChannelConfiguration {
  /** `clabePrefix`: the first digits of every CLABE made here. */
  readonly spei: { readonly clabePrefix: string };
  /** `referencePrefix`: the first 4 digits of every store reference. */
  readonly store: { readonly chainName: string; readonly referencePrefix: string };
  readonly upi: { readonly payeeAddress: string };
  /** `accountPrefix`: the capitals that begin every virtual account number. */
  readonly virtualAccount: {
    readonly bankName: string;
    readonly ifsc: string;
    readonly accountPrefix: string;
  };
}

export interface LendingConfiguration {
  readonly isDevelopment: boolean;
  /** `whsec_` and base64; signs host calls and our events. */
  readonly hostSigningSecrets: Secrets;
  /** Accepts calls with Standard Webhooks signatures, which do not cover method and path. */
  readonly takesWebhookSignatures: boolean;
  /** Keys of codes, captchas, sealed answers and image addresses are derived from these. */
  readonly masterSecrets: Secrets;
  readonly sessionTtlMinutes: number;
  /** Idle timeout of a session; 0 for never. */
  readonly sessionIdleMinutes: number;
  readonly sessionSources: SessionSources;
  /** How many days penalties may jump without confirmation. */
  readonly penaltyStepDays: number;
  /** What a node runs by itself: everything, or only the comparison of its books. */
  readonly jobs: 'all' | 'comparison';
  /** Hours in which each kind of matter must be answered; null without a desk. */
  readonly matterHours: MatterHours | null;
  /** When borrowers who consented are reminded by SMS; null where the service sends no reminders. */
  readonly reminders: ReminderPlan | null;
  readonly borrowerMessages: LenderTexts;
  readonly amountStyle: AmountStyle;
  readonly dateStyle: DateStyle;
  readonly paths: Readonly<Record<'loanDetail' | 'contract' | 'payWay' | 'repay', string>>;
  readonly markets: readonly Market[];
  /** The lender in each market, named in agreements and payment instructions (SERVICE-1). */
  readonly companies: Readonly<Record<Market, CompanyFacts>>;
  readonly bankCalendars: Readonly<Record<Market, BankCalendar>>;
  readonly channels: ChannelConfiguration;
  readonly paymentPage: PaymentPageConfiguration;
  readonly registration: RegistrationConfiguration;
}

export interface RegistrationConfiguration {
  readonly appName: string;
  /** Host of the pages, so that the browser offers the code there; empty for none. */
  readonly pagesHost: string;
  /** The language of the pages where neither template nor call gives one (LANG-5). */
  readonly standingLanguage: DefaultLanguage;
  readonly sendsPerHour: number;
  readonly sendsPerDay: number;
  /** Rounds of PBKDF2 in one try of the easiest proof of work. */
  readonly proofIterations: number;
}

/** The payment provider's own page (PAYWAY-5). */
export interface PaymentPageConfiguration {
  /** Its address with `{orderNumber}`, `{amount}` in minor units and `{currency}`; empty for none. */
  readonly address: string;
  readonly origins: readonly string[];
}

export interface BookFindings {
  /** Unmatched money by currency; digits in minor units. */
  readonly unmatched?: readonly {
    readonly currency: string;
    readonly count: number;
    readonly amountMinor: string;
  }[];
  readonly disagreementCount?: number;
  /** Providers' events whose money is not in the ledger exactly once. */
  readonly eventFaultCount?: number;
  readonly suspectedDoubleCount?: number;
}

export interface EventsFound {
  readonly waitingCount: number;
  readonly oldestWaitSeconds: number;
  readonly deadCount: number;
}

export interface MattersCounted {
  readonly kind: MatterKind;
  readonly all: number;
  readonly past: number;
}

export interface LendingDependencies {
  readonly database: Database;
  /** The same database over sessions of its own, so that host calls never take sessions from pages. */
  readonly hostDatabase: Database;
  /** A read replica for figures, lists and exports; absent where there is none. */
  readonly replica?: Replica | undefined;
  /** Real time, for sessions, codes and links. */
  readonly clock: Clock;
  /** The database's time, for what counts days. */
  readonly timeOf: (queryable: Queryable) => Promise<Date>;
  readonly random: Random;
  readonly configuration: LendingConfiguration;
  readonly logger: Logger;
  readonly sms: SmsSender;
  readonly smsWatch: SmsWatch;
  readonly printKeptText: StoredTextPrinter;
  readonly readSettlement: SettlementReader;
  /** The provider of saved cards; null where there is none, and then cards are not offered. */
  readonly cards: CardProvider | null;
  /** Where payment references come from. A channel without a source in a market shows only references that the lender hands in. */
  readonly references: {
    readonly sources: readonly ReferenceSource[];
    /** Includes providers that no source uses any more: their references still take money. */
    readonly providers: readonly ReferenceProvider[];
    /** Providers that report money paid with references made here. */
    readonly notifiers: readonly DepositNotifier[];
  };
  /** Null for none, and then events wait. */
  readonly eventReceiver: EventReceiver | null;
  readonly files: Files;
  readonly imageCleaner: ImageCleaner;
  /** Limits concurrent work, so that one caller does not take what another needs. */
  readonly holdPlace: HoldPlace;
  pagesOrigin(): string;
  /** The network address of the current request's caller; null where it is not known. */
  callerAddress(): string | null;
  nameBorrower?(borrowerId: string): void;
  /** Called after each run of a job, for metrics; `refused` needs somebody to act. */
  jobEnded?(job: string, outcome: 'done' | 'failed' | 'refused'): void;
  /** Called after a comparison of the books, for metrics; unchecked books are absent. */
  booksCompared?(findings: BookFindings): void;
  eventsFound?(found: EventsFound): void;
  mattersCounted?(counts: readonly MattersCounted[]): void;
  /**
   * Called with the result of a provider's message, for metrics: `taken`, `ignored` (not ours, or known), `refused` (bad signature, or too
   * old), `unreadable`, `unknown-object` (the provider's account lacks an object of ours) or `failed`. `found` counts payments in the
   * provider's lists that no message reported.
   */
  providerHeard?(
    provider: string,
    outcome: 'taken' | 'ignored' | 'refused' | 'unreadable' | 'unknown-object' | 'failed' | 'found',
    count?: number,
  ): void;
  aroundCall?<Answer extends { readonly status: number }>(
    call: { readonly name: string; readonly path: string },
    answer: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Counts a correctly signed host call; false where its key exceeds the rate limit. */
  admitHostCall(keyId: string): Promise<boolean>;
}
