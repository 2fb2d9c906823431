import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countGraphemes, firstGraphemes, graphemesByPattern, graphemesOf } from './graphemes.ts';

const family = '👨‍👩‍👧‍👦';
const flag = '🇲🇽';
const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

test.each([
  ['', 0],
  ['abc', 3],
  ['ñandú', 5],
  ['n\u0303andu\u0301', 5],
  [family, 1],
  ['👍🏽', 1],
  [flag, 1],
  [`${flag}${flag}`, 2],
  [england, 1],
  ['❤️', 1],
  ['1️⃣', 1],
  ['a\r\nb\nc', 5],
  ['z̴̧̛̗͓', 1],
])('[COMP-2] %j has %i characters, as a person would count them', (text, count) => {
  expect(countGraphemes(text)).toBe(count);
  expect(graphemesByPattern(text)).toHaveLength(count);
});

const typed = fc
  .array(
    fc.constantFrom(
      'a',
      'ñ',
      'e\u0301',
      ' ',
      '\n',
      '\r\n',
      '.',
      '7',
      '1️⃣',
      '👍🏽',
      '❤️',
      family,
      flag,
      england,
      'ह',
      '中',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

test('[COMP-2] a browser without a segmenter counts what people type as one with it does', () => {
  fc.assert(
    fc.property(typed, (text) => {
      expect(graphemesByPattern(text)).toEqual(graphemesOf(text));
    }),
  );
});

test('no text is lost, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(graphemesOf(text).join('')).toBe(text);
      expect(graphemesByPattern(text).join('')).toBe(text);
    }),
  );
  const lone = `a\ud83db${family}\udc00`;
  expect(graphemesByPattern(lone).join('')).toBe(lone);
});

test('[COMP-2] what is beyond the limit is left out without cutting a character in two', () => {
  fc.assert(
    fc.property(typed, fc.nat({ max: 40 }), (text, count) => {
      const first = firstGraphemes(text, count);
      expect(text.startsWith(first)).toBe(true);
      expect(countGraphemes(first)).toBe(Math.min(count, countGraphemes(text)));
    }),
  );
});
