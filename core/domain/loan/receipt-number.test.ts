import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCodeOf, receiptNumber, typedCheckCode } from './receipt-number.ts';

const hash = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
  .map((digits) => digits.join(''));

test('a receipt is numbered by the end of its payment', () => {
  expect(receiptNumber('019ab0c2-0000-7000-8000-00000000a7f3')).toBe('RC-000000A7F3');
});

test('a check code is fifty bits of the hash, in letters that are not taken for another', () => {
  expect(checkCodeOf('0'.repeat(64))).toBe('00000-00000');
  expect(checkCodeOf('f'.repeat(64))).toBe('ZZZZZ-ZZZZZ');
  expect(checkCodeOf(`00443214c74254b${'6'.repeat(49)}`)).toBe('01234-56789');
  fc.assert(
    fc.property(hash, (input) => /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(checkCodeOf(input))),
  );
});

test('however a check code is typed, it is read as it was written', () => {
  fc.assert(
    fc.property(hash, (input) => {
      const code = checkCodeOf(input);
      expect(typedCheckCode(code)).toBe(code);
      expect(
        typedCheckCode(` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `),
      ).toBe(code);
    }),
  );
});
