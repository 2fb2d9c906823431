import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgSequence, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, oneOf } from './columns.ts';

/** Where an event stands on its way to the lender: to be sent, taken, or given up until somebody has it sent again. */
export const eventStates = ['pending', 'delivered', 'dead'] as const;
export type EventState = (typeof eventStates)[number];

/** The order of events; one that is taken back leaves a gap. */
export const eventSerialNumbers = pgSequence('event_serial_numbers');

/** What the lender is told, written with what happened and sent afterwards. */
export const outboxEvents = pgTable(
  'outbox_events',
  {
    id: idColumn(),
    serialNumber: bigint('serial_number', { mode: 'number' }).notNull().unique(),
    /** What it is about, a loan or a complaint: of one subject an event is sent after those before it. */
    subjectId: text('subject_id').notNull(),
    type: text('type').notNull(),
    version: integer('version').notNull(),
    data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** In the time loans live in. */
    occurredAt: instantColumn('occurred_at').notNull(),
    state: text('state').$type<EventState>().notNull(),
    attemptCount: integer('attempt_count').notNull(),
    /** Not sent before this, by the real time; a node that sends it moves this ahead, so that no other does. */
    attemptAt: instantColumn('attempt_at').notNull(),
    lastAttemptAt: instantColumn('last_attempt_at'),
    /** What came of the last attempt that failed, in a word; never what the receiver answered. */
    lastFailure: text('last_failure'),
    deliveredAt: instantColumn('delivered_at'),
  },
  (table) => [
    oneOf(table.state, eventStates),
    check('outbox_events_attempt_count_range', sql`${table.attemptCount} >= 0`),
    check(
      'outbox_events_delivered_when_taken',
      sql`(${table.state} = 'delivered') = (${table.deliveredAt} is not null)`,
    ),
    index('outbox_events_due').on(table.attemptAt, table.serialNumber).where(sql`${table.state} = 'pending'`),
    index('outbox_events_waiting')
      .on(table.subjectId, table.serialNumber)
      .where(sql`${table.state} = 'pending'`),
    index('outbox_events_pending').on(table.serialNumber).where(sql`${table.state} = 'pending'`),
    index('outbox_events_dead_time').on(table.occurredAt, table.id).where(sql`${table.state} = 'dead'`),
    index('outbox_events_subject').on(table.subjectId, table.serialNumber),
    index('outbox_events_dead').on(table.serialNumber).where(sql`${table.state} = 'dead'`),
    index('outbox_events_time').on(table.occurredAt),
  ],
);
