import type { extensionOfferText } from '#content/messages/extension-offer.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { type MinorAmount, zeroMinor } from '#domain/money/money.ts';

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
