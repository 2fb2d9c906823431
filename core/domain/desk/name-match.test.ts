import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOneLetterOff, nameMatchOf } from './name-match.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'मी', '😀'), maxLength: 8 });

/** All words one letter off, by definition. */
function neighbours(from: string): Set<string> {
  const letters = [...from];
  const all = letters.flatMap((letter, at) => [
    letters.toSpliced(at, 1),
    ...[...'abमी😀'].map((other) => letters.with(at, other)),
    letters.toSpliced(at, 2, letters[at + 1] ?? '', letter),
  ]);
  const longer = [...letters.keys(), letters.length].flatMap((at) =>
    [...'abमी😀'].map((other) => letters.toSpliced(at, 0, other)),
  );
  return new Set([...all, ...longer].map((each) => each.join('')).filter((each) => each !== from));
}

test('one letter more, less or other, or two changed round, and nothing else', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(isOneLetterOff(one, other)).toBe(neighbours(one).has(other));
      for (const each of neighbours(one)) expect(isOneLetterOff(each, one), `${one} ${each}`).toBe(true);
    }),
  );
});

test('a name matches as well as its worst word', () => {
  expect(nameMatchOf(['rosa'], ['rosa', 'nunez'])).toBe('whole');
  expect(nameMatchOf(['rosa', 'nu'], ['rosa', 'nunez'])).toBe('beginning');
  expect(nameMatchOf(['ros', 'nunes'], ['rosa', 'nunez'])).toBe('near');
  expect(nameMatchOf(['rosa', 'perez'], ['rosa', 'nunez'])).toBeNull();
  expect(nameMatchOf(['rosa'], [])).toBeNull();
});
