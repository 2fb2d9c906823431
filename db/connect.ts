import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { createAnswerWatch } from './answer-watch.ts';
import { type Database, databaseOf, type PreparedAsk } from './database.ts';
import {
  isRepeatable,
  isSessionMissing,
  isSessionSpoiled,
  SessionsExhaustedError,
  withRetries,
} from './failure.ts';
import { lockFolder } from './folder-lock.ts';
import { createRepeatedStatements } from './repeated-statements.ts';

/** Stands around a statement, for traces: its text with placeholders, never a value. */
export type StatementHook = (text: string, ask: () => Promise<unknown>) => Promise<unknown>;

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

/** How much of a PostgreSQL server one process takes, and how long anything waits for it. */
export interface DatabaseLimits {
  /** Sessions for pages and jobs. */
  readonly poolSize: number;
  /** Sessions for the messages of the lender's systems, so that those waiting for one loan leave the others free. */
  readonly hostPoolSize: number;
  /** How long a request waits for a session. */
  readonly connectTimeoutMs: number;
  /** How long a statement waits for a lock. */
  readonly lockTimeoutMs: number;
  /** How long a statement runs; a server that does not answer is given up `answerMarginMs` later. 0 for any time. */
  readonly statementTimeoutMs: number;
  /** How long a transaction may stand still. */
  readonly idleTransactionTimeoutMs: number;
  /** How long what failed for the moment is tried again. */
  readonly retryForMs: number;
}

/** Limits under which a page is answered within 5 seconds whatever the database does. */
export const usualLimits: DatabaseLimits = {
  poolSize: 20,
  hostPoolSize: 5,
  connectTimeoutMs: 1500,
  lockTimeoutMs: 1000,
  statementTimeoutMs: 3000,
  idleTransactionTimeoutMs: 10_000,
  retryForMs: 2000,
};

/** For one long piece of work, such as a migration, that waits as long as it takes. */
export const generousLimits: DatabaseLimits = {
  poolSize: 2,
  hostPoolSize: 1,
  connectTimeoutMs: 15_000,
  lockTimeoutMs: 0,
  statementTimeoutMs: 0,
  idleTransactionTimeoutMs: 0,
  retryForMs: 15_000,
};

/** How long a session that nobody uses is kept: whoever has one opened instead waits some 50 ms, and others beside. */
const idleSessionMs = 600_000;

/**
 * What a server may have set otherwise and answers are read by, or work relies on: a server for people who write days first gives `23/11/2026`,
 * and one that isolates transactions further ends those that waited for a lock.
 */
const sessionSettings = {
  datestyle: 'ISO',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
};

/** Has a session of a role that looks for tables elsewhere look in `public`, where the sequences are. */
export const usePublicSchema = `set_config('search_path',
  case when 'public' = any (current_schemas(false)) then current_setting('search_path') else 'public' end, false)`;

/** Sets a session by a statement of its own: a pooler between refuses to open one with such settings, or leaves them out. */
function setSessionTo({
  lockTimeoutMs,
  statementTimeoutMs,
  idleTransactionTimeoutMs,
}: DatabaseLimits): string {
  const settings = {
    ...sessionSettings,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return `select ${[...set, usePublicSchema].join(', ')}`;
}

/** How long a server that runs needs to say that it ended a statement. */
const answerMarginMs = 500;

/** How the sessions of one pool are used. */
export interface PoolUse {
  readonly pool: 'pages' | 'host';
  /** Sessions that are open. */
  readonly total: number;
  readonly idle: number;
  /** Requests that wait for a session, and how long the first of them has. */
  readonly waiting: number;
  readonly longestWaitMs: number;
}

/** An open database; `close` waits for what is under way. */
export interface DatabaseConnection {
  readonly db: Database;
  /** The same database over sessions of its own, for the messages of the lender's systems. */
  readonly hostDb: Database;
  readonly kind: 'postgres' | 'pglite';
  /** How its pools are used; none where the database is embedded. */
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

/**
 * Opens the database. On PostgreSQL the first query finds out whether the server answers.
 * @param around stands around each statement on PostgreSQL.
 * @throws FolderInUseError when another process has the folder; Error when no location is given.
 */
export async function connectDatabase(
  location: DatabaseLocation,
  limits: DatabaseLimits = usualLimits,
  around: StatementHook = (_text, ask) => ask(),
): Promise<DatabaseConnection> {
  if (location.databaseUrl) return connectPostgres(location.databaseUrl, limits, around);
  if (location.dataDirectory) return openFolder(location.dataDirectory);
  if (location.memory) return connectPglite(await PGlite.create());
  throw new Error('No database: give a PostgreSQL URL or a data folder.');
}

/** The connection of an embedded database that is already open. */
export function connectPglite(client: PGlite): DatabaseConnection {
  const db = databaseOf(drizzlePglite({ client }), 0);
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
): DatabaseConnection {
  const pool = (max: number) => new RetryingPool(poolConfig(connectionString, limits, max), limits, around);
  const pages = pool(limits.poolSize);
  const host = pool(limits.hostPoolSize);
  const open = (client: RetryingPool) =>
    databaseOf(drizzlePostgres({ client }), limits.retryForMs, {
      isPipelined: true,
      ask: client.ask,
    });
  return {
    db: open(pages),
    hostDb: open(host),
    kind: 'postgres',
    pools: () => [useOf('pages', pages), useOf('host', host)],
    close: async () => {
      await Promise.all([pages.end(), host.end()]);
    },
  };
}

function useOf(
  pool: PoolUse['pool'],
  { totalCount, idleCount, waitingCount, longestWaitMs }: RetryingPool,
): PoolUse {
  return { pool, total: totalCount, idle: idleCount, waiting: waitingCount, longestWaitMs };
}

function poolConfig(connectionString: string, limits: DatabaseLimits, max: number): pg.PoolConfig {
  return {
    connectionString,
    max,
    idleTimeoutMillis: idleSessionMs,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    keepAlive: true,
    // Statements go out as they are asked, and are answered in that order.
    pipeline: true,
    application_name: 'llano',
  };
}

/** A pool whose sessions may break or be spoiled at any moment, and that asks again what had no effect. */
class RetryingPool extends pg.Pool {
  readonly #retryForMs: number;
  readonly #around: StatementHook;
  /** In the order in which they came. */
  readonly #waitingSince: { readonly at: number }[] = [];
  #openCount = 0;
  /** Which session each is, in the order in which they were opened, and the last that was open when one was found spoiled. */
  readonly #places = new WeakMap<object, number>();
  #lastPlace = 0;
  #spoiledPlace = 0;

  constructor(config: pg.PoolConfig, limits: DatabaseLimits, around: StatementHook) {
    super(config);
    const { retryForMs, statementTimeoutMs } = limits;
    this.#retryForMs = retryForMs;
    this.#around = around;
    const watchAnswers = createAnswerWatch(
      statementTimeoutMs === 0 ? 0 : statementTimeoutMs + answerMarginMs,
    );
    const prepareRepeated = createRepeatedStatements();
    const setSession = setSessionTo(limits);
    // Without listeners a session that breaks, idle or at work, would end the process.
    this.on('error', () => undefined);
    this.on('remove', () => {
      this.#openCount -= 1;
    });
    this.on('connect', (session) => {
      this.#openCount += 1;
      this.#lastPlace += 1;
      this.#places.set(session, this.#lastPlace);
      session.on('error', () => undefined);
      session.query(setSession).catch(() => void session.end());
      session.connection.on('errorMessage', (error) => {
        if (isSessionSpoiled(error)) this.#spoiledPlace = this.#lastPlace;
      });
      prepareRepeated(session);
      watchAnswers(session);
      standAround(session, around);
      beginWithFirst(session);
    });
  }

  /** How long the first of those has waited who wait for a session; 0 for nobody. */
  get longestWaitMs(): number {
    const [first] = this.#waitingSince;
    return first === undefined ? 0 : performance.now() - first.at;
  }

  override connect(told?: (...given: never[]) => void): never {
    const waiting = { at: performance.now() };
    this.#waitingSince.push(waiting);
    const ended = (error?: unknown) => {
      const place = this.#waitingSince.indexOf(waiting);
      if (place !== -1) this.#waitingSince.splice(place, 1);
      // One that could not be opened is another matter: it may be the next time.
      const isCrowded = isSessionMissing(error) && this.#openCount >= this.options.max;
      return isCrowded ? new SessionsExhaustedError(error) : error;
    };
    const connect = super.connect.bind(this) as (callback?: unknown) => Promise<pg.PoolClient>;
    if (told) {
      return connect((error: unknown, session: pg.PoolClient | undefined, release: Release) => {
        const failure = ended(error);
        if (!this.#isSpoiled(session))
          return (told as (...given: unknown[]) => void)(failure, session, release);
        release(true);
        this.connect(told);
      }) as never;
    }
    return connect().then(
      (session) => {
        ended();
        if (!this.#isSpoiled(session)) return session;
        session.release(true);
        return this.connect();
      },
      (error: unknown) => {
        throw ended(error);
      },
    ) as never;
  }

  #isSpoiled(session: pg.PoolClient | undefined): boolean {
    return session !== undefined && (this.#places.get(session) ?? 0) <= this.#spoiledPlace;
  }

  override query(...given: unknown[]): never {
    const ask = super.query.bind(this) as (...given: unknown[]) => Promise<unknown>;
    return this.#patiently(textOf(given), () => ask(...given)) as never;
  }

  /** Asks a prepared statement, with no more than the driver itself needs to be told. */
  ask: PreparedAsk = (name, text, values) =>
    this.#patiently(text, () => {
      const query = Object.assign(new pg.Query(text, values), { name });
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
      const answered = (error: Error | undefined, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result);
      super.query(query as never, answered as never);
      return promise.then(({ rows }) => rows);
    }) as ReturnType<PreparedAsk>;

  #patiently(text: string, ask: () => Promise<unknown>): Promise<unknown> {
    const isSafe = (error: unknown) => isSessionSpoiled(error) || (isRead(text) && isRepeatable(error));
    return this.#around(text, () => withRetries(this.#retryForMs, isSafe, ask));
  }
}

/** Gives a session back to its pool, or ends it. */
type Release = (isToEnd?: boolean) => void;

function isRead(text: string): boolean {
  return /^\s*select\b/i.test(text);
}

function textOf([statement]: readonly unknown[]): string {
  return typeof statement === 'string' ? statement : (statement as { text: string }).text;
}

/** Stands around the statements of a transaction; those of the pool itself take a callback and are known there. */
function standAround(session: pg.PoolClient, around: StatementHook): void {
  const ask = session.query.bind(session) as (...given: unknown[]) => unknown;
  session.query = ((...given: unknown[]) =>
    typeof given.at(-1) === 'function'
      ? ask(...given)
      : around(textOf(given), () => ask(...given) as Promise<unknown>)) as typeof session.query;
}

/**
 * Has BEGIN go out with the first statement of its transaction, which fails when BEGIN does. Only what reads or locks goes with
 * it: were BEGIN refused, it would take effect by itself. What writes waits for the answer to BEGIN.
 */
function beginWithFirst(session: pg.PoolClient): void {
  const ask = session.query.bind(session) as (...given: unknown[]) => Promise<unknown>;
  let begun: Promise<unknown> | undefined;
  let waiting: Promise<unknown>[] = [];
  session.query = ((...given: unknown[]) => {
    if (typeof given.at(-1) === 'function') return ask(...given);
    const text = textOf(given);
    if (/^begin\b/i.test(text)) {
      const opened = ask(...given);
      const over = () => {
        begun = undefined;
      };
      opened.then(over, over);
      begun = opened;
      waiting = [];
      return Promise.resolve();
    }
    if (begun === undefined) return isCommit(text) ? ask(...given).then(requireCommitted) : ask(...given);
    if (waiting.length === 0 && isRead(text)) {
      return Promise.all([begun, ask(...given)]).then(([, answer]) => answer);
    }
    // The end of a transaction waits for all of it, since the driver may refuse a statement that is only sent later.
    const isEnd = /^(commit|release)\b/i.test(text);
    const answer = isEnd
      ? Promise.all([begun, ...waiting]).then(() => session.query(...(given as [string])))
      : begun.then(() => ask(...given));
    waiting.push(answer);
    return answer;
  }) as typeof session.query;
}

const isCommit = (text: string): boolean => /^commit\b/i.test(text);

/** PostgreSQL answers the commit of a transaction in which a statement failed by taking it back, as if nothing were wrong. */
function requireCommitted(answer: unknown): unknown {
  if ((answer as pg.QueryResult).command !== 'ROLLBACK') return answer;
  throw new Error('A transaction in which a statement failed was to be committed, and was taken back.');
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
