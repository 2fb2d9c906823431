import { expect, test } from 'vitest';
import { yearsBefore } from './retention-years.ts';

test('years are counted back to the same day and time, and of 29 February to 28 February', () => {
  const before = (instant: string, years: number) => yearsBefore(new Date(instant), years).toISOString();
  expect(before('2026-11-28T12:30:00.000Z', 10)).toBe('2016-11-28T12:30:00.000Z');
  expect(before('2028-02-29T23:00:00.000Z', 4)).toBe('2024-02-29T23:00:00.000Z');
  expect(before('2028-02-29T23:00:00.000Z', 1)).toBe('2027-02-28T23:00:00.000Z');
});
