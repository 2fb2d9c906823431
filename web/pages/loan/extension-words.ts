import { chargeName } from '#content/messages/charge-dispute.ts';
import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { ExtensionDetail } from '#contract/calls/extension.ts';
import type { Language } from '#domain/language.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';

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

/** Named amounts as a sum, the larger first, without zeros: "recargo $ 128,04 + aplazar $ 99,60". */
export function sumInWords(
  parts: readonly { readonly name: string; readonly amountMinor: MinorAmount }[],
  money: (amountMinor: MinorAmount) => string,
): string {
  return parts
    .filter(({ amountMinor }) => amountMinor > zeroMinor)
    .sort((a, b) => b.amountMinor - a.amountMinor)
    .map(({ name, amountMinor }) => `${name} ${money(amountMinor)}`)
    .join(' + ');
}

/** Today's price of an extension by penalty, fee and tax: "Hoy $ 227,64 = recargo $ 128,04 + aplazar $ 99,60". */
export function extensionSum(
  price: {
    readonly payTodayMinor: MinorAmount;
    readonly penaltyMinor: MinorAmount;
    readonly feeMinor: MinorAmount;
    readonly vatMinor: MinorAmount;
  },
  text: TextsIn<typeof extensionOfferText>,
  taxName: string,
  money: (amountMinor: MinorAmount) => string,
): string {
  const amount = money(price.payTodayMinor);
  if (price.penaltyMinor <= 0 && price.vatMinor <= 0) return fill(text.todayToExtend, { amount });
  const parts = sumInWords(
    [
      { name: text.penaltyPart, amountMinor: price.penaltyMinor },
      { name: text.extendPart, amountMinor: price.feeMinor },
      { name: taxName, amountMinor: price.vatMinor },
    ],
    money,
  );
  return fill(text.todayIs, { amount, parts });
}
