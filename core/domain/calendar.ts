import { plainText } from './typed-text.ts';

declare const brand: unique symbol;

/** A calendar day, `YYYY-MM-DD`, without time or zone (DATE-1). */
export type LocalDate = string & { readonly [brand]: 'LocalDate' };

export type CalendarErrorCode = 'not-a-date' | 'not-an-instant' | 'not-a-time-zone';

/** A date, instant or time zone that does not exist. The message never contains the refused value. */
export class CalendarError extends Error {
  readonly code: CalendarErrorCode;

  constructor(code: CalendarErrorCode) {
    super(`date refused: ${code}`);
    this.name = 'CalendarError';
    this.code = code;
  }
}

const millisecondsPerDay = 86_400_000;

/** In any 400 years. */
const daysPerEra = 146_097;

/**
 * Brands a `YYYY-MM-DD` text of a real day in the proleptic Gregorian calendar.
 * @throws CalendarError 'not-a-date'.
 */
export function localDate(text: string): LocalDate {
  dayNumber(text);
  return text as LocalDate;
}

/** The day that a person typed, in digits of any script; null for anything else. */
export function typedDay(text: string): LocalDate | null {
  try {
    return localDate(plainText(text).trim());
  } catch {
    return null;
  }
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 0);
}

/** Part of a text as a number; NaN unless it is all digits. */
function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let place = from; place < to; place += 1) {
    const digit = text.charCodeAt(place) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * Days since 1970-01-01.
 * @throws CalendarError 'not-a-date'.
 */
function dayNumber(text: string): number {
  const isWritten = typeof text === 'string' && text.length === 10 && text[4] === '-' && text[7] === '-';
  if (!isWritten) throw new CalendarError('not-a-date');
  const year = numberAt(text, 0, 4);
  const month = numberAt(text, 5, 7);
  const day = numberAt(text, 8, 10);
  if (!(day >= 1 && day <= daysIn(year, month))) throw new CalendarError('not-a-date');
  // `Date.UTC` takes years before 100 for those of the last century.
  return Date.UTC(year + 400, month - 1, day) / millisecondsPerDay - daysPerEra;
}

const firstDay = dayNumber('0000-01-01');
const lastDay = dayNumber('9999-12-31');

/**
 * The day a number of days later; earlier for a negative number.
 * @throws CalendarError outside the years 0000 to 9999, or for a fraction.
 */
export function addDays(date: LocalDate, days: number): LocalDate {
  const shifted = dayNumber(date) + days;
  const isDay = Number.isInteger(days) && shifted >= firstDay && shifted <= lastDay;
  if (!isDay) throw new CalendarError('not-a-date');
  return new Date(shifted * millisecondsPerDay).toISOString().slice(0, 10) as LocalDate;
}

export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** A zone's formatter, which is costly to build, with its last result: a request asks for the same moment many times. */
interface ZoneClock {
  readonly formatter: Intl.DateTimeFormat;
  second: number;
  text: string;
}

const clocksByZone = new Map<string, ZoneClock>();

function clockOf(timeZone: string): ZoneClock {
  const zoneClock = clocksByZone.get(timeZone);
  if (zoneClock !== undefined) return zoneClock;
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
    const clock = { formatter, second: Number.NaN, text: '' };
    clocksByZone.set(timeZone, clock);
    return clock;
  } catch {
    throw new CalendarError('not-a-time-zone');
  }
}

/**
 * An instant as `YYYY-MM-DD HH:MM:SS` in a time zone (DATE-1).
 * @throws CalendarError for an invalid instant or an unknown zone.
 */
export function formatDateTime(instant: Date, timeZone: string): string {
  const second = Math.floor(instant.getTime() / 1000);
  if (Number.isNaN(second)) throw new CalendarError('not-an-instant');
  const clock = clockOf(timeZone);
  if (clock.second === second) return clock.text;
  // American English gives month, day and year; `formatToParts` takes twice the time.
  const [month, day, year = '', ...time] = clock.formatter.format(instant).match(/\d+/g) ?? [];
  clock.text = `${year.padStart(4, '0')}-${month}-${day} ${time.join(':')}`;
  clock.second = second;
  return clock.text;
}

/**
 * An instant as ISO 8601 in a time zone, to the second: `2026-12-20T23:30:00-06:00`.
 * @throws CalendarError for an invalid instant or an unknown zone.
 */
export function formatInstant(instant: Date, timeZone: string): string {
  const minutes = offsetMilliseconds(instant.getTime(), timeZone) / 60_000;
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((each) =>
    String(each).padStart(2, '0'),
  );
  const wallClock = formatDateTime(instant, timeZone).replace(' ', 'T');
  return `${wallClock}${minutes < 0 ? '-' : '+'}${hour}:${minute}`;
}

/**
 * Calendar day at an instant in a time zone (DATE-1).
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
 * First instant of a day in a time zone; where clocks skip midnight, the instant that they skip to.
 * @throws CalendarError for an unknown zone.
 */
export function startOfDay(date: LocalDate, timeZone: string): Date {
  const midnight = dayNumber(date) * millisecondsPerDay;
  const candidates = [midnight - millisecondsPerDay, midnight + millisecondsPerDay]
    .map((nearby) => midnight - offsetMilliseconds(nearby, timeZone))
    .sort((a, b) => a - b);
  const first = candidates.find((candidate) => localDateAt(new Date(candidate), timeZone) >= date);
  return new Date(first ?? midnight);
}
