import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { DatabaseConnection } from './connect.ts';
import { type Database, databaseOf, queryRows } from './database.ts';
import { migrationsFolder } from './migrate.ts';

/** What a database still lacks: it does not answer in time, or its schema is older than this program. */
export type DatabaseLack = 'database' | 'migrations';

/** Asks a database whether it can serve. */
export interface DatabaseProbe {
  /** Answers within two seconds, whatever the database does; null when it lacks nothing. */
  lack(): Promise<DatabaseLack | null>;
  close(): Promise<void>;
}

const limitMs = 2_000;

/**
 * A probe of PostgreSQL over a connection of its own, so that a pool in use up to its last session says nothing about
 * it; the embedded database has one session only.
 */
export function createDatabaseProbe(
  { db, kind }: Pick<DatabaseConnection, 'db' | 'kind'>,
  databaseUrl: string,
): DatabaseProbe {
  const newest = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis),
  );
  if (kind === 'pglite' || databaseUrl === '')
    return { lack: () => lackOf(db, newest), close: async () => undefined };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'llano readiness',
    max: 1,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  // The next question opens another connection.
  pool.on('error', () => undefined);
  const own = databaseOf(drizzle({ client: pool }), 0);
  return { lack: () => lackOf(own, newest), close: () => pool.end() };
}

async function lackOf(database: Database, newest: number): Promise<DatabaseLack | null> {
  const asked = queryRows<{ applied: string | null }>(
    database,
    sql`select max(created_at)::text as applied from drizzle.__drizzle_migrations`,
  );
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, limitMs, new Error('late'));
  try {
    const [last] = await Promise.race([asked, late]);
    return Number(last?.applied ?? 0) < newest ? 'migrations' : null;
  } catch (error) {
    return isUndefinedTable(error) ? 'migrations' : 'database';
  } finally {
    clearTimeout(timer);
  }
}

function isUndefinedTable(error: unknown): boolean {
  const { cause } = error as Error;
  return ['42P01', '3F000'].includes(String((cause as { code?: unknown } | undefined)?.code));
}
