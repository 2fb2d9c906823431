import { decimalsOf, marketOf, marketOfCurrency } from '../market.ts';
import { type Currency, type MinorAmount, minorAmount } from './money.ts';
import { minorUnitsTyped } from './typed-amount.ts';

/**
 * The amount a person wrote, in minor units of `currency`: with two decimals `1422.81`, `1422,8`, and with grouping marks
 * `1.422,81` or `$ 1,422.81`. Null for anything that could be read in two ways, and for more digits after the decimal mark
 * than the currency has: no amount is ever rounded (MONEY-3).
 * @param currency null where the backend does not say: the first market's.
 */
export function amountFromText(text: string, currency: Currency | null): MinorAmount | null {
  const minor = minorUnitsTyped(text, decimalsOf(currency));
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
