import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, keyText } from './columns.ts';

/** Host calls that took effect, so that a replay gets the first answer and no second effect. */
export const hostMessages = pgTable(
  'host_messages',
  {
    messageId: keyText('message_id').primaryKey(),
    path: text('path').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status').notNull(),
    /** Encrypted: it may hold a borrower's session. */
    sealedAnswer: text('sealed_answer').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    /** The borrower whose data the answer holds; null for none. */
    subjectId: uuid('subject_id'),
  },
  (table) => [
    index('host_messages_received').on(table.receivedAt),
    index('host_messages_subject').on(table.subjectId).where(sql`${table.subjectId} is not null`),
  ],
);

/**
 * The path at which a message id was used by a read or a refused call. The webhook signature covers no path, so that a holder of such a
 * message could send it to another one.
 */
export const hostMessagePaths = pgTable(
  'host_message_paths',
  {
    messageId: keyText('message_id').primaryKey(),
    path: text('path').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
  },
  (table) => [index('host_message_paths_received').on(table.receivedAt)],
);

/** By how much the sandbox runs ahead of real time; one row, in development only. */
export const sandboxClock = pgTable(
  'sandbox_clock',
  {
    id: integer('id').primaryKey().default(1),
    offsetSeconds: bigint('offset_seconds', { mode: 'number' }).notNull(),
  },
  (table) => [check('sandbox_clock_one_row', sql`${table.id} = 1`)],
);

/** When production first served from this database; one row, which development refuses to open. */
export const productionStarts = pgTable(
  'production_starts',
  {
    id: integer('id').primaryKey().default(1),
    startedAt: instantColumn('started_at').notNull(),
  },
  (table) => [check('production_starts_one_row', sql`${table.id} = 1`)],
);
