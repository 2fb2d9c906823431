import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { AnswerMissingError, isSessionMissing, isSessionSpoiled, SessionsExhaustedError } from './failure.ts';
import { nameRepeated, type StatementNaming } from './repeated-statements.ts';
import { type Answer, type Connection, type ConnectionPool, type RowShape, writtenTypes } from './session.ts';

/** How long one process waits for a PostgreSQL server. */
export interface WaitLimits {
  /** How long a request waits for a session. */
  readonly connectTimeoutMs: number;
  /** How long a statement waits for a lock. */
  readonly lockTimeoutMs: number;
  /** How long a statement runs; a server that does not answer is given up `answerMarginMs` later. 0 for any time. */
  readonly statementTimeoutMs: number;
  /** How long a transaction may stand still. */
  readonly idleTransactionTimeoutMs: number;
}

/** How long an idle session is kept: a caller that has one opened instead waits some 50 ms, and others beside. */
const idleSessionMs = 600_000;
/** How long a server that runs needs to say that it ended a statement. */
const answerMarginMs = 500;
/** How often it is looked whether sessions answer. */
const lookMs = 100;

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
function setSessionTo({ lockTimeoutMs, statementTimeoutMs, idleTransactionTimeoutMs }: WaitLimits): string {
  const settings = {
    ...sessionSettings,
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return `select ${[...set, usePublicSchema].join(', ')}`;
}

/** How the sessions of a pool are used. */
export interface SessionsUse {
  /** Sessions that are open. */
  readonly total: number;
  readonly idle: number;
  /** Requests that wait for a session, and how long the first of them has. */
  readonly waiting: number;
  readonly longestWaitMs: number;
}

/** Connections to a PostgreSQL server; any of them may break, fall silent or be spoiled at any moment. */
export class PostgresConnections implements ConnectionPool {
  readonly #pool: pg.Pool;
  /** Those that are open. */
  readonly #open = new Map<pg.PoolClient, PostgresConnection>();
  /** Since when each waits who waits for one, in the order in which they came. */
  readonly #waiting = new Set<{ readonly at: number }>();
  readonly #watch: NodeJS.Timeout | undefined;

  /** @param onWaiting told the process ids of sessions that have waited for an answer half as long as one may wait for a lock. */
  constructor(
    connectionString: string,
    max: number,
    limits: WaitLimits,
    onWaiting: (processIds: readonly number[]) => void = () => {},
  ) {
    this.#pool = new pg.Pool({
      connectionString,
      max,
      idleTimeoutMillis: idleSessionMs,
      connectionTimeoutMillis: limits.connectTimeoutMs,
      keepAlive: true,
      // Statements go out in the order of the calls, and are answered in that order.
      pipeline: true,
      application_name: 'llano',
    });
    const naming = nameRepeated();
    // None that was opened before one was found spoiled is lent again.
    const noteSpoiled = () => {
      for (const connection of this.#open.values()) connection.isSpoiled = true;
    };
    const setSession = setSessionTo(limits);
    // Without listeners a session that breaks, idle or at work, would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('remove', (client) => this.#open.delete(client));
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      client.query(setSession).catch(() => void client.end());
      this.#open.set(client, new PostgresConnection(client, naming, noteSpoiled));
    });
    const silentMs = limits.statementTimeoutMs + answerMarginMs;
    const waitingMs = limits.lockTimeoutMs / 2;
    if (limits.statementTimeoutMs > 0)
      this.#watch = setInterval(() => {
        this.#breakOff(silentMs);
        const waiting = this.#waitingFor(waitingMs);
        if (waiting.length > 0) onWaiting(waiting);
      }, lookMs).unref();
  }

  get use(): SessionsUse {
    const [first] = this.#waiting;
    return {
      ...{ total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#waiting.size },
      longestWaitMs: first === undefined ? 0 : performance.now() - first.at,
    };
  }

  async lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const [client, connection] = await this.#take();
    try {
      return await work(connection);
    } finally {
      // One whose transaction could not be ended is of no use to others.
      client.release(client.getTransactionStatus() !== 'I');
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
    clearInterval(this.#watch);
  }

  async #take(): Promise<[pg.PoolClient, Connection]> {
    const waiting = { at: performance.now() };
    this.#waiting.add(waiting);
    try {
      for (;;) {
        const client = await this.#pool.connect();
        const connection = this.#open.get(client);
        if (connection && !connection.isSpoiled) return [client, connection];
        client.release(true);
      }
    } catch (error) {
      // One that could not be opened is another matter: it may be the next time.
      const isCrowded = isSessionMissing(error) && this.#open.size >= this.#pool.options.max;
      throw isCrowded ? new SessionsExhaustedError(error) : error;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  /** Those that have been silent for so long, each once for what it waits for. */
  #waitingFor(waitingMs: number): number[] {
    const now = performance.now();
    const waiting = [...this.#open].filter(
      ([, connection]) =>
        waitingMs > 0 && connection.silentSince + waitingMs <= now && connection.noteWaiting(),
    );
    // The driver's types leave it out.
    return waiting.map(([client]) => (client as unknown as { readonly processID: number }).processID);
  }

  /** Whatever is asked next on a connection that is silent would wait as long again. */
  #breakOff(silentMs: number): void {
    const now = performance.now();
    for (const connection of this.#open.values()) {
      if (connection.silentSince + silentMs <= now) connection.breakOff();
    }
  }
}

const types = {
  getTypeParser: ((type, format) =>
    writtenTypes.has(type)
      ? asWritten
      : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};

function asWritten(value: string): string {
  return value;
}

class PostgresConnection implements Connection {
  /** What it prepared no longer holds, or its server lets nothing be written any more. */
  isSpoiled = false;
  /** When it was last heard of, or asked after it had answered all; never while nothing is asked. */
  silentSince = Number.POSITIVE_INFINITY;
  readonly #client: pg.PoolClient;
  readonly #naming: StatementNaming;
  readonly #noteSpoiled: () => void;
  #unanswered = 0;
  #notedSince = 0;

  constructor(client: pg.PoolClient, naming: StatementNaming, noteSpoiled: () => void) {
    this.#client = client;
    this.#naming = naming;
    this.#noteSpoiled = noteSpoiled;
  }

  async send(text: string, values: readonly unknown[], shape: RowShape): Promise<Answer> {
    if (this.#unanswered === 0) this.silentSince = performance.now();
    this.#unanswered += 1;
    try {
      return await this.#answerTo(text, values, shape);
    } catch (error) {
      if (isSessionSpoiled(error)) this.#noteSpoiled();
      throw error;
    } finally {
      this.#unanswered -= 1;
      this.silentSince = this.#unanswered === 0 ? Number.POSITIVE_INFINITY : performance.now();
    }
  }

  /** The driver refuses before the next turn of the loop. */
  sent(): Promise<unknown> {
    return nextTurn();
  }

  /** Whether it is the first time that this silence is noted. */
  noteWaiting(): boolean {
    if (this.#notedSince === this.silentSince) return false;
    this.#notedSince = this.silentSince;
    return true;
  }

  breakOff(): void {
    const { stream } = this.#client.connection as unknown as {
      readonly stream: { destroy(error: Error): void };
    };
    stream.destroy(new AnswerMissingError());
  }

  /** By a callback: a promise of the driver's own looks for a stack for each failure. */
  #answerTo(text: string, values: readonly unknown[], shape: RowShape): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const statement = {
      ...(this.#naming(text, values) ?? { text }),
      types,
      ...(shape === 'lists' && { rowMode: 'array' }),
    };
    const answered = (error: Error | undefined, answer: unknown) =>
      error ? reject(error) : resolve(answer as Answer);
    this.#client.query(new pg.Query(statement, [...values], answered));
    return promise;
  }
}
