import type { Language } from '#domain/language.ts';
import { type Market, marketOf } from '#domain/market.ts';
import type { TaxedCharge } from '#markets/definition.ts';
import { marketText } from '../market-words.ts';
import { fill, textPack } from '../text-pack.ts';

const taxText = textPack({
  es: {
    interest: 'los intereses',
    fee: 'la comisión',
    listed: 'intereses y comisión',
    both: 'ambos',
    sum: 'la suma de intereses y comisión',
    rateOf: '{tax}, {rate} de {charges}',
    plus: 'más {tax}',
    with: ' con su {tax}',
  },
  en: {
    interest: 'the interest',
    fee: 'the fee',
    listed: 'interest and fee',
    both: 'both',
    sum: 'the sum of interest and fee',
    rateOf: '{tax}, {rate} of {charges}',
    plus: 'plus {tax}',
    with: ' with its {tax}',
  },
});

/**
 * Taxed charges in a sentence: `interest and fee`.
 * @param several how to name more than one: separately, as a sum, or both.
 */
export function taxedWords(
  on: readonly TaxedCharge[],
  language: Language,
  several: 'listed' | 'sum' | 'both' = 'listed',
): string {
  const [first, second] = on.filter((charge) => charge !== 'extension-fee');
  return taxText[language][second || !first ? several : first];
}

/**
 * A market's tax with rate and base: `IVA, 16 % de intereses y comisión`.
 * @param rate as shown.
 */
export function taxRateWords(market: Market, language: Language, rate: string): string {
  const charges = taxedWords(marketOf[market].tax.on, language);
  return fill(taxText[language].rateOf, { tax: marketText(market, language).taxName, rate, charges });
}

/** Beside an interest rate: the market's tax is added; empty where interest is not taxed. */
export function plusTaxWords(market: Market, language: Language): string {
  const on: readonly TaxedCharge[] = marketOf[market].tax.on;
  return on.includes('interest')
    ? fill(taxText[language].plus, { tax: marketText(market, language).taxName })
    : '';
}

/**
 * After interest for some days: ` with its GST`; empty where interest is not taxed.
 * @param tax its name.
 */
export function withTaxWords(on: readonly TaxedCharge[], tax: string, language: Language): string {
  return on.includes('interest') ? fill(taxText[language].with, { tax }) : '';
}
