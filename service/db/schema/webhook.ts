import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instantColumn, keyText } from './columns.ts';

/** Processed webhooks, so that a repeated one has no second effect. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    provider: keyText('provider').notNull(),
    messageId: keyText('message_id').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    /** The object that the message is about, where the provider's account does not have it. */
    unknownObject: text('unknown_object'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.messageId] }),
    index('webhook_messages_received').on(table.receivedAt),
    index('webhook_messages_unknown').on(table.receivedAt).where(sql`${table.unknownObject} is not null`),
  ],
);
