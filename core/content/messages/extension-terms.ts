import type { ExtensionTerms, ExtensionThreshold } from '#domain/extension/extension-price.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import { taxedChargesOf } from '#domain/money/tax.ts';
import { marketText, paymentWords } from '../market-words.ts';
import { fill, textPack } from '../text-pack.ts';

const extensionTermsText = textPack({
  es: {
    price: '{rate} por día de lo que aplaza',
    priceWithTax: '{rate} por día de lo que aplaza, más {tax} de {taxRate} (en total, {whole} por día)',
    oneDay: '1 día más',
    days: '{count} días más',
    terms:
      '{price}. {days}, a partir de su fecha o, si ya pasó, del día en que lo aplaza; una vez por {payment}, pagando también el recargo que haya',
    limit: '. No se ofrece cuando todo eso pasa del {most} de lo que toca pagar ese día',
  },
  en: {
    price: '{rate} a day of what you extend',
    priceWithTax: '{rate} a day of what you extend, plus {tax} of {taxRate} ({whole} a day in all)',
    oneDay: '1 more day',
    days: '{count} more days',
    terms:
      '{price}. {days}, from its date or, once that has passed, from the day you extend it; once for each {payment}, paying any penalty so far as well',
    limit: '. Not offered when all of that is more than {most} of the amount due on that day',
  },
});

/** Formats a rate in parts per million. */
type Percent = (ppm: number) => string;

type PricedTerms = Omit<ExtensionTerms, 'extensionMaxDays'> & { readonly market: Market };

/** Price of a day of extension, with its tax. */
export function extensionPriceWords(terms: PricedTerms, language: Language, percent: Percent): string {
  const text = extensionTermsText[language];
  const { extensionDailyPpm: dailyPpm, vatPpm } = terms;
  const isTaxed = dailyPpm > 0 && vatPpm > 0 && taxedChargesOf(terms).includes('extension-fee');
  const rate = percent(dailyPpm);
  if (!isTaxed) return fill(text.price, { rate });
  const whole = percent(Math.round((dailyPpm * (1_000_000 + vatPpm)) / 1_000_000));
  const { taxName: tax } = marketText(terms.market, language);
  return fill(text.priceWithTax, { rate, tax, taxRate: percent(vatPpm), whole });
}

/** Cost, length, frequency and limits of an extension; the same everywhere. */
export function extensionTermsWords(
  terms: PricedTerms & ExtensionTerms & ExtensionThreshold,
  language: Language,
  percent: Percent,
): string {
  const text = extensionTermsText[language];
  const { extensionMaxDays: count, extensionCostMaxPpm } = terms;
  const words = fill(text.terms, {
    ...paymentWords(terms.market, language),
    price: extensionPriceWords(terms, language, percent),
    days: count === 1 ? text.oneDay : fill(text.days, { count }),
  });
  return extensionCostMaxPpm > 0 ? words + fill(text.limit, { most: percent(extensionCostMaxPpm) }) : words;
}
