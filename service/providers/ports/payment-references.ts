import type { ChannelKind, PaymentPurpose } from '#contract/calls/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { ReferenceFacts } from '#domain/repayment/reference-facts.ts';
import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import type { ProviderSweep, WebhookEvent, WebhookMessage } from './webhook.ts';

/** A loan that references are made for. */
export interface ReferencedLoan {
  readonly market: Market;
  /** Counts loans from 1; no two have the same. */
  readonly serialNumber: number;
}

/** References that are made here without asking anybody, always the same for a loan and purpose. */
export interface LenderReferences {
  /** @throws ClabeError, StoreReferenceError where its prefix leaves no room for the loan. */
  readonly build: (loan: ReferencedLoan, purpose: PaymentPurpose) => { readonly code: string };
}

/** A reference that a provider is asked for. */
export interface ReferenceRequest {
  /** Ours: a provider gives one reference for it, however often it is asked. */
  readonly id: string;
  /** When it was asked for the first time. */
  readonly requestedAt: Date;
  /** Whether it may have been given before, unheard. */
  readonly isRepeated: boolean;
  readonly market: Market;
  readonly channelKind: ChannelKind;
  readonly purpose: PaymentPurpose;
  /** The one amount it is to take; null where it takes any. */
  readonly amountMinor: MinorAmount | null;
  readonly currency: Currency;
  readonly orderNumber: string;
  readonly borrower: {
    readonly id: string;
    readonly name: string;
    /** E.164. */
    readonly mobilePhone: string;
  };
}

/** A reference as its provider gave it. */
export interface IssuedReference {
  /** What the provider knows it by; its own, 1 to 200 characters. */
  readonly providerReference: string;
  /** What the borrower pays with: CLABE, voucher number, UPI address or account. */
  readonly code: string;
  /** When it stops taking money; null for never. */
  readonly expiresAt: Date | null;
  readonly facts: ReferenceFacts;
}

/** The provider will not give this reference, however often it is asked: an amount it does not take, for instance. */
export class ReferenceRefused extends Error {}

/** Money that a provider took in. */
export interface Deposit {
  /** The provider's own id of this money, the same in every message and look-up; 1 to 128 characters. */
  readonly id: string;
  /** Our id of the reference, where the provider keeps it. */
  readonly referenceId: string | null;
  readonly providerReference: string | null;
  /** What was paid with, where the provider says. */
  readonly code: string | null;
  readonly amountMinor: number;
  /** ISO 4217 in capitals, as the provider says. */
  readonly currency: string;
  /**
   * When it was paid, or confirmed where the provider says no more (`ReferenceProvider.confirmation`); null where it does not say: a
   * person has to.
   */
  readonly paidAt: Date | null;
  /** The account it came from, where the provider says; kept as a keyed hash alone. */
  readonly payerAccount?: string | null;
  /** What its payer has on their slip, where that is not `id`. */
  readonly trackingKey?: string;
  /** The bank that sent it and its operating day, where the provider says (`PaymentIdentity`). */
  readonly payerBank?: string | null;
  readonly operatingDay?: LocalDate | null;
}

/** What a provider needs to know one of its references again. */
export interface KnownReference {
  readonly id: string;
  readonly market: Market;
  readonly channelKind: ChannelKind;
  readonly code: string;
  readonly providerReference: string;
}

/** Who tells of money that came in. */
export interface DepositNotifier {
  /** Lower case; also the last part of the path its messages come to. */
  readonly name: string;
  /** Checks and reads a message by its scheme; throws `WebhookRefused`. */
  verify(message: WebhookMessage): Promise<WebhookEvent<readonly Deposit[]>>;
  /** Absent where there are no lists to go through. */
  readonly sweep?: ProviderSweep<readonly Deposit[]>;
}

/** Who issues references and takes the money in. Every method but `verify` may throw: then nothing is known. */
export interface ReferenceProvider extends DepositNotifier {
  /** What a reference of it takes: any amount, time after time, or one amount once. */
  takes(channelKind: ChannelKind): 'any-amount' | 'one-amount';
  /** How soon it confirms what is paid by a channel, as it publishes; null where it says when money was paid. */
  confirmation(channelKind: ChannelKind): ConfirmationTime | null;
  /** The chain where every reference to be paid in cash is taken; absent where it is known only from the reference. */
  readonly chainName?: string;
  /** @throws ReferenceRefused when there will be none. */
  issue(request: ReferenceRequest): Promise<IssuedReference>;
  /** All that was paid with a reference so far. */
  lookUp(reference: KnownReference): Promise<readonly Deposit[]>;
  /** Has a reference take no more money, where the provider can; one that takes none any more is left unchanged. */
  cancel(reference: KnownReference): Promise<void>;
  /** Whether one that takes any amount was closed; absent for a provider that closes none by itself. */
  isClosed?(reference: KnownReference): Promise<boolean>;
}

/** How references of a channel are had in a market. */
export interface ReferenceSource {
  readonly market: Market;
  readonly channelKind: ChannelKind;
  readonly from: LenderReferences | ReferenceProvider;
}

/** Whether references are made here, without asking anybody. */
export function isLenders(from: ReferenceSource['from']): from is LenderReferences {
  return 'build' in from;
}
