import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildStoreReference,
  groupDigits,
  isStoreReference,
  StoreReferenceError,
} from './store-reference.ts';

const fifteenDigits = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 15, maxLength: 15 })
  .map((list) => list.join(''));

test('the check digit is the Luhn digit', () => {
  expect(buildStoreReference('411111111111111')).toBe('4111111111111111');
  expect(buildStoreReference('000000000000000')).toBe('0000000000000000');
  expect(isStoreReference('5555555555554444')).toBe(true);
});

test('every reference built is one, and a change of any single digit is detected', () => {
  fc.assert(
    fc.property(
      fifteenDigits,
      fc.nat({ max: 15 }),
      fc.integer({ min: 1, max: 9 }),
      (digits, position, shift) => {
        const reference = buildStoreReference(digits);
        expect(isStoreReference(reference)).toBe(true);
        const digit = (Number(reference[position]) + shift) % 10;
        expect(isStoreReference(reference.slice(0, position) + digit + reference.slice(position + 1))).toBe(
          false,
        );
      },
    ),
  );
});

test.each(['', '411111111111111', '41111111111111111', '4111 1111 1111 1111', '411111111111111x'])(
  '%j is not a reference',
  (text) => {
    expect(isStoreReference(text)).toBe(false);
  },
);

test.each(['', '41111111111111', '4111111111111111', '41111111111111x'])('%j gets no check digit', (text) => {
  expect(() => buildStoreReference(text)).toThrow(StoreReferenceError);
});

test('digits show in groups of one size, the last may be shorter', () => {
  expect(groupDigits('4111111111111111', 4)).toBe('4111 1111 1111 1111');
  expect(groupDigits('12345', 4)).toBe('1234 5');
  expect(groupDigits('', 4)).toBe('');
});
