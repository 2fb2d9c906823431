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

export type Queryable = Omit<PgRemoteDatabase, 'transaction'>;

/** An open database. Each statement takes effect by itself; it is no transaction. */
export class Database extends PgRemoteDatabase {
  readonly sessions: Sessions;
  readonly ask: Ask;
  readonly #prepared = new Map<unknown, unknown>();

  constructor(sessions: Sessions) {
    super(...queriesOver(sessions.ask));
    this.sessions = sessions;
    this.ask = sessions.ask;
  }

  prepared<Prepared>(prepare: (database: Database) => Prepared): Prepared {
    if (!this.#prepared.has(prepare)) this.#prepared.set(prepare, prepare(this));
    return this.#prepared.get(prepare) as Prepared;
  }
}

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

  prepared<Prepared>(prepare: (database: Database) => Prepared): Prepared {
    return this.database.prepared(prepare);
  }
}

export type { Transaction };

/** Answers to queued statements, none of which rejects, and the failure that explains the others. */
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

export interface TransactionOptions extends Pick<PgTransactionConfig, 'isolationLevel' | 'accessMode'> {
  /** True for work under an idempotency key: it is repeated even when its commit may have taken effect. */
  readonly isIdempotent?: boolean;
}

/**
 * Runs work in a transaction that is committed at the end and rolled back when the work throws; inside another transaction it is a
 * savepoint. Work that a lock, a deadlock or a lost connection kept from being committed is repeated from the start, so it must have no
 * effect outside the transaction. @throws UnknownCommitError when the answer to the commit was lost; the failure of a queued statement in
 * place of what came after it.
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
    // The rollback fails too on a broken connection, and would hide the reason.
    await part.rollback().catch(() => undefined);
    await Promise.all(unanswered.answers);
    const { failure } = unanswered;
    if (!isCommitting) throw failure ? tellingFailure(failure, { error }).error : error;
    // A refused commit took no effect; of an unanswered one that is not known.
    if (failure && isAnswered(failure.error)) throw failure.error;
    if (databaseFailureOf(error) === 'lost') throw new UnknownCommitError(error);
    throw new Error('The transaction was not committed.', { cause: error });
  }
}

/**
 * Sends a statement without waiting for its answer; later statements see what it wrote. When it fails, the transaction fails with its
 * error, at the latest on commit.
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
 * Runs pieces of work concurrently, so that their statements are sent together, in no certain order. None may need the result of another or
 * open a savepoint in a shared transaction. Waits for all even when one fails. @throws the first failure, or the one that caused it.
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

/** As `together`, but sends the locking statement first, so that the others read what it waited for. */
export async function lockThenRead<Locked, const Work extends readonly (() => PromiseLike<unknown>)[]>(
  lock: () => PromiseLike<Locked>,
  ...work: Work
): Promise<[Locked, ...{ -readonly [Place in keyof Work]: Awaited<ReturnType<Work[Place]>> }]> {
  const locking = Promise.resolve(lock());
  locking.catch(() => undefined);
  // Statements are sent within the same turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  return (await together(() => locking, ...work)) as never;
}

/**
 * Sends a claim after the first reads of the work. Those are sent together with BEGIN; a write would wait for its answer. @param working
 * the work, already started.
 */
export async function claimBehindRead(working: Promise<unknown>, claim: () => void): Promise<void> {
  await Promise.race([working.catch(() => undefined), new Promise((resolve) => setImmediate(resolve))]);
  claim();
}

/**
 * The rows of an SQL statement. Large numbers, also counts and sums, come as text, days and instants as PostgreSQL writes them; cast them
 * in the statement where needed.
 */
export async function queryRows<Row>(queryable: Queryable, statement: SQL): Promise<Row[]> {
  return (await queryable.execute(statement)) as Row[];
}
