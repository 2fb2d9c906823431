import { allMarkets, decimalsOf, marketOf, marketOfCurrency } from '../market.ts';
import { type Currency, type MinorAmount, minorAmount } from './money.ts';
import { type AmountNotation, minorUnitsTyped, textOfMinorUnits } from './typed-amount.ts';

/**
 * Notation of a currency.
 * @param currency null if unknown: the first market's decimals, any currency's sign.
 */
export function notationOf(currency: Currency | null): AmountNotation {
  const known = allMarkets
    .map((market) => marketOf[market].currency)
    .filter(({ code }) => currency === null || code === currency);
  return {
    decimals: decimalsOf(currency),
    writings: known.flatMap(({ sign, code, spellings }) => [sign, code, ...spellings]),
  };
}

/**
 * Amount typed by a person, in minor units: `1422.81`, `1422,8`, `1.422,81` or `$ 1,422.81 MXN`. Null for an ambiguous amount, another
 * currency's sign, or more decimals than the currency has: nothing is rounded (MONEY-3).
 */
export function amountFromText(text: string, currency: Currency | null): MinorAmount | null {
  const minor = minorUnitsTyped(text, notationOf(currency));
  return minor === null ? null : minorAmount(minor);
}

/** Initial text of an amount field, with a decimal point: `1422.81`. */
export function amountInField(amountMinor: MinorAmount, currency: Currency | null): string {
  return decimalOf(String(amountMinor), currency);
}

/** Minor digits of any length, with or without a minus sign, as a decimal number with a point. */
export function decimalOf(minorDigits: string, currency: Currency | null): string {
  return textOfMinorUnits(minorDigits, { decimals: decimalsOf(currency) });
}

export function exampleAmount(currency: Currency | null): string {
  return amountInField(minorAmount(marketOf[marketOfCurrency(currency)].example.usualMinor), currency);
}
