import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('the image runs the very Node that the project is tested on', () => {
  const [, tag] = /^ARG NODE_IMAGE=docker\.io\/library\/node:([\d.]+)-/m.exec(read('Containerfile')) ?? [];
  expect(tag).toBe(manifest.dependencies.node);
});

test('every folder that the code imports from is let into the image', () => {
  const admitted = read('.containerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const imported = Object.values(manifest.imports).map((path) => path.split('/')[1] ?? '');
  expect(admitted).toEqual(expect.arrayContaining(imported.filter((folder) => folder !== 'tests')));
  for (const path of admitted) expect(globSync(path, { cwd: root })).toHaveLength(1);
});
