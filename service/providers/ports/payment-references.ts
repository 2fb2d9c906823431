import type { ChannelKind, PaymentPurpose } from '#contract/calls/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { ReferenceFacts } from '#domain/repayment/reference-facts.ts';
import type { ConfirmationTime } from '#domain/repayment/value-day.ts';
import type { ProviderSweep, WebhookEvent, WebhookMessage } from './webhook.ts';

export interface ReferencedLoan {
  readonly market: Market;
  /** Unique, from 1. */
  readonly serialNumber: number;
}

/** References computed here, always the same for a loan and purpose. */
export interface LenderReferences {
  /** @throws ClabeError, StoreReferenceError if the prefix leaves no room for the loan. */
  readonly build: (loan: ReferencedLoan, purpose: PaymentPurpose) => { readonly code: string };
}

export interface ReferenceRequest {
  /** Our id; a provider issues one reference for it, however often it is requested. */
  readonly id: string;
  readonly requestedAt: Date;
  /** Whether an earlier request may have succeeded without an answer. */
  readonly isRepeated: boolean;
  readonly market: Market;
  readonly channelKind: ChannelKind;
  readonly purpose: PaymentPurpose;
  /** Null for any amount. */
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

export interface IssuedReference {
  /** The provider's id, 1 to 200 characters. */
  readonly providerReference: string;
  /** CLABE, voucher number, UPI address or account that the borrower pays to. */
  readonly code: string;
  readonly expiresAt: Date | null;
  readonly facts: ReferenceFacts;
}

/** The provider never issues this reference, for instance because of its amount. */
export class ReferenceRefused extends Error {}

export interface Deposit {
  /** The provider's id, the same in every message and look-up; 1 to 128 characters. */
  readonly id: string;
  /** Our id of the reference; null if the provider does not store it. */
  readonly referenceId: string | null;
  readonly providerReference: string | null;
  /** The code that was paid to; null if the provider does not say. */
  readonly code: string | null;
  readonly amountMinor: number;
  /** ISO 4217 in capitals. */
  readonly currency: string;
  /**
   * Time of payment, else of confirmation (`ReferenceProvider.confirmation`); null if the provider does not say, and staff have to
   * enter it.
   */
  readonly paidAt: Date | null;
  /** The payer's account, if the provider says; stored only as a keyed hash. */
  readonly payerAccount?: string | null;
  /** The number on the payer's receipt, if it is not `id`. */
  readonly trackingKey?: string;
  /** Sending bank and operating day, if the provider says (`PaymentIdentity`). */
  readonly payerBank?: string | null;
  readonly operatingDay?: LocalDate | null;
}

export interface KnownReference {
  readonly id: string;
  readonly market: Market;
  readonly channelKind: ChannelKind;
  readonly code: string;
  readonly providerReference: string;
}

export interface DepositNotifier {
  /** Lower case; also the last segment of its webhook path. */
  readonly name: string;
  /** Verifies and reads a message. @throws WebhookRefused */
  verify(message: WebhookMessage): Promise<WebhookEvent<readonly Deposit[]>>;
  readonly sweep?: ProviderSweep<readonly Deposit[]>;
}

/** Issues references and receives the money. Every method may throw; the result is then unknown. */
export interface ReferenceProvider extends DepositNotifier {
  /** Whether a reference takes any amount repeatedly, or one amount once. */
  takes(channelKind: ChannelKind): 'any-amount' | 'one-amount';
  /** Published time until a payment is confirmed; null if the provider gives the time of payment. */
  confirmation(channelKind: ChannelKind): ConfirmationTime | null;
  /** The store chain of all its cash references; absent if only the reference names it. */
  readonly chainName?: string;
  /** @throws ReferenceRefused */
  issue(request: ReferenceRequest): Promise<IssuedReference>;
  lookUp(reference: KnownReference): Promise<readonly Deposit[]>;
  /** Closes a reference, if the provider can; a closed one stays unchanged. */
  cancel(reference: KnownReference): Promise<void>;
  /** Absent for a provider that closes no reference by itself. */
  isClosed?(reference: KnownReference): Promise<boolean>;
}

export interface ReferenceSource {
  readonly market: Market;
  readonly channelKind: ChannelKind;
  readonly from: LenderReferences | ReferenceProvider;
}

export function isLenders(from: ReferenceSource['from']): from is LenderReferences {
  return 'build' in from;
}
