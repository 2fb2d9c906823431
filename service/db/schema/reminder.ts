import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type ReminderChannel, reminderChannels } from '#domain/reminder/reminder-channel.ts';
import { borrowers } from './borrower.ts';
import { idColumn, instantColumn, oneOf } from './columns.ts';

/** Consents to reminders by a channel; a standing consent has no end. */
export const reminderConsents = pgTable(
  'reminder_consents',
  {
    id: idColumn(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    channel: text('channel').$type<ReminderChannel>().notNull(),
    grantedAt: instantColumn('granted_at').notNull(),
    withdrawnAt: instantColumn('withdrawn_at'),
  },
  (table) => [
    index('reminder_consents_borrower').on(table.borrowerId, table.id),
    index('reminder_consents_withdrawn').on(table.withdrawnAt),
    index('reminder_consents_standing_order').on(table.id).where(sql`${table.withdrawnAt} is null`),
    uniqueIndex('reminder_consents_standing')
      .on(table.borrowerId, table.channel)
      .where(sql`${table.withdrawnAt} is null`),
    oneOf(table.channel, reminderChannels),
    check('reminder_consents_in_order', sql`${table.withdrawnAt} >= ${table.grantedAt}`),
  ],
);
