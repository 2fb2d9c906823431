import { addDays, type LocalDate } from '../calendar.ts';

/** A payment in somebody's calendar: a whole day, and what is read there. */
export interface CalendarDay {
  /** Stays the same when the day moves, so that a calendar moves its entry. */
  readonly id: string;
  readonly day: LocalDate;
  readonly title: string;
  readonly note: string;
  /** Where more is read; empty for nothing. */
  readonly link: string;
  /** Whether it is paid: a calendar that has the entry then takes it off, and reminds of it no more. */
  readonly isPaid: boolean;
}

const longestLineBytes = 75;

/**
 * Days as an iCalendar file (RFC 5545), each that is not paid with a reminder the day before at nine. A later file takes the place of an
 * earlier one: SEQUENCE counts the minutes to `madeAt`.
 * @param host names whose ids they are.
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

/** A line of at most 75 bytes, the rest on lines that begin with a blank; no character is parted. */
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
