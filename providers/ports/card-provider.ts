import type { ChargeAnswer } from '#domain/card-payment/card-payment.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';

/** A charge to a saved card. */
export interface CardCharge {
  /** Ours, and new for every payment: a provider charges one reference at most once. */
  readonly reference: string;
  /** What the provider knows the card by; never a card number. */
  readonly cardToken: string;
  readonly amountMinor: MinorAmount;
  readonly currency: Currency;
}

/** Hears what became of a charge, perhaps late and more than once. */
export type ChargeListener = (reference: string, answer: Exclude<ChargeAnswer, 'unknown'>) => Promise<void>;

/** The payment provider. Every method may throw: then nothing is known of the charge, which stays pending. */
export interface CardProvider {
  charge(charge: CardCharge): Promise<Exclude<ChargeAnswer, 'unknown'>>;
  /** What became of a charge; `unknown` when it never reached the provider. */
  query(reference: string): Promise<ChargeAnswer>;
  /** Names who hears of answers that come by themselves. */
  listen(listener: ChargeListener): void;
}
