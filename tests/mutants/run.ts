import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { fastCommands } from '#tests/oracle/loan-walk.ts';
import { allMutants } from './mutants.ts';
import { type Mutant, plant, runIn } from './plant.ts';

// `npm run mutants` plants each mistake in a copy of the project and runs the tests that are to tell. It ends with 1 where one does
// not. `-- --only 6.6.2` tries those whose list, name, file or tests have that in them; `-- --part 2/5` the second fifth. `-- --fast`
// counts a mistake as noticed only by what `npm test` runs, and ends with 1 where that is less than 95 % of them.

const project = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: { only: { type: 'string' }, part: { type: 'string' }, fast: { type: 'boolean' } },
});
const { only = '', fast: isFast = false } = values;
const noticedMinOf = (count: number) => (isFast ? count * 0.95 : count);
const [part = 1, parts = 1] = values.part?.split('/').map(Number) ?? [];
const chosen = allMutants
  .filter((mutant) => nameOf(mutant).includes(only))
  .filter((_mutant, place) => place % parts === part - 1);
const lanesAtOnce = 2;

function nameOf({ of, ids, testFile, mistake: [what, file] }: Mutant): string {
  return `${of}: ${[ids, what].filter(Boolean).join(' ')} (${file}, ${testFile})`;
}

/** A copy of the project whose files may be changed. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const left = new Set(['node_modules', '.git', 'build'].map((name) => join(project, name)));
  cpSync(project, folder, { recursive: true, filter: (path) => !left.has(path) });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(project, 'build'), join(folder, 'build'));
  return folder;
}

/** The tests of `npm test` that tell of a mutant; null where it runs none of them. */
function fastTestsOf({
  of,
  testFile,
  fastTestFile,
  parameters,
}: Mutant): Pick<Mutant, 'testFile' | 'parameters'> | null {
  if (fastTestFile !== undefined) return { testFile: fastTestFile };
  if (of === 'oracle') return { testFile, parameters: [String(fastCommands)] };
  return parameters === undefined && !testFile.startsWith('tests/proofs/') ? { testFile } : null;
}

/** What is wrong with a mutant: its text is not there once, or no test tells; null for nothing. */
async function fault(folder: string, mutant: Mutant): Promise<string | null> {
  const { mistake } = mutant;
  const tests = isFast ? fastTestsOf(mutant) : mutant;
  if (tests === null) return 'only `npm run test:all` sees it';
  const { testFile, parameters } = tests;
  let takeOut: (() => void) | undefined;
  try {
    takeOut = plant(folder, mistake);
    if (parameters) {
      const { code, output } = await runIn(folder, [testFile, ...parameters]);
      if (code === 1) return `${testFile} ${parameters.join(' ')} finds nothing: ${output.slice(-500)}`;
      return code === 0 && output.startsWith('Seed ')
        ? null
        : `${testFile} did not run: ${output.slice(-1_500)}`;
    }
    const { code, output } = await runIn(folder, [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'proofs', testFile],
      ...['--maxWorkers=1', '--reporter=dot'],
    ]);
    if (code === 0) return `${testFile} passes all the same`;
    // A file that cannot even be read would fail whatever its tests say.
    return /\d+ failed/.test(output.replace(/Test Files.*/, ''))
      ? null
      : `${testFile} did not run: ${output.slice(-1_500)}`;
  } catch (error) {
    return String(error);
  } finally {
    takeOut?.();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const waiting = [...chosen];
const faults: string[] = [];
await Promise.all(
  Array.from({ length: lanesAtOnce }, async () => {
    const folder = copyOfProject();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const found = await fault(folder, next);
      process.stdout.write(`${found === null ? 'noticed' : 'NOT NOTICED'}: ${nameOf(next)}\n`);
      if (found !== null) faults.push(`${nameOf(next)}: ${found}`);
    }
  }),
);
process.stdout.write(
  `${chosen.length - faults.length} of ${chosen.length} are noticed.\n${faults.join('\n')}\n`,
);
process.exitCode = chosen.length - faults.length >= noticedMinOf(chosen.length) ? 0 : 1;
