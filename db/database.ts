import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core';
import { databaseFailureOf, isRepeatable, UnknownCommitError, withRetries } from './failure.ts';

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

/**
 * Gives what a driver opened its type here; for `connectDatabase` alone.
 * @param retryForMs how long a transaction is begun again that failed for the moment; 0 for never.
 */
export function databaseOf(opened: DrizzleDatabase, retryForMs: number): Database {
  return Object.assign(opened, { [retryFor]: retryForMs, [prepared]: new Map() }) as unknown as Database;
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
 * @throws UnknownCommitError when the answer to the commit was lost.
 */
export function inTransaction<Result>(
  outer: Database | Transaction,
  work: (transaction: Transaction) => Promise<Result>,
  { isIdempotent = false, ...characteristics }: TransactionOptions = {},
): Promise<Result> {
  const drizzle = outer as unknown as DrizzleDatabase & { readonly [retryFor]?: number };
  const config = Object.keys(characteristics).length > 0 ? characteristics : undefined;
  const isSafe = (error: unknown) =>
    isRepeatable(error) && (isIdempotent || !(error instanceof UnknownCommitError));
  return withRetries(drizzle[retryFor] ?? 0, isSafe, () => attempt(drizzle, work, config));
}

async function attempt<Result>(
  drizzle: DrizzleDatabase,
  work: (transaction: Transaction) => Promise<Result>,
  config: PgTransactionConfig | undefined,
): Promise<Result> {
  let failed: { readonly error: unknown } | undefined;
  let isCommitting = false;
  try {
    return await drizzle.transaction(async (opened) => {
      try {
        const result = await work(opened as unknown as Transaction);
        isCommitting = true;
        return result;
      } catch (error) {
        failed = { error };
        throw error;
      }
    }, config);
  } catch (error) {
    // On a broken connection taking back fails too, and would hide why.
    if (failed) throw failed.error;
    if (isCommitting && databaseFailureOf(error) === 'lost') throw new UnknownCommitError(error);
    throw error;
  }
}

/**
 * The rows of a statement written in SQL. Drivers disagree on large numbers and aggregates: cast them to text or
 * integer in the statement.
 */
export async function queryRows<Row>(queryable: Queryable, statement: SQL): Promise<Row[]> {
  const result = (await queryable.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}
