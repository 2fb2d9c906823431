import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { marks, selectorOf } from './marks.ts';

const root = join(import.meta.dirname, '../..');
const registry = readFileSync(join(root, 'web/browser/marks.ts'), 'utf8');
const names = [...registry.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name);

/** Kinds of work and areas that are named alike. */
const noAttributes = ['request'];

/** What styles alone read. */
const ofStyles = ['tone', 'scene', 'mark', 'label', 'l', 'number'];

const files = globSync('web/{ui,pages,desk,browser}/**/*.{ts,tsx,css}', { cwd: root })
  .filter((file) => !file.includes('.test.') && file !== 'web/browser/marks.ts')
  .map((file) => ({
    file,
    source: readFileSync(join(root, file), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, ''),
  }));

function camelOf(attribute: string): string {
  return attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

test('a mark is an attribute of its name, and what is undefined is left out', () => {
  expect(marks({ hostBack: '', waitSeconds: 3, keep: undefined })).toEqual({
    'data-host-back': '',
    'data-wait-seconds': 3,
  });
  expect(selectorOf('slot', 'problem')).toBe('[data-slot="problem"]');
});

test('components and modules name no attribute of their own', () => {
  const matches = files
    .filter(({ file }) => !file.endsWith('.css'))
    .flatMap(({ file, source }) =>
      [...source.matchAll(/[\s'"`[]data-([a-z-]+)/g)]
        .filter(([, name = '']) => ![...ofStyles, ...noAttributes].includes(name))
        .map(([, name]) => `${file}: ${name}`),
    );
  expect(matches).toEqual([]);
});

test('every mark that a module or style sheet reads is in the registry, and each of these is read', () => {
  const read = files.flatMap(({ file, source }) => [
    ...[...source.matchAll(/dataset(?:\.|: \{ )(\w+)/g)].map(([, name = '']) => ({ file, name })),
    ...[...source.matchAll(/\[data-([a-z-]+)/g)].map(([, name = '']) => ({ file, name: camelOf(name) })),
  ]);
  const markNames = [...names, ...ofStyles];
  expect(read.filter(({ name }) => !markNames.includes(name))).toEqual([]);
  const sources = files.filter(({ file }) => file.startsWith('web/browser/')).map(({ source }) => source);
  const unread = names.filter((name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)));
  expect(unread).toEqual([]);
});
