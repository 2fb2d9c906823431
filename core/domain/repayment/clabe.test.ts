import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildClabe, ClabeError, clabeCheckDigit, formatClabe, isClabe, isClabePrefix } from './clabe.ts';

const digitsOf = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''));
const anyClabe = fc
  .integer({ min: 6, max: 12 })
  .chain((length) => fc.tuple(digitsOf(length), digitsOf(17 - length)))
  .map(([prefix, account]) => buildClabe(prefix, account));

function withDigit(text: string, position: number, digit: string): string {
  return text.slice(0, position) + digit + text.slice(position + 1);
}

test('known CLABEs check', () => {
  expect(clabeCheckDigit('03218000011835971')).toBe('9');
  expect(isClabe('032180000118359719')).toBe(true);
  expect(isClabe('999180010023456788')).toBe(true);
  expect(buildClabe('999180', '01002345678')).toBe('999180010023456788');
  expect(buildClabe('9991800100', '2345678')).toBe('999180010023456788');
});

test('every CLABE built is one', () => {
  fc.assert(fc.property(anyClabe, (clabe) => isClabe(clabe)));
});

test('a change of any single digit is detected', () => {
  fc.assert(
    fc.property(anyClabe, fc.nat({ max: 17 }), fc.integer({ min: 1, max: 9 }), (clabe, position, shift) => {
      const digit = String((Number(clabe[position]) + shift) % 10);
      expect(isClabe(withDigit(clabe, position, digit))).toBe(false);
    }),
  );
});

test('two neighbours swapped are detected unless they are equal or differ by five', () => {
  fc.assert(
    fc.property(anyClabe, fc.nat({ max: 15 }), (clabe, position) => {
      const [left = '', right = ''] = clabe.slice(position, position + 2);
      const swapped = withDigit(withDigit(clabe, position, right), position + 1, left);
      expect(isClabe(swapped)).toBe(Math.abs(Number(left) - Number(right)) % 5 === 0);
    }),
  );
});

test.each(['', '99918001002345678', '9991800100234567888', '99918001002345678x', '999 180 0100 2345 6788'])(
  '%j is not a CLABE',
  (text) => {
    expect(isClabe(text)).toBe(false);
  },
);

test('parts of the wrong length are refused', () => {
  expect(() => buildClabe('999180', '0100234567')).toThrow(ClabeError);
  expect(() => buildClabe('999180', '010023456789')).toThrow(ClabeError);
  expect(() => buildClabe('99918x', '01002345678')).toThrow(ClabeError);
  expect(() => clabeCheckDigit('9991800100234567a')).toThrow(ClabeError);
});

test.each([
  ['99918', false],
  ['999180', true],
  ['646180123456', true],
  ['6461801234567', false],
  ['64618x', false],
])('%s can begin the CLABEs of a lender: %s', (prefix, is) => {
  expect(isClabePrefix(prefix)).toBe(is);
});

test('a CLABE shows bank and plaza apart and the rest in fours', () => {
  expect(formatClabe('999180010023456788')).toBe('999 180 0100 2345 6788');
});
