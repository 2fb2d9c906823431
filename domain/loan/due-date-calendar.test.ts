import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { calendarFile } from './due-date-calendar.ts';

const madeAt = new Date('2026-11-20T18:00:00Z');
const day = {
  ...{ id: 'LL-2026-118204-1', day: localDate('2026-12-31'), title: 'Pagar $ 1.422,81', link: '' },
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
