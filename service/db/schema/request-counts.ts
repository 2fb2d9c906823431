import { bigint, index, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/**
 * Requests of the current minute, in the columns of `rate-limiter-flexible`. Keys are keyed hashes of address blocks; an expired count is
 * deleted within the hour.
 */
export const requestCounts = pgTable(
  'request_counts',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('request_counts_expire').on(table.expire)],
);
