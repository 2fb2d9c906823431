import { allMarkets, decimalsOf, marketOf, marketOfCurrency } from '../market.ts';
import { type Currency, type MinorAmount, minorAmount } from './money.ts';
import { type AmountNotation, minorUnitsTyped } from './typed-amount.ts';

/**
 * How a currency is written.
 * @param currency null where the backend does not say: decimals of the first market's, any currency's sign.
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
 * The amount a person wrote, in minor units of `currency`: with two decimals `1422.81`, `1422,8`, with grouping marks
 * `1.422,81`, and with the currency's signs and words, `$ 1,422.81 MXN`. Null for anything that could be read in two ways, for another
 * currency's sign, and for more digits after the decimal mark than the currency has: no amount is ever rounded (MONEY-3).
 */
export function amountFromText(text: string, currency: Currency | null): MinorAmount | null {
  const minor = minorUnitsTyped(text, notationOf(currency));
  return minor === null ? null : minorAmount(minor);
}

/** Minor units as an amount stands in a field at first, with a point before the decimals of `currency`: `1422.81`. */
export function amountInField(amountMinor: MinorAmount, currency: Currency | null): string {
  return decimalOf(String(amountMinor), currency);
}

/** Digits of minor units, of any length and with a minus sign or none, with a point before the decimals of `currency`. */
export function decimalOf(minorDigits: string, currency: Currency | null): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return minorDigits;
  const digits = minorDigits.replace('-', '').padStart(decimals + 1, '0');
  return `${minorDigits.startsWith('-') ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** An amount as it may be typed in a currency, for a form that could not read one. */
export function exampleAmount(currency: Currency | null): string {
  return amountInField(minorAmount(marketOf[marketOfCurrency(currency)].example.usualMinor), currency);
}
