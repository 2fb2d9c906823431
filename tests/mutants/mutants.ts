import { asvsMutations } from '#tests/asvs/mutations.ts';
import { plantedMistakes } from '#tests/oracle/planted-mistakes.ts';
import { brokenRules } from './broken-rules.ts';
import { fastTests } from './fast-tests.ts';
import { missingLocks } from './missing-locks.ts';
import type { Mutant } from './plant.ts';

const walked = { of: 'oracle', testFile: 'tests/oracle/catch-mistake.ts', parameters: ['200000'] } as const;

/** Every mistake that tests are known to tell: those of the oracle's walks, against docs/asvs.md and other rules, and locks. */
export const allMutants: readonly Mutant[] = [
  ...brokenRules,
  ...missingLocks,
  ...plantedMistakes.map((mistake) => ({ ...walked, mistake })),
  ...asvsMutations.map((mutation) => ({ of: 'asvs' as const, ...mutation })),
].map((mutant: Mutant): Mutant => {
  const fastTestFile = fastTests[mutant.mistake[0]];
  return fastTestFile === undefined ? mutant : { ...mutant, fastTestFile };
});
