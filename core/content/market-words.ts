import type { Language } from '#domain/language.ts';
import { type Market, marketOf } from '#domain/market.ts';
import type { MarketWords } from '#markets/definition.ts';
import type { Text } from './text-pack.ts';

/** What each of a market's words takes in braces; those that are not named take nothing. */
export const wordParameters = {
  summary: ['appName', 'minimumTermDays', 'maximumTermDays'],
  waysToPay: ['maximumExtensionDays'],
  complaintUnitNote: ['answerDays'],
  regulatorNote: ['answerDays', 'within'],
  bureauAuthorisation: ['lenderName', 'creditBureaus'],
} as const satisfies Partial<Record<keyof MarketWords, readonly string[]>>;

type Parameters = typeof wordParameters;

/** A market's words in one language, ready to be filled. */
export type MarketText = {
  readonly [Key in keyof MarketWords]: Text<Key extends keyof Parameters ? Parameters[Key][number] : never>;
};

/** The words that a market has of its own, in a language (LANG-3). */
export function marketText(market: Market, language: Language): MarketText {
  return marketOf[market].words[language];
}

/** What a payment of a plan is called in a market, also at the start of a sentence: `Pago`, `EMI`. */
export function paymentWords(
  market: Market,
  language: Language,
): Readonly<Record<'payment' | 'payments' | 'Payment' | 'Payments', string>> {
  const { payment, payments } = marketText(market, language);
  const atStart = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return { payment, payments, Payment: atStart(payment), Payments: atStart(payments) };
}
