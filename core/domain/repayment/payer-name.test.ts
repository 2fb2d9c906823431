import { expect, test } from 'vitest';
import { isSamePayer } from './payer-name.ts';

test.each([
  ['Lucía Ortega Ruiz', 'ORTEGA RUIZ LUCIA', true],
  ['Lucía Ortega Ruiz', 'LUCIA ORTEGA', true],
  ['Lucía Ortega', 'MARIO ORTEGA', false],
  ['अमित कुमार', 'अमित कुमार', true],
  ['Lucía Ortega', ' . ', false],
])('%s and %s: one person %s', (one, other, isSame) => {
  expect(isSamePayer(one, other)).toBe(isSame);
});
