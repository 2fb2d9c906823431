import { bigint, index, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/**
 * How many requests came within the minute, in the columns that `rate-limiter-flexible` knows. Keys are keyed hashes of
 * address blocks; a count that has expired goes within the hour.
 */
export const requestCounts = pgTable(
  'request_counts',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('request_counts_expire').on(table.expire)],
);
