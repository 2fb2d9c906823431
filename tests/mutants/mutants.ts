import { asvsMutations } from '#tests/asvs/mutations.ts';
import { plantedMistakes } from '#tests/oracle/planted-mistakes.ts';
import { brokenRules } from './broken-rules.ts';
import type { PlantedMistake } from './plant.ts';

/** A mistake, and the tests that tell. */
export interface Mutant {
  /** The list that it is of. */
  readonly of: 'rules' | 'oracle' | 'asvs';
  /** The rows of docs/asvs.md that it is against. */
  readonly ids?: string;
  readonly testFile: string;
  /** Where the file is no file of tests but a program that walks loans: in how many commands it is to tell. */
  readonly walk?: string;
  readonly mistake: PlantedMistake;
}

const walked = { of: 'oracle', testFile: 'tests/oracle/catch-mistake.ts', walk: '200000' } as const;

/** Every mistake that tests are known to tell: those of the oracle's walks, against docs/asvs.md, and against other rules. */
export const allMutants: readonly Mutant[] = [
  ...brokenRules,
  ...plantedMistakes.map((mistake) => ({ ...walked, mistake })),
  ...asvsMutations.map((mutation) => ({ of: 'asvs' as const, ...mutation })),
];
