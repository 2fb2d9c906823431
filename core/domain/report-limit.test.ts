import { expect, test } from 'vitest';
import { createReportLimit } from './report-limit.ts';

test('the same is reported once in a time, and so many others at most', () => {
  let time = 0;
  const isDue = createReportLimit({ everyMs: 100, namesMax: 2, now: () => time });
  expect([isDue('a'), isDue('a')]).toEqual([true, false]);
  time = 60;
  expect([isDue('b'), isDue('c')]).toEqual([true, false]);
  time = 99;
  expect(isDue('a')).toBe(false);
  time = 100;
  expect([isDue('c'), isDue('a'), isDue('b')]).toEqual([true, false, false]);
  time = 160;
  expect([isDue('b'), isDue('c')]).toEqual([true, false]);
});

test('without names there is one', () => {
  let time = 0;
  const isDue = createReportLimit({ everyMs: 100, now: () => time });
  expect([isDue(), isDue()]).toEqual([true, false]);
  time = 100;
  expect(isDue()).toBe(true);
});
