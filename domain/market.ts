import { type LocalDate, localDateAt, startOfDay } from './calendar.ts';
import type { Language } from './language.ts';
import type { Currency } from './money/money.ts';

/** The markets a loan can be made in, as ISO 3166 codes. */
export type Market = 'MX' | 'IN';

/** The IANA time zones dates are shown in (DATE-1). */
export type MarketTimeZone = 'America/Mexico_City' | 'Asia/Kolkata';

/** What a market fixes for every loan in it. */
export interface MarketFacts {
  readonly timeZone: MarketTimeZone;
  readonly currency: Currency;
  readonly language: Language;
}

/** The time zone (DATE-1), currency and first language of each market. */
export const marketOf: Readonly<Record<Market, MarketFacts>> = {
  MX: { timeZone: 'America/Mexico_City', currency: 'MXN', language: 'es' },
  IN: { timeZone: 'Asia/Kolkata', currency: 'INR', language: 'en' },
};

/** The calendar day it is in a market at an instant (DATE-1). */
export function dayIn(market: Market, instant: Date): LocalDate {
  return localDateAt(instant, marketOf[market].timeZone);
}

/** The first instant of a day in a market. */
export function startOfDayIn(market: Market, day: LocalDate): Date {
  return startOfDay(day, marketOf[market].timeZone);
}

/** The market whose day the accounts of a currency go by. */
export function marketOfCurrency(currency: Currency): Market {
  return currency === 'MXN' ? 'MX' : 'IN';
}
