import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { fill } from '#content/text-pack.ts';
import type { ExtensionDetail } from '#contract/calls/extension.ts';
import type { Language } from '#domain/language.ts';
import { type MinorAmount, subtractMinor } from '#domain/money/money.ts';
import { extensionSum } from './extension-sum.ts';

/**
 * What an extension takes today as a sum, and what is owed after it, as far as the backend says (DELAY-1).
 * @param write.day how a date is written.
 */
export function extensionWords(
  { amountMinor, feeMinor, newDueDate, options }: ExtensionDetail,
  language: Language,
  {
    money,
    day,
  }: {
    readonly money: (amountMinor: MinorAmount) => string;
    readonly day: (date: string) => string;
  },
): string[] {
  const text = extensionOfferText[language];
  const words: string[] = [];
  if (feeMinor !== null && feeMinor <= amountMinor) {
    const penaltyMinor = subtractMinor(amountMinor, feeMinor);
    words.push(extensionSum({ payTodayMinor: amountMinor, penaltyMinor, feeMinor }, text, money));
  }
  const extend = options.find(({ kind }) => kind === 'extend');
  if (extend) {
    const { owedAfterMinor, totalMinor } = extend;
    const values = { amount: money(owedAfterMinor), date: day(newDueDate), total: money(totalMinor) };
    words.push(fill(text.owedAfter, values));
  }
  return words;
}
