import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { dataCopyText, dataCopyValues } from '#content/messages/data-copy.ts';
import { queryRows } from '#db/database.ts';
import { type CopyArea, columnsOf, copyLayout, leftOutOfCopy } from '#domain/personal-data/readable-copy.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { personalTables } from './store.ts';

const service = await testLendingService();

const languages = ['es', 'en'] as const;

test('each exported table is in the copy or left out for a reason, and each of its columns exists and has words', async () => {
  const copied = Object.values(copyLayout).flatMap((tables) => Object.keys(tables));
  const exported = personalTables.filter(({ hidden }) => hidden !== 'all').map(({ table }) => table);
  expect([...copied, ...Object.keys(leftOutOfCopy)].sort()).toEqual(exported.sort());
  const held = await queryRows<{ name: string }>(
    service.database,
    sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const derived = /\.(?:loan|charge|cause|charged_minor|paid_minor|count|first_at|last_at)$/;
  const named = Object.entries(copyLayout).flatMap(([area, tables]) =>
    Object.keys(tables).flatMap((table) =>
      columnsOf(area as CopyArea, table).map((column) => `${table}.${column}`),
    ),
  );
  const unknown = named.filter((name) => !derived.test(name) && !held.some((column) => column.name === name));
  expect(unknown).toEqual([]);
  for (const language of languages) {
    for (const [area, tables] of Object.entries(copyLayout)) {
      const names = Object.keys(tables).flatMap((table) => [table, ...columnsOf(area as CopyArea, table)]);
      expect(dataCopyText[language]).toEqual(
        expect.objectContaining(Object.fromEntries(names.map((name) => [name, expect.any(String)]))),
      );
    }
  }
  expect(Object.keys(dataCopyValues.en)).toEqual(Object.keys(dataCopyValues.es));
});
