import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const build = join(import.meta.dirname, '../../../build');

/** What Chrome 80 has not got, and what the script of the pages does without. */
const newerCalls =
  /\.(at|replaceAll|replaceChildren|findLast|findLastIndex|toSorted|toReversed|toSpliced|any|randomUUID|hasOwn|groupBy|withResolvers|showPopover|checkVisibility|setHTML)\(|\bstructuredClone\(|AbortSignal\.(timeout|any)\(/g;

/** What the style sheets of the pages ask for outside of a condition, and Chrome 80 or Safari 14 do not know. */
const newerStyles =
  /[{;](padding|margin)-(inline|block):|[{;]inset(-\w+)?:|:(is|where)\(|@media[^{]*(width|height)[<>]|[{;]border-(inline|block):|@layer|&/g;

function filesWith(pattern: string, newer: RegExp): readonly string[] {
  const files = globSync(pattern, { cwd: build });
  expect(files.length, pattern).toBeGreaterThan(0);
  return files.flatMap((file) =>
    [...readFileSync(join(build, file), 'utf8').matchAll(newer)].map(([call]) => `${file}: ${call}`),
  );
}

test('the script of the pages calls nothing that the oldest web view has not got', () => {
  expect(filesWith('browser/*.js', newerCalls)).toEqual([]);
});

test('the styles of the pages ask for nothing that the oldest web view does not know', () => {
  expect(filesWith('server/assets/*.css', newerStyles)).toEqual([]);
});
