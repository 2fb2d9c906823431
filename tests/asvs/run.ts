import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type AsvsMutation, asvsMutations } from './mutations.ts';

// `npm run asvs` plants each mistake in a copy of the project and runs the file of tests that is to tell. It ends with 1 where
// one does not. `-- --ids 6.6.2` tries one of them, `-- --part 2/4` the second quarter of them, one at a time.

const project = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { ids: { type: 'string' }, part: { type: 'string' } } });
const [part = 1, parts = 1] = (values.part ?? '1/1').split('/').map(Number);
const chosen = asvsMutations
  .filter(({ ids }) => !values.ids || ids.split(' ').includes(values.ids))
  .filter((_mutation, at) => at % parts === part - 1);
const lanesAtOnce = parts === 1 ? 2 : 1;

/** A copy of the project whose files may be changed. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'asvs-'));
  const left = new Set(['node_modules', '.git', 'build'].map((name) => join(project, name)));
  cpSync(project, folder, { recursive: true, filter: (path) => !left.has(path) });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(project, 'build'), join(folder, 'build'));
  return folder;
}

/** Whether a file of tests passes in a copy, and the end of what it wrote. */
function testsPass(folder: string, testFile: string): Promise<{ isPassed: boolean; output: string }> {
  const parameters = ['run', '--project', 'unit', testFile, '--retry=0', '--maxWorkers=1', '--reporter=dot'];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...parameters], { cwd: folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ isPassed: code === 0, output: output.slice(-1_500) }));
  });
}

/** What is wrong with a mutation: its text is not there once, or no test tells; null for nothing. */
async function fault(folder: string, { testFile, mistake }: AsvsMutation): Promise<string | null> {
  const [, file, text, instead] = mistake;
  const source = readFileSync(join(project, file), 'utf8');
  if (source.split(text).length !== 2) return `the text does not stand once in ${file}`;
  writeFileSync(
    join(folder, file),
    source.replace(text, () => instead),
  );
  const { isPassed, output } = await testsPass(folder, testFile);
  writeFileSync(join(folder, file), source);
  if (isPassed) return `${testFile} passes all the same`;
  // A file that cannot even be read would fail whatever its tests say.
  return /\d+ failed/.test(output.replace(/Test Files.*/, '')) ? null : `${testFile} did not run: ${output}`;
}

const waiting = [...chosen];
const faults: string[] = [];
await Promise.all(
  Array.from({ length: lanesAtOnce }, async () => {
    const folder = copyOfProject();
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const found = await fault(folder, next);
        process.stdout.write(
          `${found === null ? 'noticed' : 'NOT NOTICED'}: ${next.ids}, ${next.mistake[0]}\n`,
        );
        if (found !== null) faults.push(`${next.ids} ${next.mistake[0]}: ${found}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }),
);
process.stdout.write(
  `${chosen.length - faults.length} of ${chosen.length} are noticed.\n${faults.join('\n')}\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
