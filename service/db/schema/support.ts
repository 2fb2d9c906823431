import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { allMarkets, type Market } from '#domain/market.ts';
import { idColumn, instantColumn, oneOf } from './columns.ts';

/** Messages from the contact page, and their state (SITE-4). */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: idColumn(),
    name: text('name').notNull(),
    telephone: text('telephone').notNull(),
    email: text('email').notNull(),
    remark: text('remark').notNull(),
    state: text('state').$type<'open' | 'answered' | 'closed'>().notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    answeredAt: instantColumn('answered_at'),
    closedAt: instantColumn('closed_at'),
    handledBy: text('handled_by'),
  },
  (table) => [
    oneOf(table.state, ['open', 'answered', 'closed']),
    index('contact_messages_state').on(table.state, table.receivedAt, table.id),
    index('contact_messages_time').on(table.receivedAt),
    index('contact_messages_telephone').on(
      sql`right(regexp_replace(${table.telephone}, '[^0-9]', '', 'g'), 10)`,
    ),
  ],
);

/** How borrowers of a market reach a person, where it differs from the configuration (SERVICE-1). */
export const supportContacts = pgTable(
  'support_contacts',
  {
    market: text('market').$type<Market>().primaryKey(),
    telephone: text('telephone').notNull(),
    whatsapp: text('whatsapp').notNull(),
    email: text('email').notNull(),
    changedAt: instantColumn('changed_at').notNull(),
    changedBy: text('changed_by').notNull(),
  },
  (table) => [oneOf(table.market, allMarkets)],
);
