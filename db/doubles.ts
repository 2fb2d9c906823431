import { sql } from 'drizzle-orm';
import { type Database, inTransaction, queryRows } from './database.ts';

/** Columns of a table that are to be unique together. */
export interface UniqueKey {
  readonly table: string;
  readonly columns: readonly string[];
  /** The columns that name a row in a report; they hold no personal data. */
  readonly namedBy: readonly string[];
  /** The rows that it is for, as a condition in SQL; undefined for all. */
  readonly condition: string | undefined;
}

/** How many doubles of a key, and how many rows of each, a report names. */
const listedKeys = 20;
const listedRows = 10;

/** Whether the table and the columns of a key are there: an earlier migration may yet make them. */
export async function hasColumns(database: Database, { table, columns }: UniqueKey): Promise<boolean> {
  const [found] = await queryRows<{ count: number }>(
    database,
    sql`select count(*)::integer as count from pg_attribute
      where attrelid = to_regclass(${quoted(table)}) and not attisdropped
        and attname = any(${`{${columns.join(',')}}`}::text[])`,
  );
  return found?.count === columns.length;
}

/**
 * Lists the rows of which a key holds more than one, a line for each key that is there twice. Reads the table itself: where the order
 * of texts changed under an index, the index does not find what it holds.
 */
export async function doublesOf(database: Database, key: UniqueKey): Promise<string[]> {
  const { table, columns, namedBy, condition } = key;
  const isKey = [...columns.map((column) => `"${column}" is not null`), condition ?? 'true'].join(' and ');
  const name = `concat_ws(' ', ${namedBy.map((column) => `"${column}"`).join(', ')})`;
  const doubles = await inTransaction(database, async (transaction) => {
    await transaction.execute(sql`select set_config('enable_seqscan', 'on', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`);
    return queryRows<{ names: string[]; rowCount: number; keyCount: number }>(
      transaction,
      sql.raw(`select (array_agg(${name} order by ${name}))[1:${listedRows}] as names, count(*)::integer as "rowCount",
          (count(*) over ())::integer as "keyCount"
        from ${quoted(table)} where ${isKey}
        group by ${columns.map((column) => `"${column}"::text collate "C"`).join(', ')}
        having count(*) > 1 order by 1 limit ${listedKeys}`),
    );
  });
  const of = `${table}(${columns.join(', ')})`;
  const lines = doubles.map(
    ({ names, rowCount }) => `${of}: ${rowCount} rows, ${namedBy.join(' ')}: ${names.join('; ')}`,
  );
  const keyCount = doubles[0]?.keyCount ?? 0;
  return keyCount > doubles.length ? [...lines, `${of}: ${keyCount} keys in all`] : lines;
}

function quoted(name: string): string {
  return `"${name}"`;
}
