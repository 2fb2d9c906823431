import { expect, test } from 'vitest';
import { needsSecondPerson } from './second-person.ts';

test.each([
  [100, 0, 100, false],
  [101, 0, 100, true],
  [60, 40, 100, false],
  [60, 41, 100, true],
  [1, 0, 0, true],
  [0, 500, 100, false],
])('%i after %i of the day with a limit of %i: %s', (amount, moved, limit, isNeeded) => {
  expect(needsSecondPerson(amount, moved, limit)).toBe(isNeeded);
});
