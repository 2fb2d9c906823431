import { chargeName } from '#content/messages/charge-dispute.ts';
import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { fill } from '#content/text-pack.ts';
import type { ExtensionDetail } from '#contract/calls/extension.ts';
import type { Language } from '#domain/language.ts';
import { addMinor, type MinorAmount, subtractMinor } from '#domain/money/money.ts';
import { extensionSum } from './extension-sum.ts';

/** Today's price of an extension as a sum, and the amount due afterwards, as far as known (DELAY-1). */
export function extensionWords(
  { amountMinor, feeMinor, vatMinor, newDueDate, options, currency }: ExtensionDetail,
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
  const chargeMinor = feeMinor === null ? null : addMinor(feeMinor, vatMinor);
  if (feeMinor !== null && chargeMinor !== null && chargeMinor <= amountMinor) {
    const price = {
      payTodayMinor: amountMinor,
      penaltyMinor: subtractMinor(amountMinor, chargeMinor),
      feeMinor,
      vatMinor,
    };
    words.push(extensionSum(price, text, chargeName('vat', language, currency), money));
  }
  const extend = options.find(({ kind }) => kind === 'extend');
  if (extend) {
    const { owedAfterMinor, totalMinor } = extend;
    const values = { amount: money(owedAfterMinor), date: day(newDueDate), total: money(totalMinor) };
    words.push(fill(text.owedAfter, values));
  }
  return words;
}
