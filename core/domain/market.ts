import type { Supervisor } from '#markets/definition.ts';
import { markets } from '#markets/markets.ts';
import { formatInstant, type LocalDate, localDateAt, startOfDay } from './calendar.ts';
import type { Currency } from './money/money.ts';

/** The markets a loan can be made in, as ISO 3166 codes. */
export type Market = keyof typeof markets;

/** The ways to pay that a loan has references for. */
type Channel = (typeof markets)[Market]['channels'][number];

/** What each market fixes for every loan in it. */
export const marketOf = markets;

/** All markets, the one that is taken where none is named first. */
export const allMarkets = Object.keys(markets) as [Market, ...Market[]];

/** Who supervises a lender in a market; the usual one where its id is absent or unknown. */
export function supervisorOf(market: Market, id: string | undefined): Supervisor | undefined {
  const supervisors: readonly Supervisor[] = markets[market].supervisors;
  return supervisors.find((each) => each.id === id) ?? supervisors[0];
}

/** The first of the markets that speaks a language, else the first of all. */
export function marketSpeaking(language: string, among: readonly Market[] = allMarkets): Market {
  return among.find((each) => marketOf[each].language === language) ?? among[0] ?? allMarkets[0];
}

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

/** The digits after the decimal mark of a currency; of the first market's where it is not known. */
export function decimalsOf(currency: Currency | null): number {
  return markets[marketOfCurrency(currency)].currency.decimals;
}

/** The calendar day it is in a market at an instant (DATE-1). */
export function dayIn(market: Market, instant: Date): LocalDate {
  return localDateAt(instant, markets[market].timeZone);
}

/** An instant as ISO 8601 on a market's clocks, to the second. */
export function instantIn(market: Market, instant: Date): string {
  return formatInstant(instant, markets[market].timeZone);
}

/** The first instant of a day in a market. */
export function startOfDayIn(market: Market, day: LocalDate): Date {
  return startOfDay(day, markets[market].timeZone);
}

/** The markets that a provider of payments serves with references or with cards, in their order. */
export function marketsServedBy(provider: string, part: 'references' | 'cards'): Market[] {
  return allMarkets.filter((market) => {
    const names: readonly string[] = markets[market].providers[part];
    return names.includes(provider);
  });
}

/** The market of a provider that works in one country. @throws Error for one that no market names. */
export function homeMarketOf(provider: string): Market {
  const [home] = [...marketsServedBy(provider, 'references'), ...marketsServedBy(provider, 'cards')];
  if (home === undefined) throw new Error(`No market names the provider ${provider}.`);
  return home;
}

/** The channels a loan of a market is paid by, the most used first. */
export function channelsOf(market: Market): readonly Channel[] {
  return markets[market].channels;
}

/** The first market whose loans are paid by a channel. */
export function marketOfChannel(channel: Channel): Market {
  return allMarkets.find((market) => channelsOf(market).includes(channel)) ?? allMarkets[0];
}
