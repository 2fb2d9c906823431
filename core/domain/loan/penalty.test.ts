import { expect, test } from 'vitest';
import { addMinor, minorAmount, zeroMinor } from '../money/money.ts';
import { dailyPpmOn, isOfEveryDay, penaltyForDay } from './penalty.ts';

const legalBands = [
  { fromDay: 1, dailyPpm: 50_000 },
  { fromDay: 31, dailyPpm: 40_000 },
  { fromDay: 91, dailyPpm: 20_000 },
];

test.each([
  [-1, 0],
  [0, 0],
  [1, 50_000],
  [30, 50_000],
  [31, 40_000],
  [90, 40_000],
  [91, 20_000],
  [4000, 20_000],
])('day %i late is charged %i ppm', (day, ppm) => {
  expect(dailyPpmOn(day, legalBands)).toBe(ppm);
  expect(dailyPpmOn(day, [...legalBands].reverse())).toBe(ppm);
});

test('1,401.36 unpaid at 3 % grows by 42.04 a day', () => {
  const bands = [{ fromDay: 1, dailyPpm: 30_000 }];
  const days = [1, 2, 3].map((day) => penaltyForDay(minorAmount(140_136), day, bands));
  expect(days).toEqual([4204, 4204, 4204]);
  expect(addMinor(...days)).toBe(12_612);
});

test('a penalty is told with the days late only where it is so many times what the next day adds', () => {
  const isToldWith = (penalty: number, days: number, daily: number) =>
    isOfEveryDay(minorAmount(penalty), days, minorAmount(daily));
  expect(isToldWith(12_612, 3, 4_204)).toBe(true);
  expect(isToldWith(8_408, 3, 4_204)).toBe(false);
  expect(isToldWith(12_613, 3, 4_204)).toBe(false);
  expect(isToldWith(0, 0, 4_204)).toBe(false);
  expect(isToldWith(0, 3, 0)).toBe(false);
});

test('nothing unpaid, no day late and no band add nothing', () => {
  expect(penaltyForDay(zeroMinor, 5, legalBands)).toBe(0);
  expect(penaltyForDay(minorAmount(-100), 5, legalBands)).toBe(0);
  expect(penaltyForDay(minorAmount(100), 0, [{ fromDay: 0, dailyPpm: 50_000 }])).toBe(0);
  expect(penaltyForDay(minorAmount(100_000), 5, [])).toBe(0);
});
