import type { MarketDefinition } from '#markets/definition.ts';
import { addDays, daysBetween, type LocalDate, localDate } from './calendar.ts';
import { type Market, marketOf } from './market.ts';

const thursday = localDate('1970-01-01');

/** 0 for Sunday to 6 for Saturday. */
function weekdayOf(day: LocalDate): number {
  return (((daysBetween(thursday, day) + 4) % 7) + 7) % 7;
}

/** Which weekday of its kind a day is in its month, 1 to 5, such as the second Saturday. */
function placeInMonth(day: LocalDate): number {
  return Math.ceil(Number(day.slice(8)) / 7);
}

/** Easter Sunday (Gregorian rule by Meeus, Jones and Butcher). */
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

export interface BankCalendar {
  readonly market: Market;
  /** Regions of the market's data, further holidays, and years without further ones. */
  readonly named: readonly string[];
}

export function isBusinessDay({ market, named }: BankCalendar, day: LocalDate): boolean {
  const closed: MarketDefinition['bankHolidays'] = marketOf[market].bankHolidays;
  const weekday = weekdayOf(day);
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const [monthDay, place] = [day.slice(5), placeInMonth(day)];
  const isClosed =
    weekday === 0 ||
    (weekday === 6 && closed.saturdays.includes(place)) ||
    closed.yearly.includes(monthDay) ||
    named.some((each) => each === day || closed.regions[each]?.[year]?.includes(monthDay)) ||
    (weekday === 1 && closed.mondays.some(([of, which]) => of === month && which === place)) ||
    closed.beforeEaster.includes(daysBetween(day, easterOf(year))) ||
    closed.someYears.some(
      (each) => each.day === monthDay && year >= each.from && (year - each.from) % each.every === 0,
    );
  return !isClosed;
}

/** Years of a range of days for which only yearly bank holidays are known. */
export function unknownBankYears(
  { market, named }: BankCalendar,
  from: LocalDate,
  through: LocalDate,
): number[] {
  const { years, regions }: MarketDefinition['bankHolidays'] = marketOf[market].bankHolidays;
  const [first, last] = [Number(from.slice(0, 4)), Number(through.slice(0, 4))];
  return Array.from({ length: last - first + 1 }, (_, place) => first + place).filter(
    (year) =>
      !years.includes(year) && !named.some((each) => each.startsWith(`${year}`) || regions[each]?.[year]),
  );
}

export function businessDayBefore(calendar: BankCalendar, day: LocalDate): LocalDate {
  let before = addDays(day, -1);
  while (!isBusinessDay(calendar, before)) before = addDays(before, -1);
  return before;
}

/** @param count 1 or more. */
export function addBusinessDays(calendar: BankCalendar, day: LocalDate, count: number): LocalDate {
  let businessDay = day;
  for (let left = count; left > 0; ) {
    businessDay = addDays(businessDay, 1);
    if (isBusinessDay(calendar, businessDay)) left -= 1;
  }
  return businessDay;
}
