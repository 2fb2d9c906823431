import { sql } from 'drizzle-orm';
import { type Database, inTransaction, queryRows } from './database.ts';
import { isUndefinedObject } from './failure.ts';

export interface UniqueKey {
  readonly table: string;
  /** Columns or expressions. A row with a null among them has no key. */
  readonly parts: string;
  /** Columns that identify a row in the error message; they hold no personal data. */
  readonly namedBy: string;
  /** Limits the key to the rows that meet it; undefined for all rows. */
  readonly condition: string | undefined;
}

const listedKeys = 20;
const listedRows = 10;

export async function keyColumnsExist(database: Database, key: UniqueKey): Promise<boolean> {
  const { table, parts, namedBy, condition = 'true' } = key;
  const look = sql.raw(`select ${parts}, ${namedBy} from ${table} where ${condition} limit 0`);
  return database.execute(look).then(
    () => true,
    (error: unknown) => {
      if (isUndefinedObject(error)) return false;
      throw error;
    },
  );
}

/**
 * Lists the rows that share a key, one line for each key. Reads the table itself, since an index whose order of texts has changed does not
 * find all its rows.
 */
export async function doublesOf(database: Database, key: UniqueKey): Promise<string[]> {
  const { table, parts, namedBy, condition = 'true' } = key;
  const name = `concat_ws(' ', ${namedBy})`;
  const doubles = await inTransaction(database, async (transaction) => {
    await transaction.execute(sql`select set_config('enable_seqscan', 'on', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`);
    return queryRows<{ names: string[]; rowCount: number; keyCount: number }>(
      transaction,
      sql.raw(`select (array_agg(${name} order by ${name}))[1:${listedRows}] as names, count(*)::integer as "rowCount",
          (count(*) over ())::integer as "keyCount"
        from ${table} where num_nulls(${parts}) = 0 and (${condition})
        group by ${parts} having count(*) > 1 order by 1 limit ${listedKeys}`),
    );
  });
  const of = `${table}(${parts})`;
  const lines = doubles.map(
    ({ names, rowCount }) => `${of}: ${rowCount} rows, ${namedBy}: ${names.join('; ')}`,
  );
  const keyCount = doubles[0]?.keyCount ?? 0;
  return keyCount > doubles.length ? [...lines, `${of}: ${keyCount} keys in all`] : lines;
}
