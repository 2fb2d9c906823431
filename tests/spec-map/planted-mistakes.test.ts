import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asvsMutations } from '../asvs/mutations.ts';
import { plantedMistakes } from '../oracle/planted-mistakes.ts';

const root = join(import.meta.dirname, '../..');

test('what each planted mistake changes stands there, once', () => {
  const mistakes = [...asvsMutations.map(({ mistake }) => mistake), ...plantedMistakes];
  const missed = mistakes.filter(
    ([, file, text]) => readFileSync(join(root, file), 'utf8').split(text).length !== 2,
  );
  expect(missed.map(([what]) => what)).toEqual([]);
});
