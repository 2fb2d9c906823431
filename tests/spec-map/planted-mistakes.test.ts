import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fastTests } from '../mutants/fast-tests.ts';
import { allMutants } from '../mutants/mutants.ts';

const root = join(import.meta.dirname, '../..');

test('the text that each planted mistake replaces occurs once', () => {
  const missed = allMutants.filter(
    ({ mistake: [, file, text] }) => readFileSync(join(root, file), 'utf8').split(text).length !== 2,
  );
  expect(missed.map(({ mistake: [what] }) => what)).toEqual([]);
  const files = allMutants.flatMap(({ testFile, fastTestFile = testFile }) => [testFile, fastTestFile]);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(
    Object.keys(fastTests).filter((name) => !allMutants.some(({ mistake: [what] }) => what === name)),
  ).toEqual([]);
});
