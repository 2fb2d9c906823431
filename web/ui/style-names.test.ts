import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const components = globSync('web/{ui,pages,desk,browser}/**/*.tsx', { cwd: root });

test('every style name that a component uses is in the imported file', () => {
  const missing = components.flatMap((component) => {
    const source = readFileSync(join(root, component), 'utf8');
    const imports = [...source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)];
    return imports.flatMap(([, local = '', file = '']) => {
      const styles = readFileSync(join(root, dirname(component), file), 'utf8');
      const used = [...source.matchAll(new RegExp(`(?<!\\w)${local}\\.(\\w+)`, 'g'))].map(([, name]) => name);
      return used.filter((name) => !styles.includes(`.${name}`)).map((name) => `${component}: ${name}`);
    });
  });
  expect(missing).toEqual([]);
});
