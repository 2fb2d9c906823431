import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransactionConfig } from 'drizzle-orm/pg-core';

type DrizzleDatabase = PgDatabase<PgQueryResultHKT>;

declare const kind: unique symbol;

/** What a query runs on: a database or a transaction, whichever driver is behind. */
export type Queryable = Omit<DrizzleDatabase, 'transaction'>;

/** An open database, on which each statement takes effect by itself. It stands for no transaction. */
export type Database = Queryable & { readonly [kind]: 'database' };

/** A transaction: what runs on it takes effect together or not at all. Only `inTransaction` gives one. */
export type Transaction = Queryable & { readonly [kind]: 'transaction' };

/** Gives what a driver opened its type here; for `connectDatabase` alone. */
export function databaseOf(opened: DrizzleDatabase): Database {
  return opened as unknown as Database;
}

/**
 * Runs work in a transaction that is committed once the work is done and taken back when it throws. Inside another
 * transaction it is a savepoint, so that work that throws leaves the rest standing.
 */
export function inTransaction<Result>(
  outer: Database | Transaction,
  work: (transaction: Transaction) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  const drizzle = outer as unknown as DrizzleDatabase;
  return drizzle.transaction((opened) => work(opened as unknown as Transaction), config);
}

/**
 * The rows of a statement written in SQL. Drivers disagree on large numbers and aggregates: cast them to text or
 * integer in the statement.
 */
export async function queryRows<Row>(queryable: Queryable, statement: SQL): Promise<Row[]> {
  const result = (await queryable.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}
