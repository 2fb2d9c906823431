import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type ChangedDetail,
  type ChangeState,
  changedDetails,
  changeStates,
  type ProofKind,
  proofKinds,
} from '#domain/borrower/borrower-change.ts';
import type { Language } from '#domain/language.ts';
import { allMarkets, type Market } from '#domain/market.ts';
import type { RetentionYears } from '#domain/retention-years.ts';
import { dayColumn, idColumn, instantColumn, keyText, oneOf } from './columns.ts';

/** What finds a borrower by name. A migration makes these functions; both sides of a search use `search_words`. */
export function nameKeys({ name }: { readonly name: AnyPgColumn }): SQL {
  return sql`search_keys(search_words(${name}))`;
}

/** The telephone from its last digit on, for a search by its end. */
export function phoneReversed({ mobilePhone }: { readonly mobilePhone: AnyPgColumn }): SQL {
  return sql`(reverse(${mobilePhone}) collate "C")`;
}

export const borrowers = pgTable(
  'borrowers',
  {
    id: idColumn(),
    /** The lender's own id of the person; null for somebody whom the lender has not sent. */
    lenderBorrowerId: keyText('lender_borrower_id').unique(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    mobilePhone: text('mobile_phone').notNull(),
    market: text('market').$type<Market>().notNull(),
    language: text('language').$type<Language>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    changedAt: instantColumn('changed_at'),
    changedBy: text('changed_by'),
    /** Nothing new can be borrowed from then on; null while the person may. */
    blockedAt: instantColumn('blocked_at'),
    blockedBy: text('blocked_by'),
    blockReason: text('block_reason'),
    /** A legal hold keeps the person's data from then on; null for none. */
    heldAt: instantColumn('held_at'),
    heldBy: text('held_by'),
    holdReason: text('hold_reason'),
    erasedAt: instantColumn('erased_at'),
  },
  (table) => [
    index('borrowers_phone_reversed').on(phoneReversed(table)),
    index('borrowers_phone').on(table.mobilePhone, table.id),
    index('borrowers_search').using('gin', nameKeys(table)),
    index('borrowers_blocked').on(table.id).where(sql`${table.blockedAt} is not null`),
    index('borrowers_retention')
      .on(table.market, table.createdAt, table.id)
      .where(sql`${table.erasedAt} is null`),
    check(
      'borrowers_held_whole',
      sql`(${table.heldAt} is null) = (${table.holdReason} is null)
        and (${table.heldAt} is null) = (${table.heldBy} is null)`,
    ),
    check(
      'borrowers_blocked_whole',
      sql`(${table.blockedAt} is null) = (${table.blockReason} is null)
        and (${table.blockedAt} is null) = (${table.blockedBy} is null)`,
    ),
    oneOf(table.market, allMarkets),
    oneOf(table.language, ['es', 'en']),
  ],
);

export const blockKinds = ['block', 'hold'] as const;
export type BlockKind = (typeof blockKinds)[number];

export const borrowerBlockChanges = pgTable(
  'borrower_block_changes',
  {
    id: idColumn(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    kind: text('kind').$type<BlockKind>().notNull().default('block'),
    isBlocked: boolean('is_blocked').notNull(),
    reason: text('reason').notNull(),
    at: instantColumn('changed_at').notNull(),
    by: text('changed_by').notNull(),
  },
  (table) => [
    index('borrower_block_changes_borrower').on(table.borrowerId, table.id),
    oneOf(table.kind, blockKinds),
  ],
);

/** Changes of name, address and telephone, requested or made; an agreement is shown with what was in force on its day. */
export const borrowerChanges = pgTable(
  'borrower_changes',
  {
    id: idColumn(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    kind: text('kind').$type<ChangedDetail>().notNull(),
    value: text('value').notNull(),
    /** Null until the change is made. */
    valueBefore: text('value_before'),
    /** Null for a change by the lender's own systems. */
    proofKind: text('proof_kind').$type<ProofKind>(),
    proofReference: text('proof_reference'),
    state: text('state').$type<ChangeState>().notNull(),
    requestedAt: instantColumn('requested_at').notNull(),
    requestedBy: text('requested_by').notNull(),
    /** For a telephone; null until the old number is notified. */
    objectionEndsAt: instantColumn('objection_ends_at'),
    objectedAt: instantColumn('objected_at'),
    doneAt: instantColumn('done_at'),
    doneBy: text('done_by'),
  },
  (table) => [
    index('borrower_changes_borrower').on(table.borrowerId, table.id),
    uniqueIndex('borrower_changes_one_open')
      .on(table.borrowerId, table.kind)
      .where(sql`${table.state} not in ('done', 'dropped')`),
    index('borrower_changes_told').on(table.objectionEndsAt).where(sql`${table.state} = 'told'`),
    oneOf(table.kind, changedDetails),
    oneOf(table.proofKind, proofKinds, { subject: 'proof' }),
    oneOf(table.state, changeStates),
    check(
      'borrower_changes_done_whole',
      sql`(${table.state} = 'done') = (${table.doneAt} is not null) and (${table.doneAt} is null) = (${table.doneBy} is null)
        and (${table.doneAt} is null) = (${table.valueBefore} is null)`,
    ),
  ],
);

/** Pairs of borrowers that are one person; nothing of either is moved. Each pair is once in order of its ids. */
export const borrowerLinks = pgTable(
  'borrower_links',
  {
    id: idColumn(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    otherBorrowerId: uuid('other_borrower_id')
      .notNull()
      .references(() => borrowers.id),
    reason: text('reason').notNull(),
    linkedAt: instantColumn('linked_at').notNull(),
    linkedBy: text('linked_by').notNull(),
    endedAt: instantColumn('ended_at'),
    endedBy: text('ended_by'),
    endReason: text('end_reason'),
  },
  (table) => [
    uniqueIndex('borrower_links_one_open')
      .on(table.borrowerId, table.otherBorrowerId)
      .where(sql`${table.endedAt} is null`),
    index('borrower_links_borrower').on(table.borrowerId),
    index('borrower_links_other').on(table.otherBorrowerId),
    check('borrower_links_in_order', sql`${table.borrowerId} < ${table.otherBorrowerId}`),
    check(
      'borrower_links_end_whole',
      sql`(${table.endedAt} is null) = (${table.endedBy} is null) and (${table.endedAt} is null) = (${table.endReason} is null)`,
    ),
  ],
);

/** Proof of each erasure: how many rows of what were emptied or removed, and none of their content. */
export const erasures = pgTable(
  'erasures',
  {
    id: idColumn(),
    /** Null for a registration of somebody who is no borrower. */
    borrowerId: uuid('borrower_id').references(() => borrowers.id),
    registrationId: uuid('registration_id'),
    reason: text('reason').notNull(),
    erasedAt: instantColumn('erased_at').notNull(),
    erasedBy: text('erased_by').notNull(),
    counts: jsonb('counts').$type<Readonly<Record<string, number>>>().notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    index('erasures_borrower').on(table.borrowerId),
    check('erasures_of_one', sql`(${table.borrowerId} is null) <> (${table.registrationId} is null)`),
  ],
);

/** The retention run of a market. It only counts until somebody approves the count for these years; other years begin a new run. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    market: text('market').$type<Market>().primaryKey(),
    years: jsonb('years').$type<RetentionYears>().notNull(),
    /** Cursor: creation time and id of the last borrower that was checked; null at the beginning. */
    afterAt: instantColumn('after_at'),
    afterId: uuid('after_id'),
    /** Counted so far; erased so far once the run is approved. */
    borrowerCount: integer('borrower_count').notNull(),
    registrationCount: integer('registration_count').notNull(),
    /** When the oldest borrower was added or registration made. */
    oldestAt: instantColumn('oldest_at'),
    endedAt: instantColumn('ended_at'),
    approvedAt: instantColumn('approved_at'),
    approvedBy: text('approved_by'),
  },
  (table) => [
    oneOf(table.market, allMarkets),
    check(
      'retention_runs_approved_whole',
      sql`(${table.approvedAt} is null) = (${table.approvedBy} is null)`,
    ),
  ],
);

/** What an erasure request waits for; `day` is one that the lender gave. */
export const erasureObstacles = ['loan', 'complaint', 'hold', 'day'] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];

export const erasureRequests = pgTable(
  'erasure_requests',
  {
    id: idColumn(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    reason: text('reason').notNull(),
    requestedAt: instantColumn('requested_at').notNull(),
    requestedBy: text('requested_by').notNull(),
    notBefore: dayColumn('not_before'),
    state: text('state').$type<'waiting' | 'done' | 'withdrawn'>().notNull(),
    waitsFor: text('waits_for').$type<ErasureObstacle>(),
    /** The earliest possible day as of the last check; null where none is known. */
    earliestOn: dayColumn('earliest_on'),
    lookedAt: instantColumn('looked_at').notNull(),
    endedAt: instantColumn('ended_at'),
    erasureId: uuid('erasure_id').references(() => erasures.id),
  },
  (table) => [
    uniqueIndex('erasure_requests_one_waiting').on(table.borrowerId).where(sql`${table.state} = 'waiting'`),
    index('erasure_requests_borrower').on(table.borrowerId),
    index('erasure_requests_state').on(table.state, table.id),
    index('erasure_requests_to_look_at').on(table.lookedAt).where(sql`${table.state} = 'waiting'`),
    oneOf(table.state, ['waiting', 'done', 'withdrawn']),
    oneOf(table.waitsFor, erasureObstacles, { subject: 'obstacle' }),
    check(
      'erasure_requests_ended',
      sql`(${table.state} = 'waiting') = (${table.endedAt} is null) and (${table.state} = 'waiting') = (${table.waitsFor} is not null)
        and (${table.state} = 'done') = (${table.erasureId} is not null)`,
    ),
  ],
);

/** Sessions of borrowers. Only the SHA-256 of the token is stored (SESS-4). */
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
    /** Rounded to the minute. */
    lastUsedAt: instantColumn('last_used_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
  },
  (table) => [index('sessions_borrower').on(table.borrowerId), index('sessions_expiry').on(table.expiresAt)],
);

/** Tickets that can be exchanged for a session once. Only the SHA-256 of each is stored. */
export const sessionTickets = pgTable(
  'session_tickets',
  {
    tokenHash: text('token_hash').primaryKey(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    deviceId: text('device_id').notNull(),
    userId: text('user_id').notNull(),
    appVersion: text('app_version').notNull(),
    clientType: text('client_type').notNull(),
    merchantNumber: text('merchant_number').notNull(),
    mobilePhone: text('mobile_phone').notNull(),
    ttlMinutes: integer('ttl_minutes').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    index('session_tickets_borrower').on(table.borrowerId),
    index('session_tickets_expiry').on(table.expiresAt),
  ],
);
