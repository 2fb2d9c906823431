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
await fillPortfolio(connection.url, { loans: 1_000, through: localDate('2026-11-20') });
const { indexesOf, close } = openRecordedDatabase(connection.url, { readsNoTableWhole: true });
afterAll(async () => {
  await close();
  await connection.close();
});

const statements = readServiceStatements();
const unplanned: string[] = [];
/** The indexes that statements are answered by. */
async function usedBy(asked: typeof statements): Promise<Set<string>> {
  const used = new Set<string>();
  for (const statement of asked) {
    const indexes = await indexesOf(statement).catch(() => null);
    if (indexes === null) unplanned.push(statement.text);
    for (const index of indexes ?? []) used.add(index);
  }
  return used;
}
const used = await usedBy(statements);

/** Those that keep nothing unique, and are not how PostgreSQL finds the rows that refer to one that is deleted. */
const indexes = await queryRows<{ name: string; table: string; definition: string; deletedFrom: string[] }>(
  connection.db,
  sql`select index.indexrelid::regclass::text as name, index.indrelid::regclass::text as "table",
      pg_get_indexdef(index.indexrelid) as definition,
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

/** What a plan on tables of few rows does not show. */
const ownReasons: Readonly<Record<string, string>> = {
  borrower_changes_told: 'where few numbers are told, the unique index of open changes is read in its place',
  complaints_loan: 'the whole course of a loan is read by it, which no early statement of a worker asks for',
  new_plans_waiting: 'where few are proposed, the unique index of those is read in its place',
  request_counts_expire: 'rate-limiter-flexible deletes by it, in a session of its own',
};

/** Whether a statement is answered by an index where its table has no other: of two, a table of few rows tells nothing. */
async function isUsedAlone({ name, table }: (typeof indexes)[number]): Promise<boolean> {
  const others = indexes.filter((other) => other.table === table && other.name !== name);
  for (const other of others) await connection.db.execute(sql.raw(`drop index ${other.name}`));
  const asked = statements.filter(({ text }) => text.includes(`"${table}"`) || text.includes(` ${table} `));
  const isUsed = (await usedBy(asked)).has(name);
  for (const { definition } of others) await connection.db.execute(sql.raw(definition));
  return isUsed;
}

test('every index that keeps nothing unique is one that a statement of a service is answered by', async () => {
  const isDeletedFrom = (table: string) =>
    statements.some(({ text }) => text.includes(`delete from "${table}"`));
  const unused: string[] = [];
  for (const index of indexes) {
    const isKnown = used.has(index.name) || index.name in ownReasons;
    if (isKnown || index.deletedFrom.some(isDeletedFrom)) continue;
    if (!(await isUsedAlone(index))) unused.push(`${index.name} of ${index.table}`);
  }
  expect(unused).toEqual([]);
});
