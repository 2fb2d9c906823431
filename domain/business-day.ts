import { addDays, daysBetween, type LocalDate, localDate } from './calendar.ts';
import type { Market } from './market.ts';

/** Days of every year on which a market's banks are closed, as `MM-DD`. */
const fixedHolidays: Readonly<Record<Market, readonly string[]>> = {
  MX: ['01-01', '05-01', '09-16', '11-02', '12-12', '12-25'],
  IN: ['01-26', '08-15', '10-02'],
};

/** Which Mondays of which months close the banks in Mexico: month and which of its Mondays. */
const closedMondays: readonly (readonly [month: number, place: number])[] = [
  [2, 1],
  [3, 3],
  [11, 3],
];

const thursday = localDate('1970-01-01');

/** 0 for Sunday to 6 for Saturday. */
function weekdayOf(day: LocalDate): number {
  return (((daysBetween(thursday, day) + 4) % 7) + 7) % 7;
}

/** Which of its kind a day is in its month, 1 to 5: the first Monday, the second Saturday. */
function placeInMonth(day: LocalDate): number {
  return Math.ceil(Number(day.slice(8)) / 7);
}

/** Easter Sunday of a year (the Gregorian rule in the form of Meeus, Jones and Butcher). */
function easterOf(year: number): LocalDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const week = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * week) / 451);
  const place = moon + week - 7 * late + 114;
  const month = String(Math.floor(place / 31)).padStart(2, '0');
  const day = String((place % 31) + 1).padStart(2, '0');
  return localDate(`${String(year).padStart(4, '0')}-${month}-${day}`);
}

/**
 * Whether a market's banks are open on a day. Mexico: no Saturday, no Sunday, and none of the days that the CNBV has banks close each
 * year, Thursday and Friday before Easter among them, nor when a presidency begins. India: no Sunday, no second or fourth Saturday, no national holiday; what
 * single states keep besides is not known here.
 */
export function isBusinessDay(market: Market, day: LocalDate): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 0 || fixedHolidays[market].includes(day.slice(5))) return false;
  if (market === 'IN') return weekday !== 6 || placeInMonth(day) % 2 === 1;
  if (weekday === 6) return false;
  const month = Number(day.slice(5, 7));
  const isClosedMonday =
    weekday === 1 && closedMondays.some(([of, place]) => of === month && place === placeInMonth(day));
  const year = Number(day.slice(0, 4));
  const isNewPresidency = day.slice(5) === '10-01' && year >= 2024 && (year - 2024) % 6 === 0;
  const toEaster = daysBetween(day, easterOf(year));
  return !isClosedMonday && !isNewPresidency && toEaster !== 2 && toEaster !== 3;
}

/** The day that comes a number of a market's business days after a day, 1 or more. */
export function addBusinessDays(market: Market, day: LocalDate, count: number): LocalDate {
  let found = day;
  for (let left = count; left > 0; ) {
    found = addDays(found, 1);
    if (isBusinessDay(market, found)) left -= 1;
  }
  return found;
}
