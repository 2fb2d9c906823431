import type { ChargeAnswer } from '#domain/card-payment/card-payment.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { ProviderSweep, WebhookEvent, WebhookMessage } from './webhook.ts';

/** A charge to a saved card. */
export interface CardCharge {
  /** Ours, and new for every payment: a provider charges one reference at most once. */
  readonly reference: string;
  /** What the provider knows the card by; never a card number. */
  readonly cardToken: string;
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
  /** When the provider was first asked for it, by our clock, where that is known. */
  readonly askedAt?: Date | null;
}

/** The borrower has to confirm the charge with their bank before it counts (3-D Secure). */
export interface ActionRequired {
  readonly answer: 'requires-action';
  /** The bank's or the provider's page, `https`. */
  readonly link: string;
}

/** What a provider says of a charge. */
export type ChargeOutcome = ChargeAnswer | ActionRequired;

/** Hears what became of a charge, perhaps late and more than once. */
export type ChargeListener = (reference: string, answer: Exclude<ChargeAnswer, 'unknown'>) => Promise<void>;

/** The payment provider. Every method may throw: then nothing is known of the charge, which stays pending. */
export interface CardProvider {
  /** @param returnLink where the browser comes back to when the bank had to ask the borrower something. */
  charge(charge: CardCharge, returnLink: string): Promise<Exclude<ChargeOutcome, 'unknown'>>;
  /**
   * What became of a charge; `unknown` when it never reached the provider. Throws where the provider knows it with another
   * amount or currency.
   */
  query(reference: string, charge: CardCharge): Promise<ChargeOutcome>;
  /** Names who hears of answers that come by themselves. */
  listen(listener: ChargeListener): void;
  /** What a provider with pages of its own does besides; absent for one without. */
  readonly hosted?: HostedCards;
}

/** A card as saved: the provider's word for it, and what a borrower knows it by. */
export interface SavedCardFacts {
  readonly cardToken: string;
  /** The bank or the brand. */
  readonly bankName: string;
  readonly bankCode: string;
  /** Masked but for the last four digits. */
  readonly maskedNumber: string;
}

/**
 * What became of a form to save a card; `credit` for a credit card where those are not taken, `unknown` when the provider never heard
 * of it.
 */
export type SavingOutcome = SavedCardFacts | 'open' | 'given-up' | 'credit' | 'unknown';

/** What became of money that was to go back to a card. */
export type RefundAnswer = 'succeeded' | 'pending' | 'failed';

/** Whether loans in a market are repaid with credit cards too; debit and prepaid cards always are taken. */
export type TakesCredit = (market: Market) => boolean;

/** What a provider tells by itself. */
export type CardNotice =
  | {
      readonly about: 'charge';
      readonly reference: string;
      readonly outcome: Exclude<ChargeOutcome, 'unknown'>;
      readonly amountMinor: number;
      /** ISO 4217 in capitals, as the provider says. */
      readonly currency: string;
    }
  | { readonly about: 'saving'; readonly reference: string; readonly outcome: SavingOutcome }
  | {
      readonly about: 'refund';
      /** Ours of the refund. */
      readonly reference: string;
      readonly outcome: RefundAnswer;
    };

/** Who tells by messages what became of charges and forms. */
export interface CardNotifier {
  /** Lower case; also the last part of the path its messages come to. */
  readonly name: string;
  /** Checks and reads a message by the provider's scheme; throws `WebhookRefused`. */
  verify(message: WebhookMessage): Promise<WebhookEvent<CardNotice>>;
  /** Absent where there are no lists to go through. */
  readonly sweep?: ProviderSweep<CardNotice>;
}

/** A provider's page that takes a card, whichever it is. */
export interface CardPage {
  /** What charges on it bear in place of a card's token. */
  readonly cardToken: string;
  /** Whose page it is. */
  readonly name: string;
}

/** A form of the provider that saves a card. */
export interface SavingRequest {
  readonly reference: string;
  readonly market: Market;
  readonly language: 'es' | 'en';
  /** Where the browser comes back to with a card. */
  readonly returnLink: string;
  /** Where it comes back to without one. */
  readonly leaveLink: string;
  /** Tokens of the cards that the borrower has with it, so that it knows the same person. */
  readonly savedTokens: readonly string[];
  readonly borrower: { readonly id: string; readonly name: string; readonly mobilePhone: string };
}

/** Saving cards on the provider's own form, where the number is typed and stays, and what else has pages of theirs. */
export interface HostedCards {
  readonly notifiers: readonly CardNotifier[];
  /** Where it saves and charges cards. */
  readonly markets: readonly Market[];
  /**
   * What stands for a card in a market where the provider takes cards on its own page at each payment and gives no tokens;
   * null, and absent, where it does not.
   */
  readonly pageIn?: (market: Market) => CardPage | null;
  /** Whether a token has the form of those it gives. */
  knows(cardToken: string): boolean;
  /**
   * Opens the provider's form for a card, once for each reference of ours.
   * @returns its address, `https`, and the provider's id of it.
   */
  startSaving(saving: SavingRequest): Promise<{ readonly id: string; readonly link: string }>;
  /** What became of a form. */
  readSaving(id: string, market: Market): Promise<SavingOutcome>;
  /** Gives up a charge that the borrower did not confirm with their bank, and says what it came to. */
  cancel(charge: CardCharge): Promise<ChargeOutcome>;
  /** What became of a refund; `unknown` when it never reached the provider. */
  readRefund(charge: CardCharge, refundReference: string): Promise<RefundAnswer | 'unknown'>;
  /** Sends money of a charge back to its card, once for each `refundReference` for a day; `failed` when that is certain. */
  refund(
    charge: CardCharge,
    refund: { readonly refundReference: string; readonly amountMinor: MinorAmount },
  ): Promise<RefundAnswer>;
}

/** A provider with pages of its own. */
export interface HostedCardProvider extends CardProvider {
  readonly hosted: HostedCards;
}
