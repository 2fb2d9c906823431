import { expect, test } from 'vitest';
import { shiftedSeed } from '#tests/setup/seeded-random.ts';
import { fastCommands, walkLoans } from './loan-walk.ts';

// Takes long: it walks a few hundred loans; tests/proofs/oracle.test.ts walks thousands.

test('whatever is decided on some loans is what a plain model decides, figure by figure', () => {
  const decisions = walkLoans(shiftedSeed(1), fastCommands);
  expect(decisions.get('receive')).toBeGreaterThan(0);
});
