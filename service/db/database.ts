import type { SQL } from 'drizzle-orm';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { PgRemoteDatabase, PgRemoteSession } from 'drizzle-orm/pg-proxy';
import {
  databaseFailureOf,
  type Failure,
  isAnswered,
  isRepeatable,
  tellingFailure,
  UnknownCommitError,
  withRetries,
} from './failure.ts';
import type { Ask, Part, Session, Sessions } from './session.ts';

/** What a query runs on: a database or a transaction, whichever driver is behind. */
export type Queryable = Omit<PgRemoteDatabase, 'transaction'>;

/** An open database, on which each statement takes effect by itself. It stands for no transaction. */
export class Database extends PgRemoteDatabase {
  readonly sessions: Sessions;
  readonly ask: Ask;
  readonly #prepared = new Map<unknown, unknown>();

  constructor(sessions: Sessions) {
    super(...queriesOver(sessions.ask));
    this.sessions = sessions;
    this.ask = sessions.ask;
  }

  /** Gives what is prepared on this database for what is read often, the same each time. */
  prepared<Prepared>(prepare: (database: Database) => Prepared): Prepared {
    if (!this.#prepared.has(prepare)) this.#prepared.set(prepare, prepare(this));
    return this.#prepared.get(prepare) as Prepared;
  }
}

/** A transaction: what runs on it takes effect together or not at all. Only `inTransaction` gives one. */
class Transaction extends PgRemoteDatabase {
  readonly database: Database;
  readonly lent: Session;
  readonly ask: Ask;
  readonly unanswered: Unanswered = { answers: [] };

  constructor(database: Database, session: Session) {
    super(...queriesOver(session.ask));
    this.database = database;
    this.lent = session;
    this.ask = session.ask;
  }

  /** Gives what is prepared on its database. */
  prepared<Prepared>(prepare: (database: Database) => Prepared): Prepared {
    return this.database.prepared(prepare);
  }
}

export type { Transaction };

/** The answers to what was sent without them, none of which rejects, and the failure among those that have come that tells why. */
interface Unanswered {
  readonly answers: Promise<void>[];
  failure?: Failure;
}

function queriesOver(ask: Ask): ConstructorParameters<typeof PgRemoteDatabase> {
  const dialect = new PgDialect();
  const session = new PgRemoteSession(
    async (text, values, method) => ({
      rows: await ask(text, values, method === 'all' ? 'lists' : 'records'),
    }),
    dialect,
    undefined,
  );
  return [dialect, session, undefined];
}

/** How a transaction runs. */
export interface TransactionOptions extends Pick<PgTransactionConfig, 'isolationLevel' | 'accessMode'> {
  /**
   * True for work that an idempotency key makes one however often it is done: it is done again even when its commit
   * may have taken effect.
   */
  readonly isIdempotent?: boolean;
}

/**
 * Runs work in a transaction that is committed once the work is done and taken back when it throws. Inside another
 * transaction it is a savepoint, so that work that throws leaves the rest standing.
 *
 * Work that was not committed because of a lock, a deadlock or a lost connection is done again from the start, so it
 * must have no effect outside the transaction.
 * @throws UnknownCommitError when the answer to the commit was lost; what a statement failed with that was sent, in place of
 * whatever came after it.
 */
export async function inTransaction<Result>(
  outer: Database | Transaction,
  work: (transaction: Transaction) => Promise<Result>,
  { isIdempotent = false, isolationLevel, accessMode }: TransactionOptions = {},
): Promise<Result> {
  if (outer instanceof Transaction) {
    return attempt(new Transaction(outer.database, outer.lent), await outer.lent.savepoint(), work);
  }
  const isSafe = (error: unknown) =>
    isRepeatable(error) && (isIdempotent || !(error instanceof UnknownCommitError));
  const isolation = isolationLevel && `isolation level ${isolationLevel}`;
  const characteristics = [isolation, accessMode].filter((part) => part !== undefined).join(' ');
  const { sessions } = outer;
  return withRetries(sessions.retryForMs, isSafe, () =>
    sessions.lend((session) => {
      session.begin(characteristics);
      return attempt(new Transaction(outer, session), session, work);
    }),
  );
}

async function attempt<Result>(
  transaction: Transaction,
  part: Part,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { unanswered } = transaction;
  let isCommitting = false;
  try {
    const result = await work(transaction);
    if (unanswered.answers.length > 0) await transaction.lent.sent();
    if (unanswered.failure) throw unanswered.failure.error;
    isCommitting = true;
    await part.commit();
    return result;
  } catch (error) {
    // On a broken connection that fails too, and would hide why.
    await part.rollback().catch(() => undefined);
    await Promise.all(unanswered.answers);
    const { failure } = unanswered;
    if (!isCommitting) throw failure ? tellingFailure(failure, { error }).error : error;
    // What the server refused was not committed; of what it did not answer it is not known.
    if (failure && isAnswered(failure.error)) throw failure.error;
    if (databaseFailureOf(error) === 'lost') throw new UnknownCommitError(error);
    throw new Error('The transaction was not committed.', { cause: error });
  }
}

/**
 * Sends a statement that only writes and goes on without its answer; later statements see what it wrote. When it fails, the
 * transaction fails with that, at the latest when it is committed. For a statement whose result the caller does not read.
 */
export function enqueue(transaction: Transaction, statement: PromiseLike<unknown>): void {
  if (!(transaction instanceof Transaction))
    throw new Error('A statement goes without its answer only in a transaction.');
  const { unanswered } = transaction;
  const answer = Promise.resolve(
    statement.then(
      () => undefined,
      (error: unknown) => {
        unanswered.failure = tellingFailure(unanswered.failure, { error });
      },
    ),
  );
  unanswered.answers.push(answer);
}

/**
 * Does pieces of work at once, so that what they ask goes out together, in no certain order. None may need what another finds,
 * nor open a savepoint in a transaction that they share. Waits for all of them also when one fails, so that nothing is asked once the transaction has ended.
 * @throws the failure that came first, or of which it was the consequence.
 */
export async function together<const Work extends readonly (() => PromiseLike<unknown>)[]>(
  ...work: Work
): Promise<{ -readonly [Place in keyof Work]: Awaited<ReturnType<Work[Place]>> }> {
  let failed: Failure | undefined;
  const fail = (error: unknown): void => {
    failed = tellingFailure(failed, { error });
  };
  const results = await Promise.all(work.map((each) => each().then((result) => result, fail)));
  if (failed) throw failed.error;
  return results as never;
}

/**
 * As `together`, where `lock` locks what the others read: its statement goes out before theirs, so that they see what the lock
 * waited for.
 */
export async function lockThenRead<Locked, const Work extends readonly (() => PromiseLike<unknown>)[]>(
  lock: () => PromiseLike<Locked>,
  ...work: Work
): Promise<[Locked, ...{ -readonly [Place in keyof Work]: Awaited<ReturnType<Work[Place]>> }]> {
  const locking = Promise.resolve(lock());
  locking.catch(() => undefined);
  // A statement is sent before the next turn of the loop.
  await new Promise((resolve) => setImmediate(resolve));
  return (await together(() => locking, ...work)) as never;
}

/**
 * Sends a claim of work behind what the work reads first: that goes out with BEGIN, for whose answer a write would wait.
 * @param working the work, which is begun.
 */
export async function claimBehindRead(working: Promise<unknown>, claim: () => void): Promise<void> {
  await Promise.race([working.catch(() => undefined), new Promise((resolve) => setImmediate(resolve))]);
  claim();
}

/**
 * The rows of a statement written in SQL. Large numbers, counts and sums among them, come as text, days and moments as PostgreSQL writes
 * them: cast them in the statement where that is not wanted.
 */
export async function queryRows<Row>(queryable: Queryable, statement: SQL): Promise<Row[]> {
  return (await queryable.execute(statement)) as Row[];
}
