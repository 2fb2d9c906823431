import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { calendarFile } from './due-date-calendar.ts';

const madeAt = new Date('2026-11-20T18:00:00Z');
const day = {
  ...{ id: 'LL-2026-118204-1', day: localDate('2026-12-31'), title: 'Pagar $ 1.422,81', link: '' },
  isPaid: false,
  note: 'Pago 1 de 4; a más tardar hoy,\nde Llano \\ 120',
};

test('a payment is a whole day with a reminder, its marks escaped, each line ended as the format asks', () => {
  const file = calendarFile([day], { name: 'Llano', host: 'llano.example', madeAt });
  expect(file.split('\r\n')).toEqual([
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Llano//Due dates//EN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Llano',
    ],
    ...['BEGIN:VEVENT', 'UID:LL-2026-118204-1@llano.example', 'DTSTAMP:20261120T180000Z'],
    ...['SEQUENCE:29919960', 'STATUS:CONFIRMED'],
    ...['DTSTART;VALUE=DATE:20261231', 'DTEND;VALUE=DATE:20270101', 'SUMMARY:Pagar $ 1.422\\,81'],
    'DESCRIPTION:Pago 1 de 4\\; a más tardar hoy\\,\\nde Llano \\\\ 120',
    ...['TRANSP:TRANSPARENT', 'BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Pagar $ 1.422\\,81'],
    ...['TRIGGER:-PT15H', 'END:VALARM', 'END:VEVENT', 'END:VCALENDAR', ''],
  ]);
});

test('no line is longer than 75 bytes, and unfolded it is what it was', () => {
  const note = 'ñ₹'.repeat(60);
  const file = calendarFile([{ ...day, note }], { name: 'Llano', host: 'llano.example', madeAt });
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${note}`);
});

test('a paid day is cancelled under its own id, by a file that counts as later, and reminds of nothing', () => {
  const options = { name: 'Llano', host: 'llano.example' };
  const before = calendarFile([day], { ...options, madeAt });
  const later = new Date('2026-12-30T18:00:00Z');
  const after = calendarFile([{ ...day, isPaid: true }], { ...options, madeAt: later });
  const sequence = (file: string) => Number(/^SEQUENCE:(\d+)/m.exec(file)?.[1]);
  expect(sequence(after)).toBeGreaterThan(sequence(before));
  expect(sequence(after)).toBeLessThan(2 ** 31);
  expect(after).toContain('UID:LL-2026-118204-1@llano.example\r\n');
  expect(after).toContain('STATUS:CANCELLED\r\n');
  expect(after).not.toContain('VALARM');
});
