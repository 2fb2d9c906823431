import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { dayColumn, instantColumn } from './columns.ts';

export type JobOutcome = 'done' | 'failed' | 'refused';

/** Scheduled jobs, each held by one process at a time; a process that holds one past `heldUntil` counts as dead. */
export const jobLeases = pgTable('job_leases', {
  job: text('job').primaryKey(),
  /** The random name of the process; null while none works. */
  holder: text('holder'),
  heldUntil: instantColumn('held_until').notNull(),
  endedAt: instantColumn('ended_at'),
  outcome: text('outcome').$type<JobOutcome>(),
});

/** The last day for which penalties may be booked, so that a clock that jumps charges nobody; one row. */
export const bookableDays = pgTable(
  'bookable_days',
  {
    id: integer('id').primaryKey().default(1),
    through: dayColumn('through_day').notNull(),
  },
  (table) => [check('bookable_days_one_row', sql`${table.id} = 1`)],
);
