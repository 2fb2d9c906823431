import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

test('the changelog begins with what is unreleased and the version of package.json', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const versions = [...changelog.matchAll(/^## \[([^\]]+)\]/gm)].map(([, version]) => version);
  expect(versions.slice(0, 2)).toEqual(['Unreleased', manifest.version]);
});
