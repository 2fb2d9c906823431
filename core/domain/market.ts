import type { Supervisor } from '#markets/definition.ts';
import { markets } from '#markets/markets.ts';
import { formatInstant, type LocalDate, localDateAt, startOfDay } from './calendar.ts';
import type { Currency } from './money/money.ts';

export type Market = keyof typeof markets;

type Channel = (typeof markets)[Market]['channels'][number];

export const marketOf = markets;

/** The first is the default. */
export const allMarkets = Object.keys(markets) as [Market, ...Market[]];

/** A lender's supervisor; the market's usual one for an absent or unknown id. */
export function supervisorOf(market: Market, id: string | undefined): Supervisor | undefined {
  const supervisors: readonly Supervisor[] = markets[market].supervisors;
  return supervisors.find((each) => each.id === id) ?? supervisors[0];
}

/** The first market that speaks a language, else the first of all. */
export function marketSpeaking(language: string, among: readonly Market[] = allMarkets): Market {
  return among.find((each) => marketOf[each].language === language) ?? among[0] ?? allMarkets[0];
}

export const allCurrencies = allMarkets.map((market) => markets[market].currency.code) as [
  Currency,
  ...Currency[],
];

export function currencyOf(market: Market): Currency {
  return markets[market].currency.code;
}

/** The first market for an unknown currency. */
export function marketOfCurrency(currency: Currency | null): Market {
  return allMarkets.find((each) => currencyOf(each) === currency) ?? allMarkets[0];
}

/** Decimals of a currency; the first market's for an unknown one. */
export function decimalsOf(currency: Currency | null): number {
  return markets[marketOfCurrency(currency)].currency.decimals;
}

export function dayIn(market: Market, instant: Date): LocalDate {
  return localDateAt(instant, markets[market].timeZone);
}

/** ISO 8601 in the market's time zone, to the second. */
export function instantIn(market: Market, instant: Date): string {
  return formatInstant(instant, markets[market].timeZone);
}

export function startOfDayIn(market: Market, day: LocalDate): Date {
  return startOfDay(day, markets[market].timeZone);
}

export function marketsServedBy(provider: string, part: 'references' | 'cards'): Market[] {
  return allMarkets.filter((market) => {
    const names: readonly string[] = markets[market].providers[part];
    return names.includes(provider);
  });
}

/** @throws Error for a provider that no market names. */
export function homeMarketOf(provider: string): Market {
  const [home] = [...marketsServedBy(provider, 'references'), ...marketsServedBy(provider, 'cards')];
  if (home === undefined) throw new Error(`No market names the provider ${provider}.`);
  return home;
}

/** Most used first. */
export function channelsOf(market: Market): readonly Channel[] {
  return markets[market].channels;
}

export function marketOfChannel(channel: Channel): Market {
  return allMarkets.find((market) => channelsOf(market).includes(channel)) ?? allMarkets[0];
}
