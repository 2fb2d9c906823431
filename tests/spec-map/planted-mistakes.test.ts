import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allMutants } from '../mutants/mutants.ts';

const root = join(import.meta.dirname, '../..');

test('what each planted mistake changes stands there, once', () => {
  const missed = allMutants.filter(
    ({ mistake: [, file, text] }) => readFileSync(join(root, file), 'utf8').split(text).length !== 2,
  );
  expect(missed.map(({ mistake: [what] }) => what)).toEqual([]);
  expect(allMutants.filter(({ testFile }) => !existsSync(join(root, testFile)))).toEqual([]);
});
