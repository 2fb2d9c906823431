import type { MarketZones } from '#markets/definition.ts';
import { formatDateTime, type LocalDate, localDateAt, startOfDay } from './calendar.ts';
import type { Language } from './language.ts';
import { dayIn, type Market, marketOf, startOfDayIn } from './market.ts';

const zonesOf = (market: Market): MarketZones => marketOf[market].zones;

/** What of the longest key that a text begins with. */
function byPrefix(text: string, of: Readonly<Record<string, string>>): string | null {
  for (let length = text.length; length >= 0; length -= 1) {
    const zone = of[text.slice(0, length)];
    if (zone !== undefined) return zone;
  }
  return null;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The state that is named last, since streets are named for states too. */
function stateZone(address: string, byState: MarketZones['byState']): string | null {
  const words = plain(address);
  const named = Object.entries(byState)
    .map(([state, zone]) => ({
      state,
      zone,
      place: words.search(new RegExp(`\\b${state}\\b(?!.*\\b${state}\\b)`, 's')),
    }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => b.place - a.place || b.state.length - a.state.length);
  return named[0]?.zone ?? null;
}

/**
 * The IANA time zone a borrower lives in, by the postcode of the address, else its state, else the area code of the telephone. Null where
 * none of them says.
 */
export function borrowerZone(
  market: Market,
  { address, mobilePhone }: { readonly address: string; readonly mobilePhone: string },
): string | null {
  const { postcode, byPostcode, byState, byAreaCode, westernmost, easternmost } = zonesOf(market);
  if (westernmost === easternmost) return westernmost;
  const [lastPostcode] = [...address.matchAll(new RegExp(postcode, 'g'))].at(-1) ?? [];
  const ofAddress = lastPostcode ? byPrefix(lastPostcode, byPostcode) : stateZone(address, byState);
  if (ofAddress !== null) return ofAddress;
  const { callingCode, digits } = marketOf[market].telephone;
  const own = mobilePhone.replace(/\D/g, '').replace(new RegExp(`^${callingCode}(?=\\d{${digits}}$)`), '');
  return own.length === digits ? byPrefix(own, byAreaCode) : null;
}

/** The zones that a borrower may live in: the one that is known, else the ends of the market. */
function possibleZones(market: Market, zone: string | null): readonly string[] {
  const { westernmost, easternmost } = zonesOf(market);
  return zone === null ? [westernmost, easternmost] : [zone];
}

/** The hours at an instant where a borrower is, or may be. */
export function hoursWhere(market: Market, zone: string | null, instant: Date): readonly number[] {
  return possibleZones(market, zone).map((each) => Number(formatDateTime(instant, each).slice(11, 13)));
}

/** What says by whose midnight the days of a loan end. Terms that do not say leave where the borrower is unknown. */
export interface DeadlineTerms {
  readonly deadlineZone?: string | null;
}

/**
 * The day that it is for a loan at an instant: the market's or the borrower's, whichever is earlier, so that nobody is late before both
 * are over (DATE-1). Where the borrower is unknown, the market's westernmost.
 */
export function loanDay(
  { market, deadlineZone }: DeadlineTerms & { readonly market: Market },
  instant: Date,
): LocalDate {
  const zone = deadlineZone ?? zonesOf(market).westernmost;
  const ofMarket = dayIn(market, instant);
  const [earlier = ofMarket] = [ofMarket, localDateAt(instant, zone)].sort();
  return earlier;
}

/** The first instant that is of a day both in the market and where the borrower is. */
export function startOfLoanDay(
  { market, deadlineZone }: DeadlineTerms & { readonly market: Market },
  day: LocalDate,
): Date {
  const starts = [startOfDayIn(market, day), startOfDay(day, deadlineZone ?? zonesOf(market).westernmost)];
  return new Date(Math.max(...starts.map((start) => start.getTime())));
}

/** Zones are compared in winter: where it is earlier then than in the market, it is never later. */
const inWinter = new Date('2026-01-15T12:00:00Z');

/** By the name of which place a deadline is told: where its midnight comes later; null in a market of one zone. */
export function deadlinePlace(
  { market, deadlineZone }: DeadlineTerms & { readonly market: Market },
  language: Language,
): string | null {
  const { westernmost, easternmost, names } = zonesOf(market);
  if (westernmost === easternmost) return null;
  const own = deadlineZone ?? westernmost;
  const { timeZone } = marketOf[market];
  const later = formatDateTime(inWinter, own) < formatDateTime(inWinter, timeZone) ? own : timeZone;
  return names[later]?.[language] ?? null;
}
