import { expect, test } from 'vitest';
import { waitText } from './wait.ts';

test('a wait is told as it is: never shorter, in minutes, hours or by the next day', () => {
  const cases = [
    [1, 'in a minute'],
    [60, 'in a minute'],
    [61, 'in 2 minutes'],
    [3540, 'in 59 minutes'],
    [3541, 'in an hour'],
    [3600, 'in an hour'],
    [3601, 'in 2 hours'],
    [21_600, 'in 6 hours'],
    [79_200, 'in 22 hours'],
    [79_201, 'tomorrow at this time'],
    [86_400, 'tomorrow at this time'],
  ] as const;
  for (const [seconds, words] of cases) expect(waitText('en', seconds)).toBe(words);
  expect(waitText('es', 3600)).toBe('en una hora');
  expect(waitText('zh', 720)).toBe('12 分钟后');
});
