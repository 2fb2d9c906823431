import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { AnswerMissingError, isSessionMissing, isSessionSpoiled, SessionsExhaustedError } from './failure.ts';
import { nameRepeated, type StatementNaming } from './repeated-statements.ts';
import { type Answer, type Connection, type ConnectionPool, type RowShape, writtenTypes } from './session.ts';

export interface WaitLimits {
  readonly connectTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** The longest run of a statement; a connection without an answer is closed `answerMarginMs` later. 0 for no limit. */
  readonly statementTimeoutMs: number;
  readonly idleTransactionTimeoutMs: number;
}

/** Idle sessions are kept this long: opening one takes a caller some 50 ms and slows others. */
const idleSessionMs = 600_000;
/** Time for a working server to report that it cancelled a statement. */
const answerMarginMs = 500;
const lookMs = 100;

/**
 * Settings on which parsing and locking rely and which a server may have changed: another DateStyle gives `23/11/2026`, and a stricter
 * isolation level fails transactions that waited for a lock.
 */
const sessionSettings = {
  datestyle: 'ISO',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
};

/** Makes a session of a role with another search path look in `public`, where the sequences are. */
export const usePublicSchema = `set_config('search_path',
  case when 'public' = any (current_schemas(false)) then current_setting('search_path') else 'public' end, false)`;

/** Sets a session by a statement: a pooler between refuses or drops these as connection parameters. */
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

export interface SessionsUse {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
  readonly longestWaitMs: number;
}

/** Connections to a PostgreSQL server; any of them may break, stop answering or be spoiled at any moment. */
export class PostgresConnections implements ConnectionPool {
  readonly #pool: pg.Pool;
  readonly #open = new Map<pg.PoolClient, PostgresConnection>();
  readonly #waiting = new Set<{ readonly at: number }>();
  readonly #watch: NodeJS.Timeout | undefined;

  /** @param onWaiting called with the process ids of sessions that have waited half the lock timeout for an answer. */
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
      // Sends statements without waiting for earlier answers; both keep their order.
      pipeline: true,
      application_name: 'llano',
    });
    const naming = nameRepeated();
    // Once one connection is spoiled, all that were opened before it are closed instead of being lent again.
    const noteSpoiled = () => {
      for (const connection of this.#open.values()) connection.isSpoiled = true;
    };
    const setSession = setSessionTo(limits);
    // Without an error listener a broken session would end the process.
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
      total: this.#pool.totalCount,
      idle: this.#pool.idleCount,
      waiting: this.#waiting.size,
      longestWaitMs: first === undefined ? 0 : performance.now() - first.at,
    };
  }

  async lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const [client, connection] = await this.#take();
    try {
      return await work(connection);
    } finally {
      // Closes a connection whose transaction is still open.
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
      // Failing to open a session is different: the next attempt may succeed.
      const isCrowded = isSessionMissing(error) && this.#open.size >= this.#pool.options.max;
      throw isCrowded ? new SessionsExhaustedError(error) : error;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  #waitingFor(waitingMs: number): number[] {
    const now = performance.now();
    const waiting = [...this.#open].filter(
      ([, connection]) =>
        waitingMs > 0 && connection.silentSince + waitingMs <= now && connection.noteWaiting(),
    );
    // The driver's types lack it.
    return waiting.map(([client]) => (client as unknown as { readonly processID: number }).processID);
  }

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
  /** Whether its prepared statements are outdated, or its server became read-only. */
  isSpoiled = false;
  /** When the server last answered or, after a pause, was sent a statement; infinite while no answer is pending. */
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

  /** Waits one turn of the event loop: by then the driver has rejected every statement that it cannot send. */
  sent(): Promise<unknown> {
    return nextTurn();
  }

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

  /** Uses a callback, since the driver's promise builds a stack trace for each failure. */
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
