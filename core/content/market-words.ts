import type { Language } from '#domain/language.ts';
import { type Market, marketOf } from '#domain/market.ts';
import type { MarketWords } from '#markets/definition.ts';
import type { Text } from './text-pack.ts';

/** Parameters of the market's words; the others have none. */
export const wordParameters = {
  summary: ['appName', 'minimumTermDays', 'maximumTermDays'],
  waysToPay: ['maximumExtensionDays'],
  complaintUnitNote: ['answerDays'],
  regulatorNote: ['answerDays', 'within'],
  bureauAuthorisation: ['lenderName', 'creditBureaus'],
} as const satisfies Partial<Record<keyof MarketWords, readonly string[]>>;

type Parameters = typeof wordParameters;

export type MarketText = {
  readonly [Key in keyof MarketWords]: Text<Key extends keyof Parameters ? Parameters[Key][number] : never>;
};

/** LANG-3. */
export function marketText(market: Market, language: Language): MarketText {
  return marketOf[market].words[language];
}

/** Name of an instalment in a market, also capitalised: `Pago`, `EMI`. */
export function paymentWords(
  market: Market,
  language: Language,
): Readonly<Record<'payment' | 'payments' | 'Payment' | 'Payments', string>> {
  const { payment, payments } = marketText(market, language);
  const atStart = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return { payment, payments, Payment: atStart(payment), Payments: atStart(payments) };
}
