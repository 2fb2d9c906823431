import type { MarketZones } from '#markets/definition.ts';
import { formatDateTime, type LocalDate, localDateAt, startOfDay } from './calendar.ts';
import type { Language } from './language.ts';
import { dayIn, type Market, marketOf, startOfDayIn } from './market.ts';

const zonesOf = (market: Market): MarketZones => marketOf[market].zones;

function byPrefix(text: string, of: Readonly<Record<string, string>>): string | null {
  for (let length = text.length; length >= 0; length -= 1) {
    const zone = of[text.slice(0, length)];
    if (zone !== undefined) return zone;
  }
  return null;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The state named last, since streets are named after states too. */
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

/** IANA time zone of a borrower, by the postcode of the address, else its state, else the area code of the telephone; null if unknown. */
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

function possibleZones(market: Market, zone: string | null): readonly string[] {
  const { westernmost, easternmost } = zonesOf(market);
  return zone === null ? [westernmost, easternmost] : [zone];
}

/** Time of the day at an instant, as `09:44`, in every zone where the borrower may be, from west to east. */
export function timesWhere(market: Market, zone: string | null, instant: Date): readonly string[] {
  return possibleZones(market, zone).map((each) => formatDateTime(instant, each).slice(11, 16));
}

export function hoursWhere(market: Market, zone: string | null, instant: Date): readonly number[] {
  return timesWhere(market, zone, instant).map((time) => Number(time.slice(0, 2)));
}

/** City that names a time zone; null in a market with one zone. */
export function zoneName(market: Market, zone: string, language: Language): string | null {
  return zonesOf(market).names[zone]?.[language] ?? null;
}

/** The zone that, with the market's, ends the days of a loan; absent where the borrower's is unknown. */
export interface DeadlineTerms {
  readonly deadlineZone?: string | null;
}

/**
 * The loan's calendar day at an instant: the market's or the borrower's, whichever is earlier, so that nobody is late before both days
 * are over (DATE-1). For an unknown zone, the market's westernmost.
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

/** First instant that belongs to a day both in the market and where the borrower is. */
export function startOfLoanDay(
  { market, deadlineZone }: DeadlineTerms & { readonly market: Market },
  day: LocalDate,
): Date {
  const starts = [startOfDayIn(market, day), startOfDay(day, deadlineZone ?? zonesOf(market).westernmost)];
  return new Date(Math.max(...starts.map((start) => start.getTime())));
}

/** Zones are compared in winter: one that is behind the market then is never ahead of it. */
const inWinter = new Date('2026-01-15T12:00:00Z');

/** Name of the place whose midnight ends a deadline, the later one; null in a market with one zone. */
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
