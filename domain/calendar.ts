declare const brand: unique symbol;

/** A calendar day, `YYYY-MM-DD`, without a time or a zone (DATE-1). */
export type LocalDate = string & { readonly [brand]: 'LocalDate' };

/** Why a date was refused. */
export type CalendarErrorCode = 'not-a-date' | 'not-an-instant' | 'not-a-time-zone';

/** A date, instant or time zone that does not exist. The message never carries the refused value. */
export class CalendarError extends Error {
  readonly code: CalendarErrorCode;

  constructor(code: CalendarErrorCode) {
    super(`date refused: ${code}`);
    this.name = 'CalendarError';
    this.code = code;
  }
}

const millisecondsPerDay = 86_400_000;

/**
 * Brands a `YYYY-MM-DD` text that names a real day of the proleptic Gregorian calendar.
 * @throws CalendarError 'not-a-date'.
 */
export function localDate(text: string): LocalDate {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const isDay = Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
  if (!isDay) throw new CalendarError('not-a-date');
  return text as LocalDate;
}

/** Days of a month, 1 to 12; none of any other. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

function utcMidnight(date: LocalDate): number {
  return Date.parse(`${localDate(date)}T00:00:00Z`);
}

/**
 * The day a whole number of days after (or, when negative, before) a date.
 * @throws CalendarError when the result leaves the years 0000 to 9999 or the count is not whole.
 */
export function addDays(date: LocalDate, days: number): LocalDate {
  const shifted = new Date(utcMidnight(date) + days * millisecondsPerDay);
  if (!Number.isInteger(days) || Number.isNaN(shifted.getTime())) throw new CalendarError('not-a-date');
  return localDate(shifted.toISOString().replace(/T.*$/, ''));
}

/** Whole days from one date to another: 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (utcMidnight(to) - utcMidnight(from)) / millisecondsPerDay;
}

/** Formatters are costly to build and fully determined by their zone, so each zone's is kept. */
const formattersByZone = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formattersByZone.get(timeZone);
  if (known !== undefined) return known;
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formattersByZone.set(timeZone, formatter);
    return formatter;
  } catch {
    throw new CalendarError('not-a-time-zone');
  }
}

/**
 * An instant as `YYYY-MM-DD HH:MM:SS` on the clocks of a time zone, 24 hours (DATE-1).
 * @throws CalendarError for an invalid instant or an unknown zone.
 */
export function formatDateTime(instant: Date, timeZone: string): string {
  if (Number.isNaN(instant.getTime())) throw new CalendarError('not-an-instant');
  // In American English month, day and year; told as parts it takes twice the time.
  const [month, day, year = '', ...time] = formatterOf(timeZone).format(instant).match(/\d+/g) ?? [];
  return `${year.padStart(4, '0')}-${month}-${day} ${time.join(':')}`;
}

/**
 * The calendar day it is at an instant in a time zone (DATE-1).
 * @throws CalendarError for an invalid instant or an unknown zone.
 */
export function localDateAt(instant: Date, timeZone: string): LocalDate {
  return localDate(formatDateTime(instant, timeZone).slice(0, 10));
}

function offsetMilliseconds(instantMilliseconds: number, timeZone: string): number {
  const wholeSeconds = Math.floor(instantMilliseconds / 1000) * 1000;
  const wallClock = formatDateTime(new Date(wholeSeconds), timeZone).replace(' ', 'T');
  return Date.parse(`${wallClock}Z`) - wholeSeconds;
}

/**
 * The first instant of a day in a time zone; where clocks skip midnight, the instant they skip to.
 * @throws CalendarError for an unknown zone.
 */
export function startOfDay(date: LocalDate, timeZone: string): Date {
  const midnight = utcMidnight(date);
  const candidates = [midnight - millisecondsPerDay, midnight + millisecondsPerDay]
    .map((nearby) => midnight - offsetMilliseconds(nearby, timeZone))
    .sort((a, b) => a - b);
  const first = candidates.find((candidate) => localDateAt(new Date(candidate), timeZone) >= date);
  return new Date(first ?? midnight);
}
