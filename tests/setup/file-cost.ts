import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the costs of the files of tests are kept, a line of JSON each. */
const costsFile = join(import.meta.dirname, '../../test-results/costs.jsonl');

/** What a file of tests took of the processor, its imports included. */
export interface FileCost {
  /** From the root of the project. */
  readonly file: string;
  readonly seconds: number;
}

/** Keeps the cost of a file. */
export function keepCost(cost: FileCost): void {
  mkdirSync(dirname(costsFile), { recursive: true });
  appendFileSync(costsFile, `${JSON.stringify(cost)}\n`);
}

/** Forgets the costs of runs before. */
export function forgetCosts(): void {
  rmSync(costsFile, { force: true });
}

/** The costs that were kept since. */
export function readCosts(): FileCost[] {
  if (!existsSync(costsFile)) return [];
  return readFileSync(costsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileCost);
}
