import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { partitioned } from '#tests/setup/partitioned.ts';
import { createTestDatabase, onServer } from '#tests/setup/postgres.ts';
import { connectDatabase, type DatabaseConnection, generousLimits } from './connect.ts';
import { queryRows } from './database.ts';
import { MigrationError, type MigrationOptions, migrate } from './migrate.ts';
import { migrationKind } from './migration-kinds.ts';

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** What fails once has failed. */
const unrepeated = { ...generousLimits, retryForMs: 0 };

/** An empty PostgreSQL database. */
async function emptyPostgres(): Promise<DatabaseConnection & { readonly url: string }> {
  const { url, drop } = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  const connection = await connectDatabase({ databaseUrl: url }, unrepeated);
  closers.push(drop, () => connection.close());
  return { ...connection, url };
}

/** A folder with these migrations, the statements of each. */
async function folderOf(...migrations: readonly (readonly string[])[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'llano-migrations-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'meta'));
  const tags = migrations.map((_, idx) => `000${idx}_made`);
  const entries = tags.map((tag, idx) => ({ idx, tag, when: idx + 1, version: '7', breakpoints: true }));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', entries }));
  for (const [idx, statements] of migrations.entries())
    await writeFile(
      join(folder, `${tags[idx]}.sql`),
      statements.map((statement) => `${statement};`).join('\n--> statement-breakpoint\n'),
    );
  return folder;
}

const madePayments = ['CREATE TABLE "payments" ("id" integer PRIMARY KEY, "key" text, "note" text)'];
const uniqueKey = 'create unique index concurrently "payments_key" on "payments" ("key" collate "C")';
const withUniqueKey = [
  `-- apart\n-- doubles: payments(key) by id where note is null\n${uniqueKey}`,
  'analyze "payments"',
];

async function appliedTo({ db }: DatabaseConnection): Promise<number> {
  const rows = await queryRows(db, sql`select id from drizzle.__drizzle_migrations`);
  return rows.length;
}

/** Whether the index is whole; undefined where there is none. */
async function isIndexValid({ db }: DatabaseConnection): Promise<boolean | undefined> {
  const [row] = await queryRows<{ isValid: boolean }>(
    db,
    sql`select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('payments_key')`,
  );
  return row?.isValid;
}

test('marks are read at the head alone, and one that cannot be read is refused', () => {
  expect(migrationKind(['select 1'])).toEqual({ isApart: false, keys: [] });
  expect(
    migrationKind(['-- Why.\n-- doubles: a(b, upper(c)) by id, d where e > 0\n-- apart\nselect 1']),
  ).toEqual({
    isApart: true,
    keys: [{ table: 'a', parts: 'b, upper(c)', namedBy: 'id, d', condition: 'e > 0' }],
  });
  expect(migrationKind(['select 1\n-- apart'])).toMatchObject({ isApart: false });
  expect(() => migrationKind(['-- doubles: a\nselect 1'])).toThrow('cannot be read: -- doubles: a');
  expect(() => migrationKind(['-- apart from that\nselect 1'])).toThrow('cannot be read');
});

test('statements that stand apart run outside a transaction, also on the embedded database', async () => {
  const folder = await folderOf(madePayments, withUniqueKey);
  const embedded = await connectDatabase({ memory: true });
  closers.push(() => embedded.close());
  for (const connection of [await emptyPostgres(), embedded]) {
    expect(await migrate(connection.db, { folder })).toBe(2);
    expect(await isIndexValid(connection)).toBe(true);
    expect(await migrate(connection.db, { folder })).toBe(0);
  }
});

test('an index that was interrupted is made anew by the next run, and what was done before stays done', async () => {
  const connection = await emptyPostgres();
  await migrate(connection.db, { folder: await folderOf(madePayments) });
  const folder = await folderOf(madePayments, [
    '-- apart\ncreate index concurrently "payments_note" on "payments" ("note")',
    uniqueKey,
  ]);
  await onServer(connection.url, async (writer) => {
    await writer.query('begin');
    await writer.query(`insert into payments values (1, 'one', null)`);
    const interrupted = expect(migrate(connection.db, { folder })).rejects.toThrow();
    await onServer(connection.url, async (watcher) => {
      const building = `select pid from pg_stat_activity where query like '%index concurrently%' and wait_event_type = 'Lock'`;
      const ask = async () => (await watcher.query<{ pid: number }>(building)).rows[0]?.pid;
      // The first index waits for the writer too.
      await expect.poll(ask).toBeDefined();
      await watcher.query('select pg_terminate_backend($1)', [await ask()]);
    });
    await interrupted;
    await writer.query('commit');
  });
  expect(await appliedTo(connection)).toBe(1);
  const [left] = await queryRows(
    connection.db,
    sql`select indexrelid::regclass::text as name from pg_index where not indisvalid`,
  );
  expect(left).toEqual({ name: 'payments_note' });
  expect(await migrate(connection.db, { folder })).toBe(1);
  expect(await queryRows(connection.db, sql`select from pg_index where not indisvalid`)).toEqual([]);
  expect(await isIndexValid(connection)).toBe(true);
});

test('rows that share a key that becomes unique are listed by their ids, before anything is changed', async () => {
  const connection = await emptyPostgres();
  await migrate(connection.db, { folder: await folderOf(madePayments) });
  await connection.db.execute(sql`insert into payments values (1, 'a secret', null), (2, 'b', null), (3, 'a secret', null),
    (4, 'b', 'set aside'), (5, null, null), (6, null, null)`);
  // One before it in the same upgrade waits too.
  const folder = await folderOf(madePayments, ['alter table "payments" add "later" text'], withUniqueKey);
  const error = await migrate(connection.db, { folder }).catch((reason: unknown) => reason as Error);
  expect(error).toBeInstanceOf(MigrationError);
  expect((error as Error).message).toMatch(/:\npayments\(key\): 2 rows, id: 1; 3$/);
  expect((error as Error).message).not.toContain('secret');
  expect([await appliedTo(connection), await isIndexValid(connection)]).toEqual([1, undefined]);
  await connection.db.execute(sql`update payments set key = 'c' where id = 3`);
  // A row that is left out of the mark is refused by the index itself.
  await connection.db.execute(sql`delete from payments where id = 4`);
  expect(await migrate(connection.db, { folder })).toBe(2);
  expect(await queryRows(connection.db, sql`select id from payments order by id`)).toHaveLength(5);
});

test('doubles in a table that an earlier migration fills stop before their own one', async () => {
  const connection = await emptyPostgres();
  const filled = [...madePayments, `insert into payments values (1, 'a', null), (2, 'a', null)`];
  const folder = await folderOf(filled, withUniqueKey);
  await expect(migrate(connection.db, { folder })).rejects.toThrow('payments(key): 2 rows, id: 1; 2');
  expect([await appliedTo(connection), await isIndexValid(connection)]).toEqual([1, undefined]);
});

test('doubles are found that an index does not find any more', async () => {
  const connection = await emptyPostgres();
  await migrate(connection.db, { folder: await folderOf(madePayments) });
  await connection.db.execute(sql`insert into payments values (1, 'a', null), (2, 'b', null)`);
  await connection.db.execute(sql`create unique index payments_old on payments (key)`);
  // What is written meanwhile is missing in it, as what an order of texts that changed puts elsewhere is not found.
  const setReady = (isReady: boolean) =>
    connection.db.execute(
      sql`update pg_index set indisready = ${isReady} where indexrelid = 'payments_old'::regclass`,
    );
  await setReady(false);
  await connection.db.execute(sql`insert into payments values (3, 'a', null)`);
  await setReady(true);
  const folder = await folderOf(madePayments, withUniqueKey);
  // A table of three rows is read by its index only where nothing else is allowed.
  const settings = 'enable_seqscan=off -c enable_bitmapscan=off';
  const eager = await connectDatabase({ databaseUrl: `${connection.url}?options=-c ${settings}` });
  closers.push(() => eager.close());
  await expect(migrate(eager.db, { folder })).rejects.toThrow('payments(key): 2 rows, id: 1; 3');
});

test('two processes that start at once make an index once, and end in no deadlock', async () => {
  const one = await emptyPostgres();
  const other = await connectDatabase({ databaseUrl: one.url }, unrepeated);
  closers.push(() => other.close());
  const folder = await folderOf(madePayments, withUniqueKey);
  const applied = await Promise.all([migrate(one.db, { folder }), migrate(other.db, { folder })]);
  expect(applied.toSorted((a, b) => a - b)).toEqual([0, 2]);
  expect(await isIndexValid(one)).toBe(true);
});

test('of a partitioned table an index is made in one transaction', async () => {
  const connection = await emptyPostgres();
  const folder = await folderOf(
    ['CREATE TABLE "payments" ("borrower_id" integer, "key" text, PRIMARY KEY("borrower_id"))'],
    ['-- apart\ncreate unique index concurrently "payments_key" on "payments" ("key", "borrower_id")'],
  );
  const madeOf: MigrationOptions['madeOf'] = (statement) => partitioned(statement, 2);
  expect(await migrate(connection.db, { folder, madeOf })).toBe(2);
  expect(await isIndexValid(connection)).toBe(true);
});

test('a migration that fails is taken back alone, and those before it stand', async () => {
  const connection = await emptyPostgres();
  const folder = await folderOf(madePayments, ['alter table "payments" add "later" text', 'select 1 / 0']);
  await expect(migrate(connection.db, { folder })).rejects.toThrow();
  expect(await appliedTo(connection)).toBe(1);
  const columns = sql`select from information_schema.columns where table_name = 'payments' and column_name = 'later'`;
  expect(await queryRows(connection.db, columns)).toEqual([]);
});
