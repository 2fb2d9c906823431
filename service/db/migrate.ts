import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Database, inTransaction, type Queryable, queryRows, type Transaction } from './database.ts';
import { doublesOf, keyColumnsExist, type UniqueKey } from './doubles.ts';
import { databaseFailureOf, isRepeatable, withRetries } from './failure.ts';
import { concurrentIndexOf, type MigrationKind, migrationKind, notConcurrent } from './migration-kinds.ts';
import { firstRow } from './rows.ts';

/** The project's folder, found by its package.json: a built server is not where its sources are. */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? '');

export const migrationsFolder = join(projectFolder, 'service/db/migrations');
const migrationLock = 74_126_000;

/** How long a change waits for a table; statements after it wait behind it for as long. */
const tableWaitMs = 500;
const nextTryMs = 1_500;
const otherProcessMs = 100;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const madeByOthers =
  'The database was made by another edition of these migrations and cannot be brought up to date. In development delete DATA_DIR; ' +
  'otherwise run the version that made it.';

class TableInUseError extends Error {}

export interface MigrationOptions {
  readonly folder?: string;
  readonly madeOf?: (statement: string) => readonly string[];
  readonly onTableInUse?: () => void;
}

type Migration = ReturnType<typeof readMigrationFiles>[number] & MigrationKind;

/**
 * Applies the missing migrations and returns their number. Each is one transaction with its record or, when its head says `-- apart`,
 * statements that run one by one and are recorded at the end; an interrupted one runs again. A second process waits and then finds nothing
 * to do. The record is drizzle-kit's. Without missing migrations it only reads, so a role that may make no tables can serve. It waits for a
 * table only a moment at a time, so that users are never blocked for long. @throws MigrationError when an applied migration differs from
 * the one here, or when rows share a key that becomes unique; both are checked first.
 */
export async function migrate(
  database: Database,
  {
    folder = migrationsFolder,
    madeOf = (statement) => [statement],
    onTableInUse = () => {},
  }: MigrationOptions = {},
): Promise<number> {
  if ((await missingMigrations(database, folder)).length === 0) return 0;
  let appliedCount = 0;
  await withRetries(database.sessions.retryForMs, isRepeatable, () =>
    database.sessions.keep(async (sessions) => {
      const session = new Database(sessions);
      await lockMigrations(session);
      try {
        const migrations = await prepareMissing(session, folder);
        for (const migration of migrations) {
          await refuseDoubles(session, migration.uncheckedKeys);
          const statements = migration.sql.flatMap(madeOf);
          if (migration.isApart) await runApart(session, statements, onTableInUse);
          await runTogether(session, migration.isApart ? [] : statements, onTableInUse, migration);
          appliedCount += 1;
        }
      } finally {
        await session.execute(sql`select pg_advisory_unlock(${migrationLock})`).catch(() => undefined);
      }
    }),
  );
  return appliedCount;
}

/** Polls for the lock: an index that is made concurrently would wait for the blocked statement of another process. */
async function lockMigrations(session: Database): Promise<void> {
  for (;;) {
    const [lock] = await queryRows<{ isOurs: boolean }>(
      session,
      sql`select pg_try_advisory_lock(${migrationLock}) as "isOurs"`,
    );
    if (lock?.isOurs) return;
    await setTimeout(otherProcessMs);
  }
}

/** The missing migrations, each with those of its keys whose columns do not exist yet; rows that share another of its keys are refused. */
async function prepareMissing(session: Database, folder: string) {
  await session.execute(sql`create schema if not exists drizzle`);
  await session.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  const missing = await missingMigrations(session, folder);
  const checked = new Set<UniqueKey>();
  for (const key of missing.flatMap(({ keys }) => keys)) {
    if (await keyColumnsExist(session, key)) checked.add(key);
  }
  await refuseDoubles(session, [...checked]);
  return missing.map((migration) => ({
    ...migration,
    uncheckedKeys: migration.keys.filter((key) => !checked.has(key)),
  }));
}

async function refuseDoubles(session: Database, keys: readonly UniqueKey[]): Promise<void> {
  const doubles: string[] = [];
  for (const key of keys) doubles.push(...(await doublesOf(session, key)));
  if (doubles.length === 0) return;
  throw new MigrationError(
    'Some rows share a key that becomes unique with this version, so their tables were not changed. Of each line find the row that ' +
      `came later, give it a key of its own as docs/upgrade.md says, and start again:\n${doubles.join('\n')}`,
  );
}

async function runTogether(
  session: Database,
  statements: readonly string[],
  onTableInUse: () => void,
  migration?: Migration,
): Promise<void> {
  const run = async (transaction: Transaction) => {
    await transaction.execute(sql`select set_config('lock_timeout', ${`${tableWaitMs}ms`}, true)`);
    for (const statement of statements) {
      await transaction.execute(sql.raw(statement)).catch((error: unknown) => {
        throw databaseFailureOf(error) === 'conflict' ? new TableInUseError() : error;
      });
    }
    if (!migration) return;
    await transaction.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`);
  };
  for (;;) {
    try {
      return await inTransaction(session, run);
    } catch (error) {
      if (!(error instanceof TableInUseError)) throw error;
      onTableInUse();
      await setTimeout(nextTryMs);
    }
  }
}

/** Runs statements one by one, outside a transaction. Remakes an index that an interrupted run left unfinished. */
async function runApart(session: Database, statements: readonly string[], onTableInUse: () => void) {
  for (const statement of statements) {
    const index = concurrentIndexOf(statement);
    const state = index && (await stateOfIndex(session, index));
    if (state?.isValid) continue;
    if (state?.isValid === false) await session.execute(sql.raw(`drop index concurrently "${index?.name}"`));
    // PostgreSQL makes no index of a whole partitioned table concurrently.
    if (state?.isPartitioned) await runTogether(session, [notConcurrent(statement)], onTableInUse);
    else await session.execute(sql.raw(statement));
  }
}

/** Whether an index's table is partitioned and whether the index is complete; null where it does not exist. */
async function stateOfIndex(
  session: Database,
  { name, table }: { readonly name: string; readonly table: string },
) {
  return firstRow(
    queryRows<{ isPartitioned: boolean; isValid: boolean | null }>(
      session,
      sql`select relkind = 'p' as "isPartitioned",
        (select indisvalid from pg_index where indexrelid = to_regclass(${`"${name}"`})) as "isValid"
      from pg_class where oid = to_regclass(${`"${table}"`})`,
    ),
  );
}

async function missingMigrations(queryable: Queryable, folder: string): Promise<Migration[]> {
  const migrations = readMigrationFiles({ migrationsFolder: folder }).map((migration) => ({
    ...migration,
    ...migrationKind(migration.sql),
  }));
  const [record] = await queryRows<{ exists: boolean }>(
    queryable,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!record?.exists) return migrations;
  const applied = await queryRows<{ hash: string; appliedMs: string }>(
    queryable,
    sql`select hash, created_at::text as "appliedMs" from drizzle.__drizzle_migrations`,
  );
  const appliedHashes = new Map(applied.map(({ hash, appliedMs }) => [Number(appliedMs), hash]));
  const isOther = migrations.some(
    ({ folderMillis, hash }) => (appliedHashes.get(folderMillis) ?? hash) !== hash,
  );
  if (isOther) throw new MigrationError(madeByOthers);
  const newestMs = Math.max(0, ...appliedHashes.keys());
  return migrations.filter(({ folderMillis }) => folderMillis > newestMs);
}
