import { expect, test } from 'vitest';
import { countdownText, secondsLeft } from './countdown.ts';

test('[PAYWAY-2] the countdown runs from the server’s seconds to 0 and no further', () => {
  expect([0, 1, 999, 1_000, 59_001, 60_000, 90_000].map((passedMs) => secondsLeft(60, passedMs))).toEqual([
    60, 60, 60, 59, 1, 0, 0,
  ]);
});

test('[PAYWAY-2] seconds read as minutes and seconds', () => {
  expect([60, 42, 9, 0].map(countdownText)).toEqual(['1:00', '0:42', '0:09', '0:00']);
});
