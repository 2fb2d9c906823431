import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { type PlantedMistake, plantedMistakes } from './planted-mistakes.ts';

// The oracle's own test: each mistake is planted in a copy of the rules, and loans that are walked by it must show it.

const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a walk needs beside the rules. */
const walked = [
  ...['tests/oracle/loan-walk.ts', 'tests/oracle/catch-mistake.ts', 'tests/setup/corrected-loan-model.ts'],
  ...['tests/setup/loan-income-model.ts', 'tests/setup/seeded-random.ts', 'package.json'],
];
/** Most commands that a mistake is looked for in. */
const commands = 200_000;
/** How many are looked for at once. */
const lanes = [Promise.resolve(), Promise.resolve()];

function planted([what, file, text, instead]: PlantedMistake, place: number): string {
  const copy = join(folder, String(place));
  const isCode = (path: string) => !path.endsWith('.test.ts');
  for (const each of ['domain', 'markets', ...walked]) {
    cpSync(join(project, each), join(copy, each), { recursive: true, filter: isCode });
  }
  const source = readFileSync(join(project, file), 'utf8');
  expect(source.split(text), `${what}: the text stands once in ${file}`).toHaveLength(2);
  writeFileSync(
    join(copy, file),
    source.replace(text, () => instead),
  );
  return copy;
}

/** How a walk by a copy ends. */
function walkOf(copy: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, ['tests/oracle/catch-mistake.ts', String(commands)], { cwd: copy });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

test.concurrent.each(plantedMistakes.map((mistake, place) => ({ what: mistake[0], mistake, place })))(
  'it is noticed when $what',
  async ({ mistake, place }) => {
    const lane = place % lanes.length;
    const before = lanes[lane];
    const done = Promise.withResolvers<void>();
    lanes[lane] = done.promise;
    await before;
    try {
      const copy = planted(mistake, place);
      const { code, output } = await walkOf(copy);
      expect(code, output).toBe(0);
      expect(output).toMatch(/^Seed \d+: /);
    } finally {
      done.resolve();
    }
  },
);
