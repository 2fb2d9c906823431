import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, inTransaction, type Queryable, queryRows } from './database.ts';

/** The project's folder, found by its package, since a built server is not where its sources are. */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? '');

/** Where the migrations stand. */
export const migrationsFolder = join(projectFolder, 'db/migrations');
const migrationLock = 74_126_000;

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

type Migration = ReturnType<typeof readMigrationFiles>[number];

/**
 * Brings the schema up to date and gives the number of migrations applied. All or nothing; a second process that starts
 * at once waits and then finds nothing to do. The record is the one drizzle-kit reads. Where nothing is missing it only reads, so that a role
 * that may make no tables can serve what another one migrated.
 * @param madeOf what is run in the place of a statement, where the tables are to be laid out otherwise.
 * @throws MigrationError when a migration that was applied is not the one of its time here.
 */
export async function migrate(
  database: Database,
  madeOf: (statement: string) => readonly string[] = (statement) => [statement],
): Promise<number> {
  if ((await missingMigrations(database)).length === 0) return 0;
  return inTransaction(database, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
    const missing = await missingMigrations(tx);
    for (const migration of missing) {
      for (const statement of migration.sql.flatMap(madeOf)) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${migration.hash}, ${migration.folderMillis})`);
    }
    return missing.length;
  });
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
