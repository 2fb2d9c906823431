import { asvsMutations } from '#tests/asvs/mutations.ts';
import { plantedMistakes } from '#tests/oracle/planted-mistakes.ts';
import { brokenRules } from './broken-rules.ts';
import type { Mutant } from './plant.ts';

const walked = { of: 'oracle', testFile: 'tests/oracle/catch-mistake.ts', walk: '200000' } as const;

/** Every mistake that tests are known to tell: those of the oracle's walks, against docs/asvs.md, and against other rules. */
export const allMutants: readonly Mutant[] = [
  ...brokenRules,
  ...plantedMistakes.map((mistake) => ({ ...walked, mistake })),
  ...asvsMutations.map((mutation) => ({ of: 'asvs' as const, ...mutation })),
];
