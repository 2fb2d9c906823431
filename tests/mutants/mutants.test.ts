import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allMutants } from './mutants.ts';

const project = join(import.meta.dirname, '../..');

test('the text of each mutant stands exactly once in its file', () => {
  const stale = allMutants
    .map(({ mistake: [what, file, text] }) => `${file}: ${what} (${countOf(file, text)} times)`)
    .filter((line) => !line.endsWith('(1 times)'));
  expect(stale).toEqual([]);
});

test('the test file of each mutant exists', () => {
  const missing = allMutants
    .map(({ testFile }) => testFile)
    .filter((file) => !existsSync(join(project, file)));
  expect(missing).toEqual([]);
});

function countOf(file: string, text: string): number {
  const path = join(project, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split(text).length - 1 : 0;
}
