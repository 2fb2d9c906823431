import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const files = globSync('{pages,desk,browser}/**/*.tsx').filter((file) => !file.includes('.test.'));

/** The names of classes that a file asks a style module for and that the module has not. */
function missingNames(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  const imports = [...code.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)];
  return imports.flatMap(([, name, path = '']) => {
    const sheet = readFileSync(join(dirname(file), path), 'utf8');
    const asked = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, asked]) => asked);
    return asked
      .filter((className) => !new RegExp(`\\.${className}\\b`).test(sheet))
      .map((className) => `${file}: .${className} in ${path}`);
  });
}

test('every class that a component names stands in its style module', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(missingNames)).toEqual([]);
});
