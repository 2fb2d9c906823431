import { type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { databaseFailureOf } from '#db/failure.ts';

/** The condition that a column of ids is in the part that is read. */
export type Part = (column: SQL) => SQL;

const batchMax = 1000;

/** How a table is read in parts. */
interface Parts<Key, Row> {
  /** Rows of the table in a part at first. */
  readonly size: number;
  /** The key of the last of the next rows; undefined when there is none. */
  endAfter(queryable: Queryable, after: Key | undefined, size: number): Promise<Key | undefined>;
  /** Reads the rows after one key, up to another. */
  read(queryable: Queryable, after: Key | undefined, end: Key): Promise<readonly Row[]>;
}

/**
 * Reads a table part by part in the order of its keys, so that none is too big for the limit of a statement; a part that takes too
 * long is made in halves.
 */
export async function inParts<Key, Row>(
  database: Database | Transaction,
  { size: sizeMax, endAfter, read }: Parts<Key, Row>,
): Promise<Row[]> {
  const matches: Row[] = [];
  let after: Key | undefined;
  let size = sizeMax;
  for (;;) {
    try {
      // Inside a transaction a savepoint: a statement that is ended leaves the rest standing.
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

/** Reads the rows of a table some at a time in the order of their ids, as `inParts`. */
export function inBatches<Row>(
  database: Database | Transaction,
  table: SQL,
  read: (queryable: Queryable, part: Part) => Promise<readonly Row[]>,
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
