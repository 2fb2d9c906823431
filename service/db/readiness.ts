import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import type { DatabaseConnection } from './connect.ts';
import { isUndefinedObject } from './failure.ts';
import { migrationsFolder } from './migrate.ts';

/**
 * Why the database cannot serve. `database`: it is read-only or does not answer in time. `migrations`: its schema is older than this
 * program.
 */
export type DatabaseLack = 'database' | 'migrations';

export interface HeldLock {
  /** The loan whose row is locked; null for another row or a whole table. */
  readonly orderNumber: string | null;
  /** Null if the lock is on neither a row nor a table. */
  readonly table: string | null;
  readonly waitedMs: number;
  /** The session that holds the lock, or that waits for it ahead of ours. */
  readonly holder: {
    readonly processId: number;
    readonly application: string;
    readonly role: string;
    /** When its transaction began; when the wait began if the server does not say. */
    readonly since: string;
    readonly heldMs: number;
  };
}

export interface DatabaseProbe {
  /** Answers within two seconds whatever the database does; null if it can serve. */
  lack(): Promise<DatabaseLack | null>;
  /** The locks that sessions wait for, by their process ids; empty where the server cannot be asked. */
  locksBefore(processIds: readonly number[]): Promise<HeldLock[]>;
  close(): Promise<void>;
}

const limitMs = 2_000;
/** The same as in the serving pools, so that even rare probes find an open session. */
const idleSessionMs = 600_000;
const noSessionCode = '53300';

/**
 * Probes PostgreSQL over a connection of its own, so that an exhausted pool does not look like a failed server. If the server opens no more
 * connections, it probes over the pool. The embedded database has one session only.
 */
export function createDatabaseProbe(
  { db, kind }: Pick<DatabaseConnection, 'db' | 'kind'>,
  databaseUrl: string,
): DatabaseProbe {
  const newest = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis),
  );
  const askOverPool = async () => (await db.execute(schemaQuery)) as unknown as SchemaRow[];
  if (kind === 'pglite' || databaseUrl === '')
    return {
      lack: () => lackOf(askOverPool, newest),
      locksBefore: async () => [],
      close: async () => undefined,
    };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'llano readiness',
    max: 1,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    idleTimeoutMillis: idleSessionMs,
  });
  // The next probe opens another connection.
  pool.on('error', () => undefined);
  pool.on('connect', (session) => session.on('error', () => undefined));
  const ask = async (): Promise<SchemaRow[]> => {
    const session = await pool.connect().catch((error: unknown) => {
      if ((error as { readonly code?: unknown }).code === noSessionCode) return null;
      throw error;
    });
    // The server opens no more sessions, but those in the pool still serve.
    if (session === null) return askOverPool();
    let isGood = false;
    try {
      const { rows } = await session.query<SchemaRow>(schemaQuery);
      isGood = rows[0]?.isReadOnly === false;
      return rows;
    } finally {
      // A failed session is closed: the next one is opened on the server that is the primary by then.
      session.release(!isGood);
    }
  };
  return {
    lack: () => lackOf(ask, newest),
    locksBefore: (processIds) => locksBefore(pool, processIds).catch(() => []),
    close: () => pool.end(),
  };
}

interface SchemaRow {
  readonly newest: string | null;
  /** True on a standby. */
  readonly isReadOnly: boolean;
}

const schemaQuery = `select max(created_at)::text as newest, current_setting('transaction_read_only') = 'on' as "isReadOnly"
  from drizzle.__drizzle_migrations`;

/** Reads who holds the locks that sessions wait for. A lock on a whole table names no loan. */
async function locksBefore(pool: pg.Pool, processIds: readonly number[]): Promise<HeldLock[]> {
  const session = await pool.connect();
  let isGood = false;
  try {
    await session.query(`select set_config('lock_timeout', '100ms', false)`);
    const { rows } = await session.query<LockRow>(locksQuery, [processIds]);
    const locks: HeldLock[] = [];
    for (const { relation, place, table, waitedMs, ...holder } of rows) {
      const loan = place === null ? null : await session.query<LoanRow>(loanQuery, [relation, place]);
      locks.push({ orderNumber: loan?.rows[0]?.orderNumber ?? null, table, waitedMs, holder });
    }
    isGood = true;
    return locks;
  } finally {
    session.release(!isGood);
  }
}

interface LockRow extends Pick<HeldLock, 'table' | 'waitedMs'>, Readonly<HeldLock['holder']> {
  readonly relation: string | null;
  /** The row's physical address (`ctid`); null for a lock on the whole table. */
  readonly place: string | null;
}

type LoanRow = Pick<HeldLock, 'orderNumber'>;

/**
 * A session that waits for a row holds a tuple lock, which tells the row's address. For sessions of other roles the server shows only id,
 * program and role, unless our role may read its statistics.
 */
const locksQuery = `select place.relation::text, place.relation::regclass::text as "table",
    case when place.locktype = 'tuple' then format('(%s,%s)', place.page, place.tuple) end as place,
    round(extract(epoch from clock_timestamp() - wait.since) * 1000)::integer as "waitedMs",
    holder.pid as "processId", coalesce(holder.application_name, '') as application, coalesce(holder.usename, '') as role,
    to_char(coalesce(holder.xact_start, wait.since) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
    round(extract(epoch from clock_timestamp() - coalesce(holder.xact_start, wait.since)) * 1000)::float8 as "heldMs"
  from unnest($1::integer[]) as waiting(pid)
  cross join lateral (select min(waitstart) as since from pg_locks where pid = waiting.pid and not granted) wait
  cross join lateral (select distinct pid from unnest(pg_blocking_pids(waiting.pid)) as pid) blocking
  join pg_stat_activity holder on holder.pid = blocking.pid
  left join lateral (select relation, page, tuple, locktype from pg_locks where pid = waiting.pid
    and (locktype = 'tuple' or (locktype = 'relation' and not granted)) order by locktype desc limit 1) place on true
  where wait.since is not null limit 100`;

const loanQuery = `select order_number as "orderNumber" from loans where tableoid = $1::oid and ctid = $2::tid`;

async function lackOf(ask: () => Promise<SchemaRow[]>, newest: number): Promise<DatabaseLack | null> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, limitMs, new Error('late'));
  try {
    const [schema] = await Promise.race([ask(), late]);
    if (schema?.isReadOnly) return 'database';
    return Number(schema?.newest ?? 0) < newest ? 'migrations' : null;
  } catch (error) {
    return isUndefinedObject(error) ? 'migrations' : 'database';
  } finally {
    clearTimeout(timer);
  }
}
