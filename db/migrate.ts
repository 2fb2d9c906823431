import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Database, inTransaction, queryRows } from './database.ts';

/** Where the migrations stand. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const migrationLock = 74_126_000;

/**
 * Brings the schema up to date and gives the number of migrations applied. All or nothing; a second process that starts
 * at once waits and then finds nothing to do. The record is the one drizzle-kit reads.
 */
export async function migrate(database: Database): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder });
  return inTransaction(database, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
    const [last] = await queryRows<{ applied: string | null }>(
      tx,
      sql`select max(created_at)::text as applied from drizzle.__drizzle_migrations`,
    );
    const missing = migrations.filter((migration) => migration.folderMillis > Number(last?.applied ?? 0));
    for (const migration of missing) {
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${migration.hash}, ${migration.folderMillis})`);
    }
    return missing.length;
  });
}
