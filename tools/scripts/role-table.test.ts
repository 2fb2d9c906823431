import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rolePage } from './role-table.ts';

test('docs/roles.md is the table of doors', () => {
  expect(readFileSync(new URL('../../docs/roles.md', import.meta.url), 'utf8')).toBe(rolePage());
});
