import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import { idColumn, instantColumn, oneOf } from './columns.ts';

/** People who borrow, one row each. */
export const borrowers = pgTable(
  'borrowers',
  {
    id: idColumn(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    mobilePhone: text('mobile_phone').notNull(),
    market: text('market').$type<Market>().notNull(),
    language: text('language').$type<Language>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    index('borrowers_phone_end').on(sql`right(${table.mobilePhone}, 8)`),
    oneOf('borrowers_market_known', table.market, ['MX', 'IN']),
    oneOf('borrowers_language_known', table.language, ['es', 'en']),
  ],
);

/** Sessions of borrowers: the token itself is never stored, only its SHA-256 (SESS-4). */
export const sessions = pgTable(
  'sessions',
  {
    id: idColumn(),
    tokenHash: text('token_hash').notNull().unique(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    deviceId: text('device_id').notNull(),
    userId: text('user_id').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
  },
  (table) => [index('sessions_borrower').on(table.borrowerId), index('sessions_expiry').on(table.expiresAt)],
);
