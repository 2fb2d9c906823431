import { type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { databaseFailureOf } from '#db/failure.ts';

export type ColumnCondition = (column: SQL) => SQL;

const batchMax = 1000;

interface Parts<Key, Row> {
  readonly size: number;
  /** The last key of the next part; undefined at the end. */
  endAfter(queryable: Queryable, after: Key | undefined, size: number): Promise<Key | undefined>;
  read(queryable: Queryable, after: Key | undefined, end: Key): Promise<readonly Row[]>;
}

/** Reads a table part by part in the order of its keys, so that no statement takes too long; a part that does is halved. */
export async function inParts<Key, Row>(
  database: Database | Transaction,
  { size: sizeMax, endAfter, read }: Parts<Key, Row>,
): Promise<Row[]> {
  const matches: Row[] = [];
  let after: Key | undefined;
  let size = sizeMax;
  for (;;) {
    try {
      // Inside a transaction a savepoint, so that a cancelled statement does not end the rest.
      const part = await inTransaction(database, async (transaction) => {
        const end = await endAfter(transaction, after, size);
        return end === undefined ? undefined : { end, found: await read(transaction, after, end) };
      });
      if (part === undefined) return matches;
      matches.push(...part.found);
      after = part.end;
    } catch (error) {
      if (size === 1 || databaseFailureOf(error) !== 'too-slow') throw error;
      size = Math.ceil(size / 2);
    }
  }
}

/** Reads the rows of a table in batches in the order of their ids, as `inParts`. */
export function inBatches<Row>(
  database: Database | Transaction,
  table: SQL,
  read: (queryable: Queryable, part: ColumnCondition) => Promise<readonly Row[]>,
  size = batchMax,
): Promise<Row[]> {
  const first = '00000000-0000-0000-0000-000000000000';
  return inParts<string, Row>(database, {
    size,
    async endAfter(queryable, after = first, count) {
      const [end] = await queryRows<{ id: string }>(
        queryable,
        sql`select id from (select id from ${table} where id > ${after}::uuid order by id limit ${count}::integer) as batch
          order by id desc limit 1`,
      );
      return end?.id;
    },
    read: (queryable, after = first, end) =>
      read(queryable, (column) => sql`${column} > ${after}::uuid and ${column} <= ${end}::uuid`),
  });
}
