import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaledWidths } from './cost-scale.tsx';

test('the bar is drawn to scale', () => {
  expect(scaledWidths(500_000, 56_252)).toEqual([89.3, 10.1]);
  expect(scaledWidths(1, 1)).toEqual([49.4, 50]);
  expect(scaledWidths(500_000, 0)).toEqual([100, 0]);
  expect(scaledWidths(0, 5)).toEqual([0, 100]);
});

test('the parts never leave the bar and the cost is its share within a tenth', () => {
  const size = fc.integer({ min: 1, max: 2 ** 52 });
  fc.assert(
    fc.property(size, size, (first, second) => {
      const [firstWidth, secondWidth] = scaledWidths(first, second);
      expect(firstWidth).toBeGreaterThanOrEqual(0);
      expect(firstWidth + secondWidth).toBeLessThanOrEqual(100.01);
      expect(Math.abs(secondWidth - (100 * second) / (first + second))).toBeLessThanOrEqual(0.051);
    }),
  );
});
