import { marketText } from '#content/market-words.ts';
import { receivedText } from '#content/messages/received.ts';
import type { ReceivedPayment } from '#contract/calls/loan.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';

/** The name that bank apps use for a payment's tracking key. */
export function keyName(
  market: Market,
  language: Language,
  { method }: Pick<ReceivedPayment, 'method'>,
): string {
  const isByBank = method === 'upi' || method === 'bank-transfer' || method === 'virtual-account';
  return isByBank ? marketText(market, language).transferKey : receivedText[language].otherKey;
}
