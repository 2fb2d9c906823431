import type { ChargeAnswer } from '#domain/card-payment/card-payment.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { ProviderSweep, WebhookEvent, WebhookMessage } from './webhook.ts';

export interface CardCharge {
  /** Our reference, new for every payment; a provider charges it at most once. */
  readonly reference: string;
  /** The provider's token, never a card number. */
  readonly cardToken: string;
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  /** Time of the first request, by our clock; null or absent if unknown. */
  readonly askedAt?: Date | null;
}

/** The borrower has to confirm the charge with their bank before it counts (3-D Secure). */
export interface ActionRequired {
  readonly answer: 'requires-action';
  /** The bank's or the provider's page, `https`. */
  readonly link: string;
}

export type ChargeOutcome = ChargeAnswer | ActionRequired;

/** Called with the result of a charge, perhaps late or repeatedly. */
export type ChargeListener = (reference: string, answer: Exclude<ChargeAnswer, 'unknown'>) => Promise<void>;

/** Any method may throw; the outcome of the charge is then unknown and it stays pending. */
export interface CardProvider {
  /** @param returnLink where the browser returns after 3-D Secure. */
  charge(charge: CardCharge, returnLink: string): Promise<Exclude<ChargeOutcome, 'unknown'>>;
  /** `unknown` if the charge never reached the provider. @throws Error if the provider has it with another amount or currency. */
  query(reference: string, charge: CardCharge): Promise<ChargeOutcome>;
  listen(listener: ChargeListener): void;
  /** Absent for a provider without its own pages. */
  readonly hosted?: HostedCards;
}

/** A saved card: its token, the bank or brand, and the number masked but for its last four digits. */
export interface SavedCardFacts {
  readonly cardToken: string;
  readonly bankName: string;
  readonly bankCode: string;
  readonly maskedNumber: string;
}

/**
 * State of a form that saves a card: `credit` for a credit card if those are not taken, `unknown` if the provider does not have the
 * form.
 */
export type SavingOutcome = SavedCardFacts | 'open' | 'given-up' | 'credit' | 'unknown';

export type RefundAnswer = 'succeeded' | 'pending' | 'failed';

/** Whether a market takes credit cards; debit and prepaid cards are always taken. */
export type TakesCredit = (market: Market) => boolean;

export type CardNotice =
  | {
      readonly about: 'charge';
      readonly reference: string;
      readonly outcome: Exclude<ChargeOutcome, 'unknown'>;
      readonly amountMinor: number;
      /** ISO 4217 in capitals. */
      readonly currency: string;
    }
  | { readonly about: 'saving'; readonly reference: string; readonly outcome: SavingOutcome }
  | {
      readonly about: 'refund';
      readonly reference: string;
      readonly outcome: RefundAnswer;
    };

export interface CardNotifier {
  /** Lower case; also the last segment of its webhook path. */
  readonly name: string;
  /** Verifies and reads a message. @throws WebhookRefused */
  verify(message: WebhookMessage): Promise<WebhookEvent<CardNotice>>;
  /** Reads what the webhooks missed from the provider's lists; absent if it has none. */
  readonly sweep?: ProviderSweep<CardNotice>;
}

export interface CardPage {
  /** Replaces the card token of charges on this page. */
  readonly cardToken: string;
  readonly name: string;
}

export interface SavingRequest {
  readonly reference: string;
  readonly market: Market;
  readonly language: 'es' | 'en';
  readonly returnLink: string;
  /** Where the browser returns if the borrower cancels. */
  readonly leaveLink: string;
  /** The borrower's saved cards, so that the provider finds its customer. */
  readonly savedTokens: readonly string[];
  readonly borrower: { readonly id: string; readonly name: string; readonly mobilePhone: string };
}

export interface HostedCards {
  readonly notifiers: readonly CardNotifier[];
  readonly markets: readonly Market[];
  /** The page that takes a card at each payment, for a provider without tokens; null or absent for others. */
  readonly pageIn?: (market: Market) => CardPage | null;
  knows(cardToken: string): boolean;
  /** Opens the provider's form for a card, once per reference. @returns its `https` address and the provider's id. */
  startSaving(saving: SavingRequest): Promise<{ readonly id: string; readonly link: string }>;
  readSaving(id: string, market: Market): Promise<SavingOutcome>;
  /** Cancels a charge that the borrower did not confirm. @returns its state afterwards. */
  cancel(charge: CardCharge): Promise<ChargeOutcome>;
  /** `unknown` if the refund never reached the provider. */
  readRefund(charge: CardCharge, refundReference: string): Promise<RefundAnswer | 'unknown'>;
  /** Refunds a charge, once per `refundReference` within a day; `failed` only if it is certain. */
  refund(
    charge: CardCharge,
    refund: { readonly refundReference: string; readonly amountMinor: MinorAmount },
  ): Promise<RefundAnswer>;
}

export interface HostedCardProvider extends CardProvider {
  readonly hosted: HostedCards;
}
