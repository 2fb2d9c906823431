import { expect, test } from 'vitest';
import { asksNativePrompt, isScore } from './rating.ts';

test('[ORDER-6] a rating is 1 to 5 whole stars', () => {
  for (const value of [1, 2, 3, 4, 5]) expect(isScore(value)).toBe(true);
  for (const value of [0, 6, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(isScore(value)).toBe(false);
});

test('[ORDER-6] only five stars lead to the native prompt', () => {
  expect(([1, 2, 3, 4, 5] as const).filter(asksNativePrompt)).toEqual([5]);
});
