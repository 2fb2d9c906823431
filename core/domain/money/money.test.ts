import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMinor,
  applyPpm,
  distributeMinor,
  MoneyError,
  minorAmount,
  minorAmountFromText,
  multiplyRatio,
  subtractMinor,
  zeroMinor,
} from './money.ts';

const safeInteger = fc.maxSafeInteger().map(minorAmount);

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof MoneyError) return error.code;
    throw error;
  }
  return undefined;
}

test('[MONEY-3] every integer within ±(2^53-1) is an amount', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => minorAmount(value) === value));
  expect(minorAmount(Number.MAX_SAFE_INTEGER)).toBe(9007199254740991);
  expect(minorAmount(Number.MIN_SAFE_INTEGER)).toBe(-9007199254740991);
  expect(Object.is(minorAmount(-0), 0)).toBe(true);
});

test.each([
  [0.1, 'not-integer'],
  [100.000001, 'not-integer'],
  [-1.5, 'not-integer'],
  [2 ** 53, 'out-of-range'],
  [-(2 ** 53), 'out-of-range'],
  [1e300, 'out-of-range'],
  [Number.POSITIVE_INFINITY, 'out-of-range'],
  [Number.NaN, 'not-a-number'],
])('[MONEY-3] the number %s is refused as %s', (value, code) => {
  expect(codeOf(() => minorAmount(value))).toBe(code);
});

test('[MONEY-3] any fraction is refused, never rounded', () => {
  const fraction = fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
    .filter((value) => !Number.isInteger(value));
  fc.assert(fc.property(fraction, (value) => codeOf(() => minorAmount(value)) === 'not-integer'));
});

test('[MONEY-3] a value that is no number at run time is refused', () => {
  expect(codeOf(() => minorAmount(JSON.parse('"100"')))).toBe('not-a-number');
  expect(codeOf(() => minorAmount(JSON.parse('null')))).toBe('not-a-number');
});

test('[MONEY-3] text of any safe integer reads back exactly', () => {
  fc.assert(fc.property(safeInteger, (amount) => minorAmountFromText(String(amount)) === amount));
  expect(minorAmountFromText('0000000000000012')).toBe(12);
});

test.each([
  ['', 'not-a-number'],
  ['-', 'not-a-number'],
  ['+1', 'not-a-number'],
  [' 1', 'not-a-number'],
  ['1\n', 'not-a-number'],
  ['1e3', 'not-a-number'],
  ['0x10', 'not-a-number'],
  ['1,5', 'not-a-number'],
  ['１２', 'not-a-number'],
  ['1.5', 'not-integer'],
  ['9007199254740992', 'out-of-range'],
  ['9007199254740993', 'out-of-range'],
  ['-9007199254740993', 'out-of-range'],
  ['12345678901234567', 'out-of-range'],
])('[MONEY-3] the text %j is refused as %s', (text, code) => {
  expect(codeOf(() => minorAmountFromText(text))).toBe(code);
});

test('[MONEY-3] sums and differences that cannot be held exactly are refused', () => {
  const largest = minorAmount(Number.MAX_SAFE_INTEGER);
  expect(codeOf(() => addMinor(largest, minorAmount(1)))).toBe('out-of-range');
  expect(codeOf(() => subtractMinor(minorAmount(-1), largest))).toBe('out-of-range');
  fc.assert(
    fc.property(safeInteger, safeInteger, (a, b) => {
      const exact = BigInt(a) + BigInt(b);
      const isHeld = exact >= BigInt(Number.MIN_SAFE_INTEGER) && exact <= BigInt(Number.MAX_SAFE_INTEGER);
      if (isHeld) expect(BigInt(addMinor(a, b))).toBe(exact);
      else expect(codeOf(() => addMinor(a, b))).toBe('out-of-range');
    }),
  );
});

test('a sum of nothing is zero, and subtraction undoes addition', () => {
  expect(addMinor()).toBe(zeroMinor);
  const amount = fc.integer({ min: -1e12, max: 1e12 }).map(minorAmount);
  fc.assert(fc.property(amount, amount, (a, b) => subtractMinor(addMinor(a, b), b) === a));
});

test.each([
  [5, 100_000, 0],
  [15, 100_000, 2],
  [25, 100_000, 2],
  [26, 100_000, 3],
  [-5, 100_000, 0],
  [-15, 100_000, -2],
  [-25, 100_000, -2],
  [-26, 100_000, -3],
  [140_136, 30_000, 4204],
])('%i at %i ppm rounds half-even to %i', (amount, ppm, expected) => {
  expect(applyPpm(minorAmount(amount), ppm)).toBe(expected);
});

test('a ratio is within half a unit of the exact value, and even on the half', () => {
  const ratio = fc.integer({ min: 0, max: 2_000_000 });
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }).map(minorAmount), ratio, (amount, ppm) => {
      const result = BigInt(applyPpm(amount, ppm));
      const twiceError = 2n * (BigInt(amount) * BigInt(ppm) - result * 1_000_000n);
      const size = twiceError < 0n ? -twiceError : twiceError;
      expect(size < 1_000_000n || (size === 1_000_000n && result % 2n === 0n)).toBe(true);
    }),
  );
});

test('a ratio of numbers is that of whole numbers of any size', () => {
  const near = fc.oneof(fc.integer({ min: -100, max: 100 }), fc.maxSafeInteger());
  const divisor = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2 ** 53 - 1 }));
  const outcomeOf = (work: () => number) => {
    try {
      return work();
    } catch (error) {
      return (error as MoneyError).code;
    }
  };
  fc.assert(
    fc.property(near.map(minorAmount), near, divisor, (amount, numerator, denominator) => {
      const byNumbers = outcomeOf(() => multiplyRatio(amount, numerator, denominator));
      expect(byNumbers).toBe(outcomeOf(() => multiplyRatio(amount, BigInt(numerator), BigInt(denominator))));
    }),
    { numRuns: 2000 },
  );
});

test('[MONEY-3] ratios are exact where a float would not be, and refuse fractions and overflow', () => {
  expect(multiplyRatio(minorAmount(9007199254740991), 3, 3)).toBe(9007199254740991);
  expect(codeOf(() => applyPpm(minorAmount(100), 0.5))).toBe('not-integer');
  expect(codeOf(() => applyPpm(minorAmount(9007199254740991), 1_000_001))).toBe('out-of-range');
  expect(codeOf(() => multiplyRatio(minorAmount(1), 1, 0))).toBe('out-of-range');
  expect(codeOf(() => multiplyRatio(minorAmount(1), 1, -3))).toBe('out-of-range');
});

test('a distributed total is equal floor shares with the remainder in the last', () => {
  expect(distributeMinor(minorAmount(100), 3)).toEqual([33, 33, 34]);
  expect(distributeMinor(minorAmount(3), 4)).toEqual([0, 0, 0, 3]);
  const total = fc.maxSafeInteger().map((value) => minorAmount(Math.abs(value)));
  fc.assert(
    fc.property(total, fc.integer({ min: 1, max: 400 }), (amount, parts) => {
      const shares = distributeMinor(amount, parts);
      const share = BigInt(amount) / BigInt(parts);
      expect(shares).toHaveLength(parts);
      expect(shares.slice(0, -1).every((each) => BigInt(each) === share)).toBe(true);
      expect(addMinor(...shares)).toBe(amount);
    }),
  );
});

test.each([
  [0, 'out-of-range'],
  [-1, 'out-of-range'],
  [10_001, 'out-of-range'],
  [1.5, 'not-integer'],
  [Number.NaN, 'not-a-number'],
])('a distribution into %s parts is refused as %s', (parts, code) => {
  expect(codeOf(() => distributeMinor(minorAmount(100), parts))).toBe(code);
});

test('[MONEY-3] a refusal does not repeat the value', () => {
  expect(() => minorAmountFromText('5512345678x')).toThrow(/^amount refused: not-a-number$/);
});
