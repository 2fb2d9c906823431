import { markets } from '#markets/markets.ts';
import { type LocalDate, localDateAt, startOfDay } from './calendar.ts';
import type { Currency } from './money/money.ts';

/** The markets a loan can be made in, as ISO 3166 codes. */
export type Market = keyof typeof markets;

/** What each market fixes for every loan in it. */
export const marketOf = markets;

/** All markets, the one that is taken where none is named first. */
export const allMarkets = Object.keys(markets) as [Market, ...Market[]];

/** The IANA time zones dates are shown in (DATE-1). */
export type MarketTimeZone = (typeof markets)[Market]['timeZone'];

/** The currencies of all markets, in their order. */
export const allCurrencies = allMarkets.map((market) => markets[market].currency.code) as [
  Currency,
  ...Currency[],
];

/** The currency of a market, as ISO 4217 code. */
export function currencyOf(market: Market): Currency {
  return markets[market].currency.code;
}

/** The market of a currency, whose day its accounts go by; the first market where the currency is not known. */
export function marketOfCurrency(currency: Currency | null): Market {
  return allMarkets.find((each) => currencyOf(each) === currency) ?? allMarkets[0];
}

/** The calendar day it is in a market at an instant (DATE-1). */
export function dayIn(market: Market, instant: Date): LocalDate {
  return localDateAt(instant, markets[market].timeZone);
}

/** The first instant of a day in a market. */
export function startOfDayIn(market: Market, day: LocalDate): Date {
  return startOfDay(day, markets[market].timeZone);
}
