import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MoneyError, minorAmount } from './money.ts';
import { type AmountStyle, formatAmount, formatMoney, formatScaled } from './money-format.ts';

const styles = ['dot', 'locale'] as const satisfies readonly AmountStyle[];
const groupings = ['thousands', 'lakhs'] as const;
const everyWay = styles.flatMap((style) => groupings.map((grouping) => [style, grouping] as const));

test.each([
  [0, '0,00'],
  [5, '0,05'],
  [50, '0,50'],
  [100, '1,00'],
  [-7, '-0,07'],
  [99_999, '999,99'],
])('[MONEY-1] %i minor units show divided by 100 with two decimals', (amount, shown) => {
  expect(formatScaled(amount, 2, 'dot')).toBe(shown);
});

test.each([
  ['dot', 'thousands', '1.234.567,89'],
  ['dot', 'lakhs', '1.234.567,89'],
  ['locale', 'thousands', '1,234,567.89'],
  ['locale', 'lakhs', '12,34,567.89'],
] as const)('[MONEY-2] 123456789 in %s, by %s, shows %s', (style, grouping, shown) => {
  expect(formatScaled(123_456_789, 2, style, grouping)).toBe(shown);
  expect(formatScaled(-123_456_789, 2, style, grouping)).toBe(`-${shown}`);
});

test('[MONEY-2] the locale style groups as Intl does', () => {
  const tags = { thousands: 'es-MX', lakhs: 'en-IN' };
  for (const grouping of groupings) {
    const formatter = new Intl.NumberFormat(tags[grouping], {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    for (const digits of ['1', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '1234567890']) {
      expect(formatScaled(Number(`${digits}25`), 2, 'locale', grouping)).toBe(
        formatter.format(Number(`${digits}.25`)),
      );
    }
  }
});

test('[MONEY-2] the largest amount keeps every digit', () => {
  expect(formatScaled(Number.MAX_SAFE_INTEGER, 2, 'dot')).toBe('90.071.992.547.409,91');
  expect(formatScaled(Number.MAX_SAFE_INTEGER, 2, 'locale', 'lakhs')).toBe('9,00,71,99,25,47,409.91');
});

test.each(everyWay)(
  '[MONEY-1][MONEY-2] any safe integer keeps its digits in %s, by %s',
  (style, grouping) => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(0, 2, 3), (value, decimals) => {
        const shown = formatScaled(value, decimals, style, grouping);
        expect(shown).toMatch(/^-?\d{1,3}([.,]\d{2,3})*$/);
        expect(Number(shown.replace(/[.,]/g, ''))).toBe(value);
      }),
    );
  },
);

test('[LANG-2] money shows the symbol, a no-break space and the amount, a minus sign first', () => {
  expect(formatMoney(minorAmount(152_748), 'es', 'dot', null)).toBe('$\u00a01.527,48');
  expect(formatMoney(minorAmount(152_748), 'en', 'dot', null)).toBe('₹\u00a01.527,48');
  expect(formatMoney(minorAmount(-5), 'es', 'locale', null)).toBe('-$\u00a00.05');
});

test('[MONEY-4] a currency that is known shows its own sign in either language', () => {
  for (const language of ['es', 'en'] as const) {
    expect(formatMoney(minorAmount(152_748), language, 'dot', 'MXN')).toBe('$\u00a01.527,48');
    expect(formatMoney(minorAmount(152_748), language, 'dot', 'INR')).toBe('₹\u00a01.527,48');
  }
});

test('[MONEY-2] the currency groups, whatever language the page speaks', () => {
  for (const language of ['es', 'en'] as const) {
    expect(formatMoney(minorAmount(10_000_000), language, 'locale', 'MXN')).toBe('$\u00a0100,000.00');
    expect(formatMoney(minorAmount(10_000_000), language, 'locale', 'INR')).toBe('₹\u00a01,00,000.00');
    expect(formatAmount(minorAmount(10_000_000), language, 'locale', 'INR')).toBe('1,00,000.00');
    expect(formatAmount(minorAmount(10_000_000), language, 'locale', 'INR', 0)).toBe('1,00,00,000');
  }
});

test('[MONEY-3] a fraction is refused by the formatter', () => {
  expect(() => formatScaled(1.5, 2, 'dot')).toThrow(MoneyError);
});

test('a scaled number without decimals has no decimal mark', () => {
  expect(formatScaled(1_234, 0, 'dot')).toBe('1.234');
  expect(formatScaled(0, 0, 'dot')).toBe('0');
});
