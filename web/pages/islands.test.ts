import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('each island has one file of its name, one component of that name, and one screen that shows it', () => {
  const files = globSync('web/{pages,desk}/**/*.island.tsx', { cwd: root });
  expect(files.length).toBeGreaterThan(0);
  const calls = globSync('web/{pages,desk}/**/*.tsx', { cwd: root }).flatMap((file) => [
    ...read(file).matchAll(/\bisland\('([\w-]+)', (\w+)\)/g),
  ]);
  const named = calls.map(([, name, component]) => [name, component]);
  const expected = files.map((file) => {
    const name = basename(file, '.island.tsx');
    const component = name.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
    expect(read(file), file).toMatch(new RegExp(`^export function ${component}\\(`, 'm'));
    return [name, component];
  });
  expect(named.sort()).toEqual(expected.sort());
});
