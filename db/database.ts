import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core';
import {
  databaseFailureOf,
  type Failure,
  isAnswered,
  isRepeatable,
  tellingFailure,
  UnknownCommitError,
  withRetries,
} from './failure.ts';

type DrizzleDatabase = PgDatabase<PgQueryResultHKT>;

declare const kind: unique symbol;

/** What a query runs on: a database or a transaction, whichever driver is behind. */
export type Queryable = Omit<DrizzleDatabase, 'transaction'>;

/** An open database, on which each statement takes effect by itself. It stands for no transaction. */
export type Database = Queryable & { readonly [kind]: 'database' };

/** A transaction: what runs on it takes effect together or not at all. Only `inTransaction` gives one. */
export type Transaction = Queryable & { readonly [kind]: 'transaction' };

const retryFor = Symbol('retryFor');
const prepared = Symbol('prepared');
const pipelined = Symbol('pipelined');
const asking = Symbol('asking');
const sent = Symbol('sent');

/** What an open database, and a transaction on it, carries of its own. */
interface Marks {
  /** How long a transaction is begun again; on a database alone. */
  readonly [retryFor]?: number;
  /** Whether a statement reaches the server in the order it was asked in, however many are not answered yet. */
  readonly [pipelined]?: boolean;
  /** How prepared statements are asked without the query builder; on a database of PostgreSQL alone. */
  readonly [asking]?: PreparedAsk | undefined;
  /** What was sent without its answer; in a transaction alone. */
  readonly [sent]?: Sent;
}

/** The answers to what was sent, none of which rejects, and the failure among those that have come that tells why. */
interface Sent {
  readonly answers: Promise<void>[];
  failure?: Failure;
}

/** Asks a statement that is prepared under a name; gives its rows by the names of their columns. */
export type PreparedAsk = (
  name: string,
  text: string,
  values: unknown[],
) => Promise<Readonly<Record<string, unknown>>[]>;

/** What the driver behind a database can do. */
interface DriverWays {
  /** Whether COMMIT may be sent while statements before it are not answered. */
  readonly isPipelined?: boolean;
  readonly ask?: PreparedAsk;
}

/**
 * Gives what a driver opened its type here; for `connectDatabase` alone.
 * @param retryForMs how long a transaction is begun again that failed for the moment; 0 for never.
 */
export function databaseOf(
  opened: DrizzleDatabase,
  retryForMs: number,
  { isPipelined = false, ask }: DriverWays = {},
): Database {
  const marks = { [retryFor]: retryForMs, [prepared]: new Map(), [pipelined]: isPipelined, [asking]: ask };
  return Object.assign(opened, marks) as unknown as Database;
}

/** How prepared statements are asked without the query builder; undefined where only that asks. */
export function preparedAsk(database: Queryable): PreparedAsk | undefined {
  return (database as unknown as Marks)[asking];
}

/**
 * A statement that is built once for an open database and prepared once on each of its sessions, for what is read often.
 * @param name what it is prepared as, like no other.
 */
export function preparedOn<Statement>(
  database: Database,
  name: string,
  prepare: (database: Queryable, name: string) => Statement,
): Statement {
  const { [prepared]: statements } = database as unknown as { readonly [prepared]: Map<string, Statement> };
  const known = statements.get(name);
  if (known !== undefined) return known;
  const statement = prepare(database, name);
  statements.set(name, statement);
  return statement;
}

/** How a transaction runs. */
export interface TransactionOptions extends PgTransactionConfig {
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
export function inTransaction<Result>(
  outer: Database | Transaction,
  work: (transaction: Transaction) => Promise<Result>,
  { isIdempotent = false, ...characteristics }: TransactionOptions = {},
): Promise<Result> {
  const drizzle = outer as unknown as DrizzleDatabase & Marks;
  const config = Object.keys(characteristics).length > 0 ? characteristics : undefined;
  const isSafe = (error: unknown) =>
    isRepeatable(error) && (isIdempotent || !(error instanceof UnknownCommitError));
  return withRetries(drizzle[retryFor] ?? 0, isSafe, () => attempt(drizzle, work, config));
}

async function attempt<Result>(
  drizzle: DrizzleDatabase & Marks,
  work: (transaction: Transaction) => Promise<Result>,
  config: PgTransactionConfig | undefined,
): Promise<Result> {
  const unanswered: Sent = { answers: [] };
  const isPipelined = drizzle[pipelined] === true;
  let failed: Failure | undefined;
  let isCommitting = false;
  let result: Result;
  try {
    result = await drizzle.transaction(async (opened) => {
      try {
        const marks = { [pipelined]: isPipelined, [sent]: unanswered };
        const given = await work(Object.assign(opened, marks) as unknown as Transaction);
        await beforeCommit(unanswered, isPipelined);
        isCommitting = true;
        return given;
      } catch (error) {
        failed = { error };
        throw error;
      }
    }, config);
  } catch (error) {
    await Promise.all(unanswered.answers);
    const failure =
      unanswered.failure && failed ? tellingFailure(unanswered.failure, failed) : unanswered.failure;
    // What the server refused was not committed; of what it did not answer it is not known.
    if (failure && (!isCommitting || isAnswered(failure.error))) throw failure.error;
    // On a broken connection taking back fails too, and would hide why.
    if (failed) throw failed.error;
    if (isCommitting && databaseFailureOf(error) === 'lost') throw new UnknownCommitError(error);
    throw error;
  }
  await Promise.all(unanswered.answers);
  // A commit after a statement that failed takes everything back, and is answered as if nothing were wrong.
  if (unanswered.failure) throw unanswered.failure.error;
  return result;
}

/**
 * Lets COMMIT follow what was sent, once it is known that all of it has left: of a statement that the driver itself refused the
 * server knows nothing, and would commit the rest.
 * @throws the failure that has come by now.
 */
async function beforeCommit(unanswered: Sent, isPipelined: boolean): Promise<void> {
  if (unanswered.answers.length === 0) return;
  // The driver refuses before the next turn of the loop.
  if (isPipelined) await new Promise((resolve) => setImmediate(resolve));
  else await Promise.all(unanswered.answers);
  if (unanswered.failure) throw unanswered.failure.error;
}

/**
 * Sends a statement that only writes and goes on without its answer; later statements see what it wrote. When it fails, the
 * transaction fails with that, at the latest when it is committed. For what nobody looks at the result of.
 */
export function enqueue(transaction: Transaction, statement: PromiseLike<unknown>): void {
  const { [sent]: unanswered } = transaction as unknown as Marks;
  if (!unanswered) throw new Error('A statement goes without its answer only in a transaction.');
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
 * The rows of a statement written in SQL. Drivers disagree on large numbers and aggregates: cast them to text or
 * integer in the statement.
 */
export async function queryRows<Row>(queryable: Queryable, statement: SQL): Promise<Row[]> {
  const result = (await queryable.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}
