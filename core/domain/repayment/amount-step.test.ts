import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountStep, nextAmount } from './amount-step.ts';

test('a step is 1, 2 or 5 with zeros, near a tenth of the amount due, and whole units of the currency', () => {
  expect(amountStep(142_281, 2)).toBe(10_000);
  expect(amountStep(338_993, 2)).toBe(20_000);
  expect(amountStep(500, 2)).toBe(100);
  expect(amountStep(73, 0)).toBe(5);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.constantFrom(0, 2), (dueMinor, decimals) => {
      const step = amountStep(dueMinor, decimals);
      expect(String(step)).toMatch(/^[125]0*$/);
      expect(step % 10 ** decimals).toBe(0);
      if (step > 10 ** decimals) expect(dueMinor / step).toBeGreaterThanOrEqual(10);
    }),
  );
});

test('a press leads to the next multiple of the step, never below one step or above the largest amount', () => {
  const press = (minor: number, direction: 1 | -1) =>
    nextAmount({ minor, stepMinor: 10_000, largestMinor: 534_800 }, direction);
  expect([press(142_281, 1), press(150_000, 1), press(530_000, 1)]).toEqual([150_000, 160_000, 534_800]);
  expect([press(142_281, -1), press(140_000, -1), press(5_000, -1)]).toEqual([140_000, 130_000, 10_000]);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 10 ** 6 }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (minor, stepMinor, largestMinor) => {
        for (const direction of [1, -1] as const) {
          const next = nextAmount({ minor, stepMinor, largestMinor }, direction);
          expect(next).toBeLessThanOrEqual(largestMinor);
          expect(next).toBeGreaterThanOrEqual(Math.min(stepMinor, largestMinor));
        }
      },
    ),
  );
});
