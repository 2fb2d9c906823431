import { type LocalDate, localDate } from '#domain/calendar.ts';
import { allCurrencies, dayIn, decimalsOf, marketOfCurrency } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';

export class FieldError extends Error {}

/** Ignores case. @throws FieldError for a currency without a market. */
export function currencyNamed(code: string): Currency {
  const currency = allCurrencies.find((each) => each === code.trim().toUpperCase());
  if (!currency) throw new FieldError(`currency ${code}`);
  return currency;
}

/** Reads major units with a decimal point. @throws FieldError also for too many decimals. */
export function minorOfMajor(text: string, currency: Currency): number {
  const [, sign = '', whole = '', decimals = ''] = /^([+-]?)(\d{1,12})(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  const places = decimalsOf(currency);
  if (whole === '' || /[1-9]/.test(decimals.slice(places))) throw new FieldError(`amount ${text}`);
  const minor = Number(whole + decimals.slice(0, places).padEnd(places, '0'));
  return sign === '-' ? 0 - minor : minor;
}

/** @throws FieldError */
export function minorOfMinor(text: string): number {
  if (!/^-?\d{1,15}$/.test(text.trim())) throw new FieldError(`amount ${text}`);
  return Number(text);
}

/**
 * Reads a day in the currency's market from seconds or milliseconds since 1970, `YYYY-MM-DD` with or without a UTC time,
 * `DD/MM/YYYY` or `YYYYMMDD`.
 * @throws FieldError
 */
export function dayNamed(text: string, currency: Currency): LocalDate {
  const given = text.trim();
  const market = marketOfCurrency(currency);
  try {
    if (/^\d{10}$/.test(given)) return dayIn(market, new Date(Number(given) * 1000));
    if (/^\d{13}$/.test(given)) return dayIn(market, new Date(Number(given)));
    const [, d = '', m = '', y = ''] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(given) ?? [];
    if (y !== '') return localDate(`${y}-${m}-${d}`);
    if (/^\d{8}$/.test(given))
      return localDate(`${given.slice(0, 4)}-${given.slice(4, 6)}-${given.slice(6)}`);
    if (/^\d{4}-\d{2}-\d{2}$/.test(given)) return localDate(given);
    const instant = new Date(/[Zz]|[+-]\d{2}:?\d{2}$/.test(given) ? given : `${given.replace(' ', 'T')}Z`);
    if (Number.isNaN(instant.getTime())) throw new FieldError(`day ${text}`);
    return dayIn(market, instant);
  } catch {
    throw new FieldError(`day ${text}`);
  }
}

/** Removes control characters and keeps 128 characters. */
export function nameIn(text: string): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 128);
}

/** The first code or number in a text; the words around it may name people. */
export function codeIn(text: string): string {
  return text.match(/[\dA-Z][\dA-Z-]{4,39}/gi)?.find((word) => /\d/.test(word)) ?? '';
}

export function ownIds(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.match(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g) ?? []);
}
