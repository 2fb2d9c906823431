import { formatDateTime, type LocalDate, localDate } from './calendar.ts';
import { type Language, localeOf } from './language.ts';
import type { MarketTimeZone } from './market.ts';

/** How dates are written: `iso` as `2026-12-21` in both languages, `locale` as `21 dic 2026` (DATE-1). */
export type DateStyle = 'iso' | 'locale';

/** How a reader sees dates. */
export interface DateFormat {
  readonly language: Language;
  readonly style: DateStyle;
  readonly timeZone: MarketTimeZone;
}

const noBreakSpace = '\u00a0';

const dayForms = {
  short: { day: 'numeric', month: 'short' },
  whole: { day: 'numeric', month: 'short', year: 'numeric' },
  words: { weekday: 'long', day: 'numeric', month: 'long' },
  weekday: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type DayForm = keyof typeof dayForms;

/** Fully determined by language and form, so each is kept: making one costs thirty times what writing a day does. */
const formatters = new Map<`${Language} ${DayForm}`, Intl.DateTimeFormat>();

/** A day written in one of the forms. */
function written(day: string, language: Language, form: DayForm): string {
  const name = `${language} ${form}` as const;
  const kept = formatters.get(name);
  const formatter =
    kept ?? new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', ...dayForms[form] });
  if (!kept) formatters.set(name, formatter);
  return formatter.format(new Date(`${day}T00:00:00Z`));
}
const stamp = /^\d{10}(\d{3})?$/;
const zonedInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const localTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/;

/**
 * The day of a date, a date with a time, an ISO 8601 instant or a time stamp in seconds or milliseconds, on the market's
 * calendar (DATE-1). Any other text is given back unchanged.
 */
export function formatDay(text: string, format: DateFormat): string {
  const [day] = dayAndTime(text, format.timeZone);
  return day === null ? text : dayIn(format, day);
}

/** A day without its year, `21 dic`, for a sentence of a page that shows it whole too (DATE-1); any other text unchanged. */
export function formatDayShort(text: string, format: DateFormat): string {
  const [day] = dayAndTime(text, format.timeZone);
  return day === null ? text : written(day, format.language, 'short').replaceAll(' ', noBreakSpace);
}

/** The day of such a text as `YYYY-MM-DD`; null where it names none. */
export function isoDay(text: string, { timeZone }: Pick<DateFormat, 'timeZone'>): string | null {
  return dayAndTime(text, timeZone)[0];
}

/** A day in words, `jueves 24 de diciembre`, in any style; any other text unchanged. */
export function formatDayInWords(text: string, format: Pick<DateFormat, 'language' | 'timeZone'>): string {
  const [day] = dayAndTime(text, format.timeZone);
  return day === null ? text : written(day, format.language, 'words').replace(',', '');
}

/** The day of the week, `lunes` or `Monday`. */
export function formatWeekday(day: LocalDate, language: Language): string {
  return written(day, language, 'weekday');
}

/** The same with its time of day where it has one: `2026-12-21 10:00:00`, or `21 dic 2026 10:00`. */
export function formatMoment(text: string, format: DateFormat): string {
  const [day, time] = dayAndTime(text, format.timeZone);
  if (day === null) return text;
  if (time === '') return dayIn(format, day);
  return format.style === 'iso'
    ? `${day} ${time}`
    : `${dayIn(format, day)}${noBreakSpace}${time.slice(0, 5)}`;
}

/** Whether a text is read as a date or a moment; any other is shown as it came. */
export function isReadDate(text: string): boolean {
  return dayAndTime(text, 'UTC')[0] !== null;
}

function dayAndTime(text: string, timeZone: string): readonly [day: string | null, time: string] {
  const trimmed = text.trim();
  const instant = stamp.test(trimmed)
    ? new Date(Number(trimmed.padEnd(13, '0')))
    : zonedInstant.test(trimmed)
      ? new Date(trimmed)
      : null;
  if (instant !== null && !Number.isNaN(instant.getTime())) {
    const [day = '', time = ''] = formatDateTime(instant, timeZone).split(' ');
    return [day, time];
  }
  const [, day = trimmed, minutes, seconds = ':00'] = localTime.exec(trimmed) ?? [];
  return [isDay(day) ? day : null, minutes === undefined ? '' : minutes + seconds];
}

/** Whether a text is a day that there is, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  try {
    return localDate(text) === text;
  } catch {
    return false;
  }
}

function dayIn(format: DateFormat, day: string): string {
  if (format.style === 'iso') return day;
  return written(day, format.language, 'whole').replaceAll(' ', noBreakSpace);
}
