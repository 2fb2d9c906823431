import { expect, test } from 'vitest';
import { termUnitOf } from './term-unit.ts';

test.each([
  ['day', 'day'],
  ['DAYS', 'day'],
  [' D ', 'day'],
  ['días', 'day'],
  ['week', 'week'],
  ['Semanas', 'week'],
  ['M', 'month'],
  ['meses', 'month'],
  ['个月', 'month'],
  ['', 'day'],
  [' ', 'day'],
  ['2', null],
  ['fortnight', 'fortnight'],
  ['Quincenas', 'fortnight'],
  ['year', null],
])('[CONFIRM-1] the term unit %j is %s', (text, unit) => {
  expect(termUnitOf(text)).toBe(unit);
});
