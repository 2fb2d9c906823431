import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgSequence, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, oneOf } from './columns.ts';

/** The delivery state of an event: to be sent, delivered, or given up until somebody resends it. */
export const eventStates = ['pending', 'delivered', 'dead'] as const;
export type EventState = (typeof eventStates)[number];

/** The order of events; a rollback leaves a gap. */
export const eventSerialNumbers = pgSequence('event_serial_numbers');

/** Events for the lender, written in the transaction of what happened and sent afterwards. */
export const outboxEvents = pgTable(
  'outbox_events',
  {
    id: idColumn(),
    serialNumber: bigint('serial_number', { mode: 'number' }).notNull().unique(),
    /** The loan or complaint that it is about: events of one subject are sent in order. */
    subjectId: text('subject_id').notNull(),
    type: text('type').notNull(),
    version: integer('version').notNull(),
    data: jsonb('data').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** In business time. */
    occurredAt: instantColumn('occurred_at').notNull(),
    state: text('state').$type<EventState>().notNull(),
    attemptCount: integer('attempt_count').notNull(),
    /** Not sent before this real time; a node that sends it moves this ahead as a lease. */
    attemptAt: instantColumn('attempt_at').notNull(),
    lastAttemptAt: instantColumn('last_attempt_at'),
    /** A code for the last failure; never the receiver's answer. */
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
