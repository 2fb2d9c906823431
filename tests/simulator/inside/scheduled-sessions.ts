import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { usualLimits } from '#db/connect.ts';
import { Database } from '#db/database.ts';
import { PostgresConnections } from '#db/postgres-sessions.ts';
import { type Answer, type Ask, type Connection, type ConnectionPool, Sessions } from '#db/session.ts';

/** What waits for as long as a schedule has it wait, and is asked again however often it was refused. */
const patientLimits = {
  ...usualLimits,
  ...{ connectTimeoutMs: 60_000, lockTimeoutMs: 0, statementTimeoutMs: 0, idleTransactionTimeoutMs: 0 },
  retryForMs: 60_000,
};
const sessionsOfOne = 6;
/** So that two that wait for each other are ended soon. */
const deadlockMs = 40;
const quietTurns = 4;
const pollAfterMs = 1;
/** Over this, something waits for what does not come. */
const stuckMs = 20_000;

/** How a session is ended: before its next statement, or once its next commit took effect and before it is answered. */
export type Kill = 'before-statement' | 'before-answer';

/** A statement that was asked and not sent. */
interface Unsent {
  readonly statement: Parameters<Ask>;
  readonly sent: PromiseWithResolvers<void>;
  readonly answer: PromiseWithResolvers<Answer>;
}

/** Begins, marks and lets go of a mark: what no other session sees. */
const isUnseen = ([text]: Parameters<Ask>) => /^\s*(?:begin|savepoint|release)\b/i.test(text);

/** One who acts on sessions of their own, each of whose statements waits until it is sent. */
export class Actor {
  readonly name: string;
  readonly database: Database;
  /** Statements go out at once where nothing is scheduled. */
  isScheduled = false;
  isDone = true;
  /** Deadlocks in which a session of theirs was ended. */
  deadlocks = 0;
  /** What they sent, as it was, with who sent it. */
  onSent: (name: string, text: string) => void = () => {};
  readonly #connections: PostgresConnections;
  readonly #sessions = new Set<ScheduledSession>();
  readonly #processIds = new WeakMap<Connection, number>();
  #losesAnswer = false;

  constructor(name: string, databaseUrl: string) {
    this.name = name;
    const url = new URL(databaseUrl);
    url.searchParams.set('options', `-c deadlock_timeout=${deadlockMs}`);
    this.#connections = new PostgresConnections(url.href, sessionsOfOne, patientLimits);
    const pool: ConnectionPool = { lend: (work) => this.#lend(work) };
    this.database = new Database(new Sessions(pool, patientLimits.retryForMs));
  }

  /** Whether a statement of theirs can be sent. */
  get isReady(): boolean {
    return this.#next() !== undefined;
  }

  /** Process ids of their sessions whose answer has not come. */
  get inFlight(): number[] {
    return [...this.#sessions].filter(({ isInFlight }) => isInFlight).map(({ processId }) => processId);
  }

  /** Process ids of all their sessions at work. */
  get processIds(): number[] {
    return [...this.#sessions].map(({ processId }) => processId);
  }

  /** Whether they are at something that is no statement. */
  get isThinking(): boolean {
    return !this.isDone && [...this.#sessions].every((session) => !session.isInFlight && !session.isWaiting);
  }

  /** Sends the statement that waits longest, if one can be sent. */
  step(): void {
    this.#next()?.step();
  }

  /** Ends their sessions that are at work, or has the answer to their next commit get lost. */
  async kill(kill: Kill, end: (processIds: readonly number[]) => Promise<void>): Promise<void> {
    if (kill === 'before-answer') this.#losesAnswer = true;
    else await end(this.processIds);
  }

  /** Whether the answer to this is to get lost; the next is not. */
  losesAnswerTo(text: string): boolean {
    const isLost = this.#losesAnswer && /^\s*commit\b/i.test(text);
    if (isLost) this.#losesAnswer = false;
    return isLost;
  }

  /** Forgets what was to befall them, and lets go what waits. */
  release(): void {
    this.isScheduled = false;
    this.#losesAnswer = false;
    for (const session of this.#sessions) session.drain();
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  #next(): ScheduledSession | undefined {
    return [...this.#sessions].find((session) => !session.isInFlight && session.isWaiting);
  }

  #lend<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.#connections.lend(async (connection) => {
      const session = new ScheduledSession(this, connection, await this.#processIdOf(connection));
      this.#sessions.add(session);
      try {
        return await work(session);
      } finally {
        this.#sessions.delete(session);
      }
    });
  }

  async #processIdOf(connection: Connection): Promise<number> {
    const known = this.#processIds.get(connection);
    if (known !== undefined) return known;
    const { rows } = await connection.send('select pg_backend_pid() as id', [], 'records');
    const [{ id }] = rows as [{ readonly id: number }];
    this.#processIds.set(connection, id);
    return id;
  }
}

/** A session whose statements are sent one by one, in their order. */
class ScheduledSession implements Connection {
  readonly processId: number;
  isInFlight = false;
  readonly #actor: Actor;
  readonly #connection: Connection;
  readonly #unsent: Unsent[] = [];

  constructor(actor: Actor, connection: Connection, processId: number) {
    this.#actor = actor;
    this.#connection = connection;
    this.processId = processId;
  }

  get isWaiting(): boolean {
    return this.#unsent.length > 0;
  }

  send(...statement: Parameters<Ask>): Promise<Answer> {
    const unsent = {
      statement,
      sent: Promise.withResolvers<void>(),
      answer: Promise.withResolvers<Answer>(),
    };
    this.#unsent.push(unsent);
    this.#goOn();
    return unsent.answer.promise;
  }

  async sent(): Promise<void> {
    await Promise.all(this.#unsent.map(({ sent }) => sent.promise));
    await this.#connection.sent();
  }

  /** Sends the next statement. */
  step(): void {
    const unsent = this.#unsent.shift();
    if (unsent === undefined) return;
    const { statement, sent, answer } = unsent;
    this.isInFlight = true;
    this.#actor.onSent(this.#actor.name, statement[0]);
    const over = () => {
      this.isInFlight = false;
      this.#goOn();
    };
    const isLost = this.#actor.losesAnswerTo(statement[0]);
    this.#connection
      .send(...statement)
      .then((result) => (isLost ? this.#loseAnswer() : result))
      .then(
        (result) => {
          answer.resolve(result);
          over();
        },
        (error: unknown) => {
          if ((error as { readonly code?: unknown }).code === '40P01') this.#actor.deadlocks += 1;
          answer.reject(error);
          over();
        },
      );
    sent.resolve();
  }

  /** Sends all that waits, one after another. */
  drain(): void {
    this.#goOn();
  }

  /** What took effect is not known where the connection breaks before the answer. */
  async #loseAnswer(): Promise<never> {
    await this.#connection
      .send('select pg_terminate_backend(pg_backend_pid())', [], 'records')
      .catch(() => {});
    throw new Error('Connection terminated unexpectedly');
  }

  #goOn(): void {
    if (this.isInFlight) return;
    const [next] = this.#unsent;
    if (next && (!this.#actor.isScheduled || isUnseen(next.statement))) this.step();
  }
}

/** Sees from a session of its own which sessions wait for which. */
export class Watcher {
  readonly #client: pg.Client;

  constructor(databaseUrl: string) {
    this.#client = new pg.Client({ connectionString: databaseUrl });
  }

  async open(): Promise<void> {
    await this.#client.connect();
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  /** Ends sessions, and waits until they are gone. */
  readonly end = async (processIds: readonly number[]): Promise<void> => {
    await this.#client.query('select pg_terminate_backend(id, 5000) from unnest($1::integer[]) as id', [
      processIds,
    ]);
  };

  /**
   * Waits until nothing moves by itself: each statement that was sent is answered or waits for a lock that another of the actors has, and
   * who is not done has asked the next one. Of those that wait for each other one is waited for, which the server ends.
   * @throws Error where something does not come.
   */
  async settle(actors: readonly Actor[]): Promise<void> {
    const startedAt = performance.now();
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      await nextTurn();
      for (let isSettled = false; !isSettled; ) {
        const flying = actors.flatMap(({ inFlight }) => inFlight);
        const isThinking = actors.some((actor) => actor.isThinking);
        const isHeld = flying.length === 0 || (await this.#areHeld(flying, actors));
        isSettled =
          !isThinking &&
          isHeld &&
          sameAs(
            flying,
            actors.flatMap(({ inFlight }) => inFlight),
          );
        if (isSettled) break;
        quiet = 0;
        if (performance.now() - startedAt > stuckMs) throw new Error('stuck: a statement is not answered');
        await new Promise((resolve) => setTimeout(resolve, pollAfterMs));
      }
    }
  }

  /** Whether each of these waits for a session of the actors, and none in a circle. */
  async #areHeld(flying: readonly number[], actors: readonly Actor[]): Promise<boolean> {
    const own = actors.flatMap(({ processIds }) => processIds);
    const { rows } = await this.#client.query<{ id: number; by: number[] }>(
      'select id, pg_blocking_pids(id) as by from unnest($1::integer[]) as id',
      [flying],
    );
    const waits = new Map(rows.map(({ id, by }) => [id, by]));
    const isInCircle = (id: number, seen: readonly number[] = []): boolean =>
      seen.includes(id) || (waits.get(id) ?? []).some((by) => isInCircle(by, [...seen, id]));
    return flying.every((id) => (waits.get(id) ?? []).some((by) => own.includes(by)) && !isInCircle(id));
  }
}

function sameAs(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one, place) => one === others[place]);
}
