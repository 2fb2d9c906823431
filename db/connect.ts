import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { type Database, databaseOf } from './database.ts';
import { lockFolder } from './folder-lock.ts';

/** Where the data is; the first that is given counts. */
export interface DatabaseLocation {
  /** A PostgreSQL server, `postgres://…`. */
  readonly databaseUrl?: string | undefined;
  /** How long a request waits for a session on that server before it fails; 15 s unless given. */
  readonly connectTimeoutMs?: number | undefined;
  /** A folder for the embedded database, used by one process at a time. */
  readonly dataDirectory?: string | undefined;
  /** An embedded database that is gone when the process ends. */
  readonly memory?: boolean | undefined;
}

/** An open database; `close` waits for what is under way. */
export interface DatabaseConnection {
  readonly db: Database;
  readonly kind: 'postgres' | 'pglite';
  close(): Promise<void>;
}

/** Sessions at once on a PostgreSQL server. */
const poolSize = 20;
const defaultConnectTimeoutMs = 15_000;

/**
 * Opens the database. On PostgreSQL the first query finds out whether the server answers.
 * @throws FolderInUseError when another process has the folder; Error when no location is given.
 */
export async function connectDatabase(location: DatabaseLocation): Promise<DatabaseConnection> {
  if (location.databaseUrl) return connectPostgres(location.databaseUrl, location.connectTimeoutMs);
  if (location.dataDirectory) return openFolder(location.dataDirectory);
  if (location.memory) return connectPglite(await PGlite.create());
  throw new Error('No database: give a PostgreSQL URL or a data folder.');
}

/** The connection of an embedded database that is already open. */
export function connectPglite(client: PGlite): DatabaseConnection {
  return { db: databaseOf(drizzlePglite({ client })), kind: 'pglite', close: () => client.close() };
}

function connectPostgres(
  connectionString: string,
  connectionTimeoutMillis = defaultConnectTimeoutMs,
): DatabaseConnection {
  const pool = new pg.Pool({ connectionString, max: poolSize, connectionTimeoutMillis });
  // A session that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return { db: databaseOf(drizzlePostgres({ client: pool })), kind: 'postgres', close: () => pool.end() };
}

async function openFolder(folder: string): Promise<DatabaseConnection> {
  const release = lockFolder(folder);
  try {
    const databaseFolder = join(folder, 'database');
    mkdirSync(databaseFolder, { recursive: true });
    const connection = connectPglite(await PGlite.create(databaseFolder));
    return {
      ...connection,
      async close() {
        await connection.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
