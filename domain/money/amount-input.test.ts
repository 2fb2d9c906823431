import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFromText, amountInField } from './amount-input.ts';
import { minorAmount } from './money.ts';
import { formatMoney } from './money-format.ts';
import { minorUnitsTyped } from './typed-amount.ts';

test('[PAYWAY-6] an amount is read as it is written everywhere in the pages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (minor) => {
      const amount = minorAmount(minor);
      expect(amountFromText(amountInField(amount, null), null)).toBe(amount);
      expect(amountFromText(formatMoney(amount, 'es', 'dot', null), null)).toBe(amount);
      for (const language of ['es', 'en'] as const) {
        expect(amountFromText(formatMoney(amount, language, 'locale', null), null)).toBe(amount);
      }
    }),
  );
});

test('[MONEY-3] an amount that could be read in two ways, or has a fraction of a cent, is none', () => {
  for (const text of [
    '',
    '.',
    ',',
    'abc',
    '0,500',
    '0.500',
    '1.2.3',
    '1,42.2,1',
    '-5',
    '1e3',
    '12345678901',
  ]) {
    expect(amountFromText(text, null)).toBeNull();
  }
  expect(amountFromText('1422.', null)).toBe(142_200);
  // Three digits cannot be cents.
  for (const text of ['1,000', '1.000', '$ 1,000']) expect(amountFromText(text, null)).toBe(100_000);
  expect(amountFromText('12,34,567', null)).toBe(123_456_700);
  expect(amountFromText('0,5', null)).toBe(50);
  expect(amountFromText(' $ 1,422.81 ', null)).toBe(142_281);
});

test.each([
  [0, '1422', 1_422],
  [0, '1.422', 1_422],
  [0, '12,34,567', 1_234_567],
  [0, '1.422,5', null],
  [0, '1422.5', null],
  [3, '1422.815', 1_422_815],
  [3, '1.422', 1_422],
  [3, '1,422', null],
  [3, '1.422,5', 1_422_500],
  [3, '1,422.815', 1_422_815],
  [3, '1422,815', 1_422_815],
  [3, '1422.8155', null],
  [3, '0,5', 500],
])('[MONEY-3] with %i decimals %s is %s', (decimals, text, minor) => {
  expect(minorUnitsTyped(text, decimals)).toBe(minor);
});
