import { addDays, type LocalDate } from '../calendar.ts';

export interface CalendarDay {
  /** Stays the same when the day moves, so that calendars move the entry. */
  readonly id: string;
  readonly day: LocalDate;
  readonly title: string;
  readonly note: string;
  readonly link: string;
  /** A calendar removes the entry of a paid payment and its reminder. */
  readonly isPaid: boolean;
}

const longestLineBytes = 75;

/**
 * An iCalendar file (RFC 5545). Unpaid entries have a reminder at 9:00 the day before. SEQUENCE is `madeAt` in minutes, so a newer file
 * replaces an older one.
 * @param host domain part of each entry's UID.
 */
export function calendarFile(
  days: readonly CalendarDay[],
  { name, host, madeAt }: { readonly name: string; readonly host: string; readonly madeAt: Date },
): string {
  const stamp = `${madeAt.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Llano//Due dates//EN', 'METHOD:PUBLISH'],
    `X-WR-CALNAME:${escaped(name)}`,
    ...days.flatMap(({ id, day, title, note, link, isPaid }) => [
      ...['BEGIN:VEVENT', `UID:${escaped(id)}@${host}`, `DTSTAMP:${stamp}`],
      `SEQUENCE:${Math.floor(madeAt.getTime() / 60_000)}`,
      `STATUS:${isPaid ? 'CANCELLED' : 'CONFIRMED'}`,
      `DTSTART;VALUE=DATE:${compact(day)}`,
      `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
      ...[`SUMMARY:${escaped(title)}`, `DESCRIPTION:${escaped(note)}`],
      ...(link === '' ? [] : [`URL:${link}`]),
      'TRANSP:TRANSPARENT',
      ...(isPaid ? [] : reminder(title)),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function reminder(title: string): string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(title)}`, 'TRIGGER:-PT15H', 'END:VALARM'];
}

function compact(day: LocalDate): string {
  return day.replaceAll('-', '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n');
}

/** Folds a line at 75 bytes without splitting a character. */
function folded(line: string): string {
  const parts = [''];
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > longestLineBytes) {
      parts.push(' ');
      bytes = 1;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join('\r\n');
}
