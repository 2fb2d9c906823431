import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asvsMutations } from '../asvs/mutations.ts';
import { testTitles } from './test-titles.ts';

const root = join(import.meta.dirname, '../..');

/** Numbers of the requirements of levels 1 and 2, by section (OWASP ASVS 5.0.0). */
const sections: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

const states = ['met', 'read', 'partly', 'not met', 'operator', 'n/a'];

const rows = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| ([\d. ]+) \| ([^|]+) \| (.+) \|$/.exec(line))
  .filter((row) => row?.[1]?.includes('.'))
  .map((row) => ({ ids: row?.[1]?.split(' ') ?? [], state: row?.[2] ?? '', why: row?.[3] ?? '' }));

function* idsOf(section: string, ranges: string): Generator<string> {
  for (const range of ranges.split(' ')) {
    const [first = 0, last = first] = range.split('-').map(Number);
    for (let number = first; number <= last; number += 1) yield `${section}.${number}`;
  }
}

test('every requirement of levels 1 and 2 is in the table once', () => {
  const sectionIds = Object.entries(sections).flatMap(([section, ranges]) => [...idsOf(section, ranges)]);
  expect(sectionIds).toHaveLength(253);
  expect(rows.flatMap(({ ids }) => ids).sort()).toEqual(sectionIds.sort());
});

test('every requirement has one of the states that are explained', () => {
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
});

test('every file and every test that the table names is there', () => {
  const links = rows.flatMap(({ why }) =>
    [...why.matchAll(/\[((?:\[[^\]]*\]|[^[\]])+)\]\(([^)]+)\)/g)].map(([, text = '', path = '']) => ({
      text,
      file: join('docs', path),
    })),
  );
  expect(links.length).toBeGreaterThan(100);
  const wrong = links.filter(({ text, file }) => {
    if (!existsSync(join(root, file))) return true;
    if (!/\.test\.tsx?$/.test(file) || text === file) return false;
    return !testTitles(file, readFileSync(join(root, file), 'utf8')).includes(text);
  });
  expect(wrong).toEqual([]);
});

test('the sums above the table are the table’s', () => {
  const text = readFileSync(join(root, 'docs/asvs.md'), 'utf8');
  const [, names = '', numbers = ''] = /^\| (met .+) \|\n\|[-|]+\|\n\| (.+) \|$/m.exec(text) ?? [];
  const stated = Object.fromEntries(
    names.split(' | ').map((name, at) => [name, Number(numbers.split(' | ')[at])]),
  );
  const counted: Record<string, number> = { 'in all': 0 };
  for (const { ids, state } of rows) {
    counted[state] = (counted[state] ?? 0) + ids.length;
    counted['in all'] = (counted['in all'] ?? 0) + ids.length;
  }
  expect(stated).toEqual(counted);
});

test('every requirement that is met is tried by a mistake against a test that its row names', () => {
  const tried = new Map(asvsMutations.flatMap((each) => each.ids.split(' ').map((id) => [id, each])));
  const untried = rows
    .filter(({ state }) => state === 'met')
    .flatMap(({ ids, why }) => ids.filter((id) => !why.includes(`(../${tried.get(id)?.testFile})`)));
  expect(untried).toEqual([]);
});
