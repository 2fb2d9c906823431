import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFromText, amountInField } from './amount-input.ts';
import { minorAmount } from './money.ts';
import { formatMoney } from './money-format.ts';

test('[PAYWAY-6] an amount is read as it is written everywhere in the pages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (minor) => {
      const amount = minorAmount(minor);
      expect(amountFromText(amountInField(amount))).toBe(amount);
      expect(amountFromText(formatMoney(amount, 'es', 'dot', null))).toBe(amount);
      for (const language of ['es', 'en'] as const) {
        expect(amountFromText(formatMoney(amount, language, 'locale', null))).toBe(amount);
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
    expect(amountFromText(text)).toBeNull();
  }
  expect(amountFromText('1422.')).toBe(142_200);
  // Three digits cannot be cents.
  for (const text of ['1,000', '1.000', '$ 1,000']) expect(amountFromText(text)).toBe(100_000);
  expect(amountFromText('12,34,567')).toBe(123_456_700);
  expect(amountFromText('0,5')).toBe(50);
  expect(amountFromText(' $ 1,422.81 ')).toBe(142_281);
});
