import { expect, test } from 'vitest';
import { isId, newId } from './new-id.ts';

test('ids are UUIDs of version 7 that differ and sort as they were made', () => {
  const ids = Array.from({ length: 200 }, newId);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids).toEqual(ids.toSorted());
});

test('only whole identifiers are taken for one', () => {
  expect(isId(newId())).toBe(true);
  expect(isId(newId().toUpperCase())).toBe(true);
  for (const text of ['', 'LL-2026-100001', `${newId()} `, newId().slice(1), `{${newId()}}`]) {
    expect(isId(text)).toBe(false);
  }
});
