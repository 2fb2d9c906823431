import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import type { DatabaseConnection } from './connect.ts';
import { migrationsFolder } from './migrate.ts';

/** What a database still lacks: it does not answer in time or lets nothing be written, or its schema is older than this program. */
export type DatabaseLack = 'database' | 'migrations';

/** Asks a database whether it can serve. */
export interface DatabaseProbe {
  /** Answers within two seconds, whatever the database does; null when it lacks nothing. */
  lack(): Promise<DatabaseLack | null>;
  close(): Promise<void>;
}

const limitMs = 2_000;
/** As long as those that serve, so that a caller that asks seldom finds it open too. */
const idleSessionMs = 600_000;
/** SQLSTATE of a server that gives no more sessions. */
const noSessionCode = '53300';

/**
 * A probe of PostgreSQL over a connection of its own, so that a pool in use up to its last session says nothing about
 * it, and over the pool's where the server gives no more; the embedded database has one session only.
 */
export function createDatabaseProbe(
  { db, kind }: Pick<DatabaseConnection, 'db' | 'kind'>,
  databaseUrl: string,
): DatabaseProbe {
  const newest = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis),
  );
  const askBeside = async () => (await db.execute(schemaQuery)) as unknown as SchemaRow[];
  if (kind === 'pglite' || databaseUrl === '')
    return { lack: () => lackOf(askBeside, newest), close: async () => undefined };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'llano readiness',
    max: 1,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    idleTimeoutMillis: idleSessionMs,
  });
  // The next question opens another connection, whether this one broke idle or at work.
  pool.on('error', () => undefined);
  pool.on('connect', (session) => session.on('error', () => undefined));
  const ask = async (): Promise<SchemaRow[]> => {
    const session = await pool.connect().catch((error: unknown) => {
      if ((error as { readonly code?: unknown }).code === noSessionCode) return null;
      throw error;
    });
    // Others have taken what the server gives: the sessions that are open already go on serving.
    if (session === null) return askBeside();
    let isGood = false;
    try {
      const { rows } = await session.query<SchemaRow>(schemaQuery);
      isGood = rows[0]?.isReadOnly === false;
      return rows;
    } finally {
      // The next one is of whichever server is the primary then.
      session.release(!isGood);
    }
  };
  return { lack: () => lackOf(ask, newest), close: () => pool.end() };
}

/** The schema of a database as its server has it. */
interface SchemaRow {
  /** When the newest migration that it has was made, in milliseconds. */
  readonly newest: string | null;
  /** Whether nothing may be written, as on a standby. */
  readonly isReadOnly: boolean;
}

const schemaQuery = `select max(created_at)::text as newest, current_setting('transaction_read_only') = 'on' as "isReadOnly"
  from drizzle.__drizzle_migrations`;

async function lackOf(ask: () => Promise<SchemaRow[]>, newest: number): Promise<DatabaseLack | null> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, limitMs, new Error('late'));
  try {
    const [schema] = await Promise.race([ask(), late]);
    if (schema?.isReadOnly) return 'database';
    return Number(schema?.newest ?? 0) < newest ? 'migrations' : null;
  } catch (error) {
    return isUndefinedTable(error) ? 'migrations' : 'database';
  } finally {
    clearTimeout(timer);
  }
}

function isUndefinedTable(error: unknown): boolean {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return cause === undefined ? ['42P01', '3F000'].includes(String(code)) : isUndefinedTable(cause);
}
