import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Database } from './database.ts';
import { embeddedConnection } from './embedded-sessions.ts';
import { lockFolder } from './folder-lock.ts';
import { PostgresConnections, type SessionsUse, type WaitLimits } from './postgres-sessions.ts';
import { Sessions, type StatementHook } from './session.ts';

/** Where the data are; the first field that is set counts. */
export interface DatabaseLocation {
  readonly databaseUrl?: string | undefined;
  /** How long a request waits for a session before it fails; 15 s unless given. */
  readonly connectTimeoutMs?: number | undefined;
  readonly dataDirectory?: string | undefined;
  readonly memory?: boolean | undefined;
}

export interface DatabaseLimits extends WaitLimits {
  readonly poolSize: number;
  /** Sessions for host calls, so that calls that wait for one loan do not block pages. */
  readonly hostPoolSize: number;
  readonly retryForMs: number;
}

/** With these limits a page is answered within 5 seconds whatever the database does. */
export const usualLimits: DatabaseLimits = {
  poolSize: 20,
  hostPoolSize: 5,
  connectTimeoutMs: 1500,
  lockTimeoutMs: 1000,
  statementTimeoutMs: 3000,
  idleTransactionTimeoutMs: 10_000,
  retryForMs: 2000,
};

export const generousLimits: DatabaseLimits = {
  poolSize: 2,
  hostPoolSize: 1,
  connectTimeoutMs: 15_000,
  lockTimeoutMs: 0,
  statementTimeoutMs: 0,
  idleTransactionTimeoutMs: 0,
  retryForMs: 15_000,
};

export interface PoolUse extends SessionsUse {
  readonly pool: 'pages' | 'host';
}

/** An open database; `close` waits for the statements under way. */
export interface DatabaseConnection {
  readonly db: Database;
  readonly hostDb: Database;
  readonly kind: 'postgres' | 'pglite';
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

/**
 * Opens the database. On PostgreSQL the first query finds out whether the server answers. @param around wraps each statement on PostgreSQL.
 * @param onWaiting as of `PostgresConnections`. @throws FolderInUseError when another process has the folder; Error when no location is
 * given.
 */
export async function connectDatabase(
  location: DatabaseLocation,
  limits: DatabaseLimits = usualLimits,
  around: StatementHook = (_text, ask) => ask(),
  onWaiting?: (processIds: readonly number[]) => void,
): Promise<DatabaseConnection> {
  if (location.databaseUrl) return connectPostgres(location.databaseUrl, limits, around, onWaiting);
  if (location.dataDirectory) return openFolder(location.dataDirectory);
  if (location.memory) return connectPglite(await PGlite.create());
  throw new Error('No database: give a PostgreSQL URL or a data folder.');
}

export function connectPglite(client: PGlite): DatabaseConnection {
  const db = new Database(new Sessions(embeddedConnection(client), 0));
  return {
    db,
    hostDb: db,
    kind: 'pglite',
    pools: () => [],
    close: () => client.close(),
  };
}

function connectPostgres(
  connectionString: string,
  limits: DatabaseLimits,
  around: StatementHook,
  onWaiting: ((processIds: readonly number[]) => void) | undefined,
): DatabaseConnection {
  const pages = new PostgresConnections(connectionString, limits.poolSize, limits, onWaiting);
  const host = new PostgresConnections(connectionString, limits.hostPoolSize, limits, onWaiting);
  const open = (connections: PostgresConnections) =>
    new Database(new Sessions(connections, limits.retryForMs, around));
  return {
    db: open(pages),
    hostDb: open(host),
    kind: 'postgres',
    pools: () => [
      { pool: 'pages', ...pages.use },
      { pool: 'host', ...host.use },
    ],
    close: async () => {
      await Promise.all([pages.close(), host.close()]);
    },
  };
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
