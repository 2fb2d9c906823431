import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathInAnswer, placeInAnswer } from './answer-place.ts';

test('rows keep the places they came in, whichever were taken out before them', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (isTaken) => {
      const leftOut = isTaken.flatMap((taken, index) => (taken ? [`list.${index}.date`] : []));
      const kept = isTaken.flatMap((taken, index) => (taken ? [] : [index]));
      const found = kept.map((_index, place) => pathInAnswer(['list', place], leftOut)[1]);
      expect(found).toEqual(kept);
    }),
  );
});

test('a row of a list within a list moves no row of the outer one, nor of another list', () => {
  const leftOut = ['list.1.rows.0.title', 'others.0', 'list.2'];
  expect(placeInAnswer('list[1].rows[0].title', leftOut)).toBe('list[1].rows[1].title');
  expect(placeInAnswer('list[2].rows[0]', leftOut)).toBe('list[3].rows[0]');
  expect(placeInAnswer('status', leftOut)).toBe('status');
});
