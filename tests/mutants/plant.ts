import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** A mistake: a piece of a file that stands in it once, and what stands there instead. */
export type PlantedMistake = readonly [what: string, file: string, text: string, instead: string];

/** A mistake, and the tests that tell. */
export interface Mutant {
  /** The list that it is of. */
  readonly of: 'rules' | 'oracle' | 'asvs' | 'interleaving';
  /** The rows of docs/asvs.md that it is against. */
  readonly ids?: string;
  readonly testFile: string;
  /** Where the file is no file of tests but a program that prints its seed and ends with 0 where it tells: what it is started with. */
  readonly parameters?: readonly string[];
  /** A file that `npm test` runs and that tells too, where the tests above take too long for it. */
  readonly fastTestFile?: string;
  readonly mistake: PlantedMistake;
}

const project = join(import.meta.dirname, '../..');

/**
 * Plants a mistake in a copy of the project.
 * @returns what takes it out again.
 * @throws Error where its text does not stand once.
 */
export function plant(copy: string, [what, file, text, instead]: PlantedMistake): () => void {
  const source = readFileSync(join(project, file), 'utf8');
  if (source.split(text).length !== 2) throw new Error(`${what}: the text does not stand once in ${file}`);
  const planted = source.replace(text, () => instead);
  writeFileSync(join(copy, file), planted);
  return () => writeFileSync(join(copy, file), source);
}

/** Runs a program of a copy, which ends with this process at the latest. @returns how it ended and the end of what it wrote. */
export function runIn(
  copy: string,
  parameters: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, parameters, { cwd: copy });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-40_000);
    });
  }
  const end = () => child.kill();
  process.once('exit', end);
  return new Promise<{ readonly code: number | null; readonly output: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  }).finally(() => process.off('exit', end));
}
