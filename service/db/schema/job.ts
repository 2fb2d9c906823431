import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { dayColumn, instantColumn } from './columns.ts';

/** What comes of a run; `refused` waits for a person. */
export type JobOutcome = 'done' | 'failed' | 'refused';

/** Work by time, each job held by one process at a time; who holds it longer than `heldUntil` is taken for dead. */
export const jobLeases = pgTable('job_leases', {
  job: text('job').primaryKey(),
  /** A name the process made for itself; null while no process works. */
  holder: text('holder'),
  heldUntil: instantColumn('held_until').notNull(),
  /** When the last run ended, and what came of it; null before the first. */
  endedAt: instantColumn('ended_at'),
  outcome: text('outcome').$type<JobOutcome>(),
});

/** The last day penalties may be booked for, so that a clock that leaps cannot charge anybody; one row. */
export const bookableDays = pgTable(
  'bookable_days',
  {
    id: integer('id').primaryKey().default(1),
    through: dayColumn('through_day').notNull(),
  },
  (table) => [check('bookable_days_one_row', sql`${table.id} = 1`)],
);
