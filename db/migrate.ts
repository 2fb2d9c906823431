import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from './database.ts';
import { databaseFailureOf } from './failure.ts';

/** The project's folder, found by its package, since a built server is not where its sources are. */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? '');

/** Where the migrations stand. */
export const migrationsFolder = join(projectFolder, 'db/migrations');
const migrationLock = 74_126_000;

/** How long a change waits for a table: statements that come after it wait as long behind it. */
const tableWaitMs = 500;
const nextTryMs = 1_500;

/** A database that was made by other migrations than these, so that nothing can be said of its tables. */
export class MigrationError extends Error {
  constructor() {
    super(
      'The database was made by another edition of these migrations and cannot be brought up to date. In development delete DATA_DIR; ' +
        'otherwise run the version that made it.',
    );
    this.name = 'MigrationError';
  }
}

/** A table that is to be changed is in use. */
class TableInUseError extends Error {}

/** How a database is brought up to date. */
export interface MigrationOptions {
  /** What is run in the place of a statement, where the tables are to be laid out otherwise. */
  readonly madeOf?: (statement: string) => readonly string[];
  /** Told each time a table was in use, before it is tried again. */
  readonly onTableInUse?: () => void;
}

type Migration = ReturnType<typeof readMigrationFiles>[number];

/**
 * Brings the schema up to date and gives the number of migrations applied. All or nothing; a second process that starts
 * at once waits and then finds nothing to do. The record is the one drizzle-kit reads. Where nothing is missing it only reads, so that a role
 * that may make no tables can serve what another one migrated. A table that is in use is asked for only for a moment at a time, and everything begun again, so
 * that those who use the database are never held up for long.
 * @throws MigrationError when a migration that was applied is not the one of its time here.
 */
export async function migrate(
  database: Database,
  { madeOf = (statement) => [statement], onTableInUse = () => {} }: MigrationOptions = {},
): Promise<number> {
  if ((await missingMigrations(database)).length === 0) return 0;
  for (;;) {
    try {
      return await inTransaction(database, (transaction) => applyMissing(transaction, madeOf));
    } catch (error) {
      if (!(error instanceof TableInUseError)) throw error;
      onTableInUse();
      await setTimeout(nextTryMs);
    }
  }
}

async function applyMissing(
  transaction: Transaction,
  madeOf: NonNullable<MigrationOptions['madeOf']>,
): Promise<number> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
  await transaction.execute(sql`create schema if not exists drizzle`);
  await transaction.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  const missing = await missingMigrations(transaction);
  await transaction.execute(sql`select set_config('lock_timeout', ${`${tableWaitMs}ms`}, true)`);
  for (const migration of missing) {
    for (const statement of migration.sql.flatMap(madeOf)) {
      await transaction.execute(sql.raw(statement)).catch((error: unknown) => {
        throw databaseFailureOf(error) === 'conflict' ? new TableInUseError() : error;
      });
    }
    await transaction.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`);
  }
  return missing.length;
}

async function missingMigrations(queryable: Queryable): Promise<Migration[]> {
  const migrations = readMigrationFiles({ migrationsFolder });
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
  if (isOther) throw new MigrationError();
  const newestMs = Math.max(0, ...appliedHashes.keys());
  return migrations.filter(({ folderMillis }) => folderMillis > newestMs);
}
