import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Market } from '#domain/market.ts';
import { instantColumn, oneOf } from './columns.ts';

/** How borrowers of a market reach a person, where it is not as configured (SERVICE-1). */
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
  (table) => [oneOf('support_contacts_market_known', table.market, ['MX', 'IN'])],
);
