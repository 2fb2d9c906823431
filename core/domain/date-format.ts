import { formatDateTime, type LocalDate } from './calendar.ts';
import { isDay } from './iso-day.ts';
import { type Language, localeOf } from './language.ts';
import { type Market, marketOf } from './market.ts';

/** `iso` is `2026-12-21` in both languages, `locale` is `21 dic 2026` (DATE-1). */
export type DateStyle = 'iso' | 'locale';

export interface DateFormat {
  readonly language: Language;
  readonly style: DateStyle;
  readonly market: Market;
}

const noBreakSpace = '\u00a0';

const dayForms = {
  short: { day: 'numeric', month: 'short' },
  whole: { day: 'numeric', month: 'short', year: 'numeric' },
  words: { weekday: 'long', day: 'numeric', month: 'long' },
  weekday: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type DayForm = keyof typeof dayForms;

/** Kept by locale and form: making one costs thirty times as much as formatting a day. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function written(day: string, locale: string, form: DayForm): string {
  const name = `${locale} ${form}`;
  const kept = formatters.get(name);
  const formatter = kept ?? new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...dayForms[form] });
  if (!kept) formatters.set(name, formatter);
  return formatter.format(new Date(`${day}T00:00:00Z`));
}
const stamp = /^\d{10}(\d{3})?$/;
const zonedInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const localTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/;

/**
 * The day of a date, a date with time, an ISO 8601 instant or a Unix time in seconds or milliseconds, on the market's calendar (DATE-1).
 * Any other text is returned unchanged.
 */
export function formatDay(text: string, format: DateFormat): string {
  const [day] = dayAndTime(text, format.market);
  return day === null ? text : dayIn(format, day);
}

/** A day without its year, `21 dic`, for a page that also shows it in full (DATE-1); any other text unchanged. */
export function formatDayShort(text: string, format: DateFormat): string {
  const [day] = dayAndTime(text, format.market);
  return day === null ? text : written(day, localeIn(format), 'short').replaceAll(' ', noBreakSpace);
}

export function isoDay(text: string, { market }: Pick<DateFormat, 'market'>): string | null {
  return dayAndTime(text, market)[0];
}

/** A day in words, `jueves 24 de diciembre`, in either style; any other text unchanged. */
export function formatDayInWords(text: string, format: Pick<DateFormat, 'language' | 'market'>): string {
  const [day] = dayAndTime(text, format.market);
  return day === null ? text : written(day, localeIn(format), 'words').replace(',', '');
}

export function formatWeekday(day: LocalDate, language: Language): string {
  return written(day, localeOf(language), 'weekday');
}

/** The day, with its time where it has one: `2026-12-21 10:00:00`, or `21 dic 2026 10:00`. */
export function formatMoment(text: string, format: DateFormat): string {
  const [day, time] = dayAndTime(text, format.market);
  if (day === null) return text;
  if (time === '') return dayIn(format, day);
  return format.style === 'iso'
    ? `${day} ${time}`
    : `${dayIn(format, day)}${noBreakSpace}${time.slice(0, 5)}`;
}

export function isReadDate(text: string): boolean {
  return dayAndTime(text, null)[0] !== null;
}

/** @param market null reads an instant in UTC. */
function dayAndTime(text: string, market: Market | null): readonly [day: string | null, time: string] {
  const trimmed = text.trim();
  const instant = stamp.test(trimmed)
    ? new Date(Number(trimmed.padEnd(13, '0')))
    : zonedInstant.test(trimmed)
      ? new Date(trimmed)
      : null;
  if (instant !== null && !Number.isNaN(instant.getTime())) {
    const [day = '', time = ''] = formatDateTime(
      instant,
      market === null ? 'UTC' : marketOf[market].timeZone,
    ).split(' ');
    return [day, time];
  }
  const [, day = trimmed, minutes, seconds = ':00'] = localTime.exec(trimmed) ?? [];
  return [isDay(day) ? day : null, minutes === undefined ? '' : minutes + seconds];
}

function localeIn({ language, market }: Pick<DateFormat, 'language' | 'market'>): string {
  return localeOf(language, market);
}

function dayIn(format: DateFormat, day: string): string {
  if (format.style === 'iso') return day;
  return written(day, localeIn(format), 'whole').replaceAll(' ', noBreakSpace);
}
