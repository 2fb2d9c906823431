import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A database or a transaction on it, whichever driver is behind: the only type that queries are written against. */
export type Database = PgDatabase<PgQueryResultHKT>;

/**
 * The rows of a statement written in SQL. Drivers disagree on large numbers and aggregates: cast them to text or
 * integer in the statement.
 */
export async function queryRows<Row>(database: Database, statement: SQL): Promise<Row[]> {
  const result = (await database.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}
