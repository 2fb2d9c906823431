import { expect, test } from 'vitest';
import { fastCommands, walkLoans } from './loan-walk.ts';

// Takes long: it walks a few hundred loans; tests/proofs/oracle.test.ts walks thousands.

const firstSeed = Math.floor(Math.random() * 2 ** 31);

test('whatever is decided on some loans is what a plain model decides, figure by figure', () => {
  const decisions = walkLoans(firstSeed, fastCommands);
  expect(decisions.get('receive')).toBeGreaterThan(0);
});
