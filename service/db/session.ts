import { isRepeatable, isSessionSpoiled, withRetries } from './failure.ts';

/** How rows are given: each by the names of its columns, or as the list of its values. */
export type RowShape = 'records' | 'lists';

/**
 * The types, by the numbers that PostgreSQL gives them, whose values a driver gives as they were written, so that all drivers give the same:
 * bigint, days, moments and spans of time, and lists of these.
 */
export const writtenTypes: ReadonlySet<number> = new Set([
  20, 1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231,
]);

/** Asks a statement with placeholders, `$1` the first value; gives its rows. */
export type Ask = (text: string, values: readonly unknown[], shape: RowShape) => Promise<unknown[]>;

/** Stands around a statement, for traces: its text with placeholders, never a value. */
export type StatementHook = (text: string, ask: () => Promise<unknown>) => Promise<unknown>;

/** What a database answers: rows, and the name of the command as the server carried it out. */
export interface Answer {
  readonly rows: unknown[];
  readonly command?: string | undefined;
}

/** A connection as its driver has it. What is sent is answered in that order, however much is not answered yet. */
export interface Connection {
  send(...statement: Parameters<Ask>): Promise<Answer>;
  /** Waits until what was sent has left, or was refused by the driver. */
  sent(): Promise<unknown>;
}

/** Connections of which each serves one piece of work at a time. */
export interface ConnectionPool {
  lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
}

/** The sessions of a database over its connections. */
export class Sessions {
  readonly retryForMs: number;
  readonly #pool: ConnectionPool;
  readonly #around: StatementHook;

  /** @param retryForMs how long what failed for the moment is asked again; 0 for never. */
  constructor(pool: ConnectionPool, retryForMs: number, around: StatementHook = (_text, ask) => ask()) {
    this.#pool = pool;
    this.retryForMs = retryForMs;
    this.#around = around;
  }

  /** Asks a statement that takes effect by itself, and again what had no effect. */
  readonly ask: Ask = (text, ...values) => {
    const isSafe = (error: unknown) => isSessionSpoiled(error) || (isRead(text) && isRepeatable(error));
    const send = async (connection: Connection) => (await connection.send(text, ...values)).rows;
    const ask = () => withRetries(this.retryForMs, isSafe, () => this.#pool.lend(send));
    return this.#around(text, ask) as ReturnType<Ask>;
  };

  /** Lends one connection as sessions of its own, for work that needs the same one in each statement. None of it is asked again. */
  keep<Result>(work: (sessions: Sessions) => Promise<Result>): Promise<Result> {
    return this.#pool.lend((connection) =>
      work(new Sessions({ lend: (inner) => inner(connection) }, 0, this.#around)),
    );
  }

  /** Lends a session for one transaction. */
  lend<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#pool.lend((connection) => work(new Session(connection, this.#around)));
  }
}

/** A session of a database during one transaction, and the savepoints in it. */
export class Session {
  readonly #connection: Connection;
  readonly #around: StatementHook;
  /** A BEGIN that is not answered, and what waits for its answer. */
  #begun: Promise<unknown> | undefined;
  #waiting: Promise<unknown>[] = [];
  #savepoints = 0;

  constructor(connection: Connection, around: StatementHook) {
    this.#connection = connection;
    this.#around = around;
  }

  /**
   * Asks a statement of the transaction. The first one goes out with BEGIN where it only reads or locks, and fails when BEGIN does: were
   * BEGIN refused, it would take effect by itself. What writes waits for the answer to BEGIN.
   */
  readonly ask: Ask = (...statement) => {
    const send = async () => (await this.#send(...statement)).rows;
    const begun = this.#begun;
    if (begun === undefined) return send();
    if (this.#waiting.length === 0 && isRead(statement[0])) {
      return Promise.all([begun, send()]).then(([, rows]) => rows);
    }
    const answer = begun.then(send);
    this.#waiting.push(answer);
    return answer;
  };

  /** Begins the transaction. What refuses it fails what is asked next. @param characteristics as SQL writes them; may be empty. */
  begin(characteristics: string): void {
    const begun = this.#send(`begin ${characteristics}`.trimEnd());
    const over = () => {
      this.#begun = undefined;
      this.#waiting = [];
    };
    begun.then(over, over);
    this.#begun = begun;
  }

  /** Waits until what was asked has left, or was refused by the driver, of which the server knows nothing and would commit the rest. */
  async sent(): Promise<void> {
    await Promise.all([this.#begun, ...this.#waiting]);
    await this.#connection.sent();
  }

  /** @throws Error when the server took the transaction back, which it does without one where a statement of it failed. */
  async commit(): Promise<void> {
    await this.#begun;
    const { command } = await this.#send('commit');
    if (command === 'ROLLBACK')
      throw new Error('A transaction in which a statement failed was to be committed, and was taken back.');
  }

  async rollback(): Promise<void> {
    // What waits for BEGIN goes out before.
    await this.#begun;
    await this.#send('rollback');
  }

  /** Sets a savepoint inside those that are set. */
  async savepoint(): Promise<Part> {
    this.#savepoints += 1;
    const name = `savepoint sp${this.#savepoints}`;
    const end = async (text: string) => {
      this.#savepoints -= 1;
      await this.ask(text, [], 'records');
    };
    await this.ask(name, [], 'records');
    return { commit: () => end(`release ${name}`), rollback: () => end(`rollback to ${name}`) };
  }

  #send(text: string, values: readonly unknown[] = [], shape: RowShape = 'records'): Promise<Answer> {
    return this.#around(text, () => this.#connection.send(text, values, shape)) as Promise<Answer>;
  }
}

/** A transaction, or the part of one since a savepoint, which takes effect with the rest or is taken back alone. */
export type Part = Pick<Session, 'commit' | 'rollback'>;

function isRead(text: string): boolean {
  return /^\s*select\b/i.test(text);
}

/** Whether a statement writes, or keeps what was written; beginning and taking back do neither. */
export function isWriting(text: string): boolean {
  return !/^\s*(?:select|begin|savepoint|rollback|release)\b/i.test(text);
}
