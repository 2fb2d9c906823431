import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { queryRows } from '#db/database.ts';
import { localDate } from '#domain/calendar.ts';
import { fillPortfolio } from '#fixtures/portfolio.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { readServiceStatements } from '#tests/setup/service-statements.ts';
import { openRecordedDatabase } from '#tests/setup/statement-plans.ts';

// After `npm run unit`, whose services asked what is planned here on the tables of a portfolio.

const connection = await openPostgresDatabase(0);
await fillPortfolio(connection.url, { loans: 6_000, through: localDate('2026-11-20') });
const { indexesOf, close } = openRecordedDatabase(connection.url, { readsNoTableWhole: true });
afterAll(async () => {
  await close();
  await connection.close();
});

const statements = readServiceStatements();
const used = new Set<string>();
const unplanned: string[] = [];
for (const statement of statements) {
  const indexes = await indexesOf(statement).catch(() => null);
  if (indexes === null) unplanned.push(statement.text);
  for (const index of indexes ?? []) used.add(index);
}

/** Those that keep nothing unique, and are not how PostgreSQL finds the rows that refer to one that is deleted. */
const indexes = await queryRows<{ name: string; table: string; deletedFrom: string[] }>(
  connection.db,
  sql`select index.indexrelid::regclass::text as name, index.indrelid::regclass::text as "table",
      array(select referred.confrelid::regclass::text from pg_constraint as referred
        where referred.contype = 'f' and referred.conrelid = index.indrelid
        and referred.conkey = (index.indkey::smallint[])[0:cardinality(referred.conkey) - 1]) as "deletedFrom"
    from pg_index as index join pg_class as owner on owner.oid = index.indrelid
    where not index.indisunique and owner.relnamespace = 'public'::regnamespace order by 1`,
);

test('the suite asked what a lender asks', () => {
  expect(new Set(statements.map(({ text }) => text)).size).toBeGreaterThan(500);
  expect(unplanned).toEqual([]);
});

test('every index that keeps nothing unique is one that a statement of a service is answered by', () => {
  const isDeletedFrom = (table: string) =>
    statements.some(({ text }) => text.includes(`delete from "${table}"`));
  const unused = indexes.filter(
    ({ name, deletedFrom }) => !used.has(name) && !deletedFrom.some(isDeletedFrom),
  );
  expect(unused.map(({ name, table }) => `${name} of ${table}`)).toEqual([]);
});
