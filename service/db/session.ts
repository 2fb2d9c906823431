import { isRepeatable, isSessionSpoiled, withRetries } from './failure.ts';

export type RowShape = 'records' | 'lists';

/**
 * PostgreSQL type numbers whose values a driver gives as text, so that all drivers agree: bigint, dates, instants and intervals, and arrays
 * of these.
 */
export const writtenTypes: ReadonlySet<number> = new Set([
  20, 1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231,
]);

/** Runs a statement with placeholders, `$1` for the first value; gives its rows. */
export type Ask = (text: string, values: readonly unknown[], shape: RowShape) => Promise<unknown[]>;

/** Wraps a statement for traces: its text with placeholders, never a value. */
export type StatementHook = (text: string, ask: () => Promise<unknown>) => Promise<unknown>;

export interface Answer {
  readonly rows: unknown[];
  readonly command?: string | undefined;
}

/** A driver's connection. Answers come in the order of the statements, however many are unanswered. */
export interface Connection {
  send(...statement: Parameters<Ask>): Promise<Answer>;
  /** Waits until all statements have left, or were refused by the driver. */
  sent(): Promise<unknown>;
}

export interface ConnectionPool {
  lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>;
}

export class Sessions {
  readonly retryForMs: number;
  readonly #pool: ConnectionPool;
  readonly #around: StatementHook;

  /** @param retryForMs how long what failed for the moment is retried; 0 for never. */
  constructor(pool: ConnectionPool, retryForMs: number, around: StatementHook = (_text, ask) => ask()) {
    this.#pool = pool;
    this.retryForMs = retryForMs;
    this.#around = around;
  }

  /** Runs a statement that takes effect by itself; repeats it where it had no effect. */
  readonly ask: Ask = (text, ...values) => {
    const isSafe = (error: unknown) => isSessionSpoiled(error) || (isRead(text) && isRepeatable(error));
    const send = async (connection: Connection) => (await connection.send(text, ...values)).rows;
    const ask = () => withRetries(this.retryForMs, isSafe, () => this.#pool.lend(send));
    return this.#around(text, ask) as ReturnType<Ask>;
  };

  /** Lends one connection as sessions of its own, for work whose statements need the same one. Nothing is retried. */
  keep<Result>(work: (sessions: Sessions) => Promise<Result>): Promise<Result> {
    return this.#pool.lend((connection) =>
      work(new Sessions({ lend: (inner) => inner(connection) }, 0, this.#around)),
    );
  }

  lend<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#pool.lend((connection) => work(new Session(connection, this.#around)));
  }
}

export class Session {
  readonly #connection: Connection;
  readonly #around: StatementHook;
  /** An unanswered BEGIN, and the statements that wait for its answer. */
  #begun: Promise<unknown> | undefined;
  #waiting: Promise<unknown>[] = [];
  #savepoints = 0;

  constructor(connection: Connection, around: StatementHook) {
    this.#connection = connection;
    this.#around = around;
  }

  /**
   * Runs a statement of the transaction. A first statement that only reads or locks is sent with BEGIN, and fails when BEGIN does. A write
   * waits for the answer to BEGIN: were that refused, the write would take effect by itself.
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

  /** Begins the transaction. Where that is refused, the next statement fails. @param characteristics as SQL writes them; may be empty. */
  begin(characteristics: string): void {
    const begun = this.#send(`begin ${characteristics}`.trimEnd());
    const over = () => {
      this.#begun = undefined;
      this.#waiting = [];
    };
    begun.then(over, over);
    this.#begun = begun;
  }

  /** Waits until all statements have left. One that the driver refused is unknown to the server, which would commit the rest. */
  async sent(): Promise<void> {
    await Promise.all([this.#begun, ...this.#waiting]);
    await this.#connection.sent();
  }

  /** @throws Error when the server rolled the transaction back, as it does silently after a failed statement. */
  async commit(): Promise<void> {
    await this.#begun;
    const { command } = await this.#send('commit');
    if (command === 'ROLLBACK')
      throw new Error('A transaction in which a statement failed was to be committed, and was taken back.');
  }

  async rollback(): Promise<void> {
    // Statements that wait for BEGIN are sent before.
    await this.#begun;
    await this.#send('rollback');
  }

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

export type Part = Pick<Session, 'commit' | 'rollback'>;

function isRead(text: string): boolean {
  return /^\s*select\b/i.test(text);
}

/** Whether a statement writes or commits; BEGIN and ROLLBACK do neither. */
export function isWriting(text: string): boolean {
  return !/^\s*(?:select|begin|savepoint|rollback|release)\b/i.test(text);
}
