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
  for (const text of ['500 1000', '1.422.5', '5²', '1 2 3', "1'00"])
    expect(amountFromText(text, null)).toBeNull();
  expect(amountFromText('1422.', null)).toBe(142_200);
  // Three digits cannot be cents.
  for (const text of ['1,000', '1.000', '$ 1,000']) expect(amountFromText(text, null)).toBe(100_000);
  expect(amountFromText('12,34,567', null)).toBe(123_456_700);
  expect(amountFromText('0,5', null)).toBe(50);
  expect(amountFromText(' $ 1,422.81 ', null)).toBe(142_281);
});

test.each([
  ['INR', 'Rs. 1,000', 100_000],
  ['INR', 'Rs 1,00,000.50', 10_000_050],
  ['INR', 'INR 500', 50_000],
  ['INR', '₹ 500/-', 50_000],
  ['INR', 'Rs.500/-', 50_000],
  ['INR', '₹५००', 50_000],
  ['INR', '500 rupees', 50_000],
  ['INR', '५००', 50_000],
  ['INR', '$ 500', null],
  ['INR', 'MXN 500', null],
  ['INR', '500 pesos', null],
  ['INR', 'US$ 500', null],
  ['MXN', 'MXN 1,000', 100_000],
  ['MXN', '$1,000.00 MXN', 100_000],
  ['MXN', '$1,000.00 M.N.', 100_000],
  ['MXN', '1000 pesos', 100_000],
  ['MXN', '1000 Pesos', 100_000],
  ['MXN', "1'000.00", 100_000],
  ['MXN', '1’000,00', 100_000],
  ['MXN', '1 000,50', 100_050],
  ['MXN', '１，０００．５０', 100_050],
  ['MXN', '\u202a$ 500\u202c', 50_000],
  ['MXN', '٥٠٠٫٥', 50_050],
  ['MXN', 'US$ 500', null],
  ['MXN', '$500 USD', null],
  ['MXN', '₹ 500', null],
  ['MXN', '€ 500', null],
  ['MXN', '500 y 600 pesos', null],
  ['MXN', 'pesos', null],
] as const)('[MONEY-3] an amount in %s written "%s" is %s', (currency, text, minor) => {
  expect(amountFromText(text, currency)).toBe(minor);
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
  expect(minorUnitsTyped(text, { decimals, writings: [] })).toBe(minor);
});
