import type { MarketDefinition } from '#markets/definition.ts';
import { addDays, daysBetween, type LocalDate, localDate } from './calendar.ts';
import { type Market, marketOf } from './market.ts';

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

/** Whether a market's banks are open on a day: no Sunday, and none of the days its `bankHolidays` name. */
export function isBusinessDay(market: Market, day: LocalDate): boolean {
  const closed: MarketDefinition['bankHolidays'] = marketOf[market].bankHolidays;
  const weekday = weekdayOf(day);
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const [monthDay, place] = [day.slice(5), placeInMonth(day)];
  const isClosed =
    weekday === 0 ||
    (weekday === 6 && closed.saturdays.includes(place)) ||
    closed.yearly.includes(monthDay) ||
    (weekday === 1 && closed.mondays.some(([of, which]) => of === month && which === place)) ||
    closed.beforeEaster.includes(daysBetween(day, easterOf(year))) ||
    closed.someYears.some(
      (each) => each.day === monthDay && year >= each.from && (year - each.from) % each.every === 0,
    );
  return !isClosed;
}

/** The last of a market's business days before a day. */
export function businessDayBefore(market: Market, day: LocalDate): LocalDate {
  let before = addDays(day, -1);
  while (!isBusinessDay(market, before)) before = addDays(before, -1);
  return before;
}

/** The day that comes a number of a market's business days after a day, 1 or more. */
export function addBusinessDays(market: Market, day: LocalDate, count: number): LocalDate {
  let businessDay = day;
  for (let left = count; left > 0; ) {
    businessDay = addDays(businessDay, 1);
    if (isBusinessDay(market, businessDay)) left -= 1;
  }
  return businessDay;
}
