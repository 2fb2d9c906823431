import { expect, test } from 'vitest';
import { clearDrafts, type DraftStorage, keepDraft, readDraft } from './draft.ts';

function memoryStorage(): DraftStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

const hour = 3_600_000;
const draft = { content: 'Llaman de noche.', images: ['/user-problem/problem-img/a.jpg'] };

test('[COMP-4] a draft comes back as it was, and success clears the storage', () => {
  const storage = memoryStorage();
  keepDraft('rosa', draft, storage, 0);
  expect(readDraft('rosa', storage, hour)).toEqual(draft);
  storage.setItem('other', 'x');
  clearDrafts(storage);
  expect(storage.entries.size).toBe(0);
});

test('the next user of the telephone does not see it', () => {
  const storage = memoryStorage();
  keepDraft('rosa', draft, storage, 0);
  expect(readDraft('ana', storage, 0)).toBeNull();
});

test('a draft that was emptied is gone', () => {
  const storage = memoryStorage();
  keepDraft('rosa', draft, storage, 0);
  keepDraft('rosa', { content: '', images: [] }, storage, 0);
  expect(storage.entries.size).toBe(0);
});

test('its images come back only while the backend has them, the oldest counting', () => {
  const storage = memoryStorage();
  keepDraft('rosa', draft, storage, 0);
  keepDraft('rosa', { ...draft, content: 'Más.' }, storage, 20 * hour);
  expect(readDraft('rosa', storage, 22 * hour)?.images).toEqual(draft.images);
  expect(readDraft('rosa', storage, 23 * hour)).toEqual({ content: 'Más.', images: [] });
});

test.each(['', 'no JSON', 'null', '{}', '{"content":"x"}', '[1]'])(
  'a store that holds %j has no draft',
  (stored) => {
    const storage = memoryStorage();
    storage.setItem('complaint rosa', stored);
    expect(readDraft('rosa', storage, 0)).toBeNull();
  },
);

test('a browser that keeps nothing is no error', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const storage: DraftStorage = { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse };
  keepDraft('rosa', draft, storage, 0);
  expect(readDraft('rosa', storage, 0)).toBeNull();
  clearDrafts(storage);
});

test('[COMP-4] text and images are kept each for themselves, and together they come back', () => {
  const storage = memoryStorage();
  keepDraft('rosa', { images: draft.images }, storage, 0);
  keepDraft('rosa', { content: draft.content }, storage, hour);
  expect(readDraft('rosa', storage, hour)).toEqual(draft);
  keepDraft('rosa', { content: '' }, storage, hour);
  expect(readDraft('rosa', storage, hour)).toEqual({ content: '', images: draft.images });
  keepDraft('rosa', { images: [] }, storage, hour);
  expect(storage.entries.size).toBe(0);
});

test('a browser without a store keeps nothing', () => {
  keepDraft('rosa', draft, null, 0);
  expect(readDraft('rosa', null, 0)).toBeNull();
  clearDrafts(null);
});
