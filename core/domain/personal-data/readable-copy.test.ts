import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CopyPerson, copiedRows, withoutOthers } from './readable-copy.ts';

const person: CopyPerson = {
  market: 'MX',
  mobilePhone: '5512345678',
  staff: ['Ana Gómez'],
  staffWord: 'our staff',
  products: new Map(),
  omitsNotes: false,
};

test('a note keeps the person’s own telephone, days, sums and loans, and loses other telephones, mail and staff', () => {
  const note =
    'Ana Gómez called 55 1234 5678 on 2026-11-28 14:00: her brother, +52 (33) 9876-5432, luis@mail.mx, pays $ 1,250.00 on LL-2026-100001.';
  expect(withoutOthers(note, person)).toBe(
    'our staff called 55 1234 5678 on 2026-11-28 14:00: her brother, •••, •••, pays $ 1,250.00 on LL-2026-100001.',
  );
});

test('no telephone of another person stays in a note, however it is written', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 10, maxLength: 10 });
  const separators = fc.array(fc.constantFrom('', ' ', '-', '.'), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(digits, separators, (number, between) => {
      const written = number.map((digit, place) => `${place === 0 ? '' : between[place]}${digit}`).join('');
      fc.pre(!number.join('').endsWith('12345678') && !/^\d{4}-\d{2}-\d{2}/.test(written));
      expect(withoutOthers(`Brother: ${written}.`, person)).toBe('Brother: •••.');
    }),
  );
});

test('the market’s law, a tick and a legal hold decide whether words of staff are copied', () => {
  const tables = {
    desk_notes: [
      { written_at: '2026-11-28T10:00:00Z', kind: 'note', text: 'Works at night.', person_id: 'x' },
    ],
    borrower_block_changes: [
      { changed_at: '2026-11-27T10:00:00Z', kind: 'hold', is_blocked: true, reason: 'Court file 12' },
      { changed_at: '2026-11-28T10:00:00Z', kind: 'block', is_blocked: true, reason: 'Stolen phone' },
    ],
  };
  const words = (of: Partial<CopyPerson>) => [
    ...copiedRows(tables, 'contacts', 'desk_notes', { ...person, ...of }).map(({ text }) => text),
    ...copiedRows(tables, 'identity', 'borrower_block_changes', { ...person, ...of }).map(
      ({ reason }) => reason,
    ),
  ];
  expect(words({})).toEqual(['Works at night.', null, 'Stolen phone']);
  expect(words({ omitsNotes: true })).toEqual([null, null, null]);
  expect(words({ market: 'IN' })).toEqual([null, null, null]);
});
