import { globSync, readFileSync } from 'node:fs';
import { requirementIdsIn, testTitles } from './test-titles.ts';

/** A requirement ID in a test's title, and the file of the test. */
export interface Proof {
  id: string;
  file: string;
}

/** Every requirement ID in the title of a test, in the test files under the folder. */
export function readProofs(root: string): Proof[] {
  const files = globSync('**/*.test.{ts,tsx}', { cwd: root, exclude: ['node_modules/**', 'build/**'] });
  return files.flatMap((file) =>
    testTitles(file, readFileSync(`${root}/${file}`, 'utf8'))
      .flatMap(requirementIdsIn)
      .map((id) => ({ id, file })),
  );
}

/** What a list of finished things and a list of things to come leave out of the whole, say twice, or do not know. */
export function compare(whole: readonly string[], finished: Iterable<string>, toCome: readonly string[]) {
  const done = new Set(finished);
  return {
    missing: whole.filter((item) => !done.has(item) && !toCome.includes(item)),
    finishedAndToCome: toCome.filter((item) => done.has(item)),
    unknown: [...done].filter((item) => !whole.includes(item)).sort(),
  };
}
