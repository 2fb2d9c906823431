import { localDate } from '../calendar.ts';
import { formatWeekday } from '../date-format.ts';
import type { Language } from '../language.ts';

const hoursForm = /^([1-7])(?:-([1-7]))? ([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** Hours of customer service: weekdays from 1 for Monday and times, `1-6 08:00-20:00`. */
export function isServiceHours(text: string): boolean {
  return hoursForm.test(text);
}

/** `lunes a sábado, 8:00 a 20:00`; empty for any other text. */
export function serviceHoursInWords(hours: string, language: Language): string {
  const [, from, to = from, ...times] = hoursForm.exec(hours) ?? [];
  if (from === undefined || to === undefined) return '';
  const join = language === 'es' ? ' a ' : ' to ';
  const days = [...new Set([from, to])].map((day) => dayName(Number(day), language)).join(join);
  const [opens, opensAt, closes, closesAt] = times;
  return `${days}, ${[`${Number(opens)}:${opensAt}`, `${Number(closes)}:${closesAt}`].join(join)}`;
}

/** @param day from 1 for Monday, like the first of January 2024. */
function dayName(day: number, language: Language): string {
  return formatWeekday(localDate(`2024-01-0${day}`), language);
}
