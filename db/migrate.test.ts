import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/postgres.ts';
import { connectDatabase, type DatabaseConnection, unhurriedLimits } from './connect.ts';
import { queryRows } from './database.ts';
import { MigrationError, migrate } from './migrate.ts';

// The package gives every array a method, which the other tests of this worker must not see.
Reflect.deleteProperty(Array.prototype, 'random');

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

async function emptyPostgres(): Promise<string> {
  const { url, drop } = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  closers.push(drop);
  return url;
}

async function open(databaseUrl: string): Promise<DatabaseConnection> {
  const connection = await connectDatabase({ databaseUrl }, unhurriedLimits);
  closers.unshift(() => connection.close());
  return connection;
}

test('two processes that start at once migrate once', async () => {
  const url = await emptyPostgres();
  const [one, other] = await Promise.all([open(url), open(url)]);
  const applied = await Promise.all([migrate(one.db), migrate(other.db)]);
  expect(applied.toSorted((a, b) => a - b)[0]).toBe(0);
  expect(Math.max(...applied)).toBeGreaterThan(0);
  expect(await migrate(one.db)).toBe(0);
});

test('a database that other migrations made is refused, and nothing of it is changed', async () => {
  const { db } = await open(await emptyPostgres());
  await migrate(db);
  await db.execute(sql`update drizzle.__drizzle_migrations set hash = 'of another edition'`);
  await expect(migrate(db)).rejects.toThrow(MigrationError);
  const rows = await queryRows<{ hash: string }>(db, sql`select hash from drizzle.__drizzle_migrations`);
  expect(rows).toEqual([{ hash: 'of another edition' }]);
});

/** What each migration of a version was that was given out, as SHA-256 in hexadecimal. */
const givenOut: Readonly<Record<string, string>> = {
  '0000_first-schema': 'e5a21bfa98b9591b2c5fe94d784640f6eedd74288a9331bf061e21ef0ec0defa',
};

test('a migration that was given out stays as it was, since databases made by it are refused otherwise', async () => {
  for (const [name, hash] of Object.entries(givenOut)) {
    const file = new URL(`./migrations/${name}.sql`, import.meta.url);
    expect([
      name,
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ]).toEqual([name, hash]);
  }
});

test('the embedded database gets the same tables', async () => {
  const tables = sql`select table_name as name from information_schema.tables
    where table_schema = 'public' order by table_name`;
  const postgres = await open(await emptyPostgres());
  const embedded = await connectDatabase({ memory: true });
  await Promise.all([migrate(postgres.db), migrate(embedded.db)]);
  const names = await queryRows(embedded.db, tables);
  expect(names).toEqual(await queryRows(postgres.db, tables));
  expect(names).toContainEqual({ name: 'ledger_postings' });
  await embedded.close();
});

test('the migrations make what the schema declares', async () => {
  const folder = new URL('./migrations/meta/', import.meta.url);
  const { entries } = JSON.parse(await readFile(new URL('_journal.json', folder), 'utf8'));
  const last = `${String(entries.at(-1).idx).padStart(4, '0')}_snapshot.json`;
  const migrated = JSON.parse(await readFile(new URL(last, folder), 'utf8'));
  const modules = import.meta.glob<Record<string, unknown>>('./schema/*.ts', { eager: true });
  const declared = generateDrizzleJson(Object.assign({}, ...Object.values(modules)));
  expect(await generateMigration(migrated, declared)).toEqual([]);
});
