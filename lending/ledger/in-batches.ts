import { type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { databaseFailureOf } from '#db/failure.ts';

/** The condition that a column of ids is in the part that is read. */
export type Part = (column: SQL) => SQL;

const batchMax = 1000;

/**
 * Reads the rows of a table some at a time in the order of their ids, so that no table is too big for the limit of a
 * statement; a batch that takes too long is made in halves.
 */
export async function inBatches<Found>(
  database: Database | Transaction,
  table: SQL,
  read: (queryable: Queryable, part: Part) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  let size = batchMax;
  for (;;) {
    try {
      // Inside a transaction a savepoint: a statement that is ended leaves the rest standing.
      const last = await inTransaction(database, async (transaction) => {
        const [end] = await queryRows<{ id: string }>(
          transaction,
          sql`select id from (select id from ${table} where id > ${after}::uuid order by id limit ${size}::integer) as batch
            order by id desc limit 1`,
        );
        if (!end) return null;
        const part: Part = (column) => sql`${column} > ${after}::uuid and ${column} <= ${end.id}::uuid`;
        return { id: end.id, found: await read(transaction, part) };
      });
      if (!last) return found;
      found.push(...last.found);
      after = last.id;
    } catch (error) {
      if (size === 1 || databaseFailureOf(error) !== 'too-slow') throw error;
      size = Math.ceil(size / 2);
    }
  }
}
