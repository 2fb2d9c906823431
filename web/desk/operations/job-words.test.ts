import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { jobWords } from './job-words.ts';

test('every job that the service runs has words in both languages', async () => {
  const source = await readFile(new URL('../../../service/lending/jobs.ts', import.meta.url), 'utf8');
  const names = [...source.matchAll(/\b(?:job|runJob)\('([^']+)'/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(15);
  for (const language of ['es', 'en'] as const) {
    const nameless = names.filter((name) => jobWords(name, language) === name);
    expect([language, nameless]).toEqual([language, []]);
  }
  expect(jobWords('lists of conekta', 'es')).toBe('Repasar las listas de conekta');
});
