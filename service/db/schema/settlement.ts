import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { allCurrencies } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import {
  type SettlementDayFigures,
  type SettlementKind,
  type SettlementOutcome,
  type SettlementSource,
  type SettlementState,
  settlementKinds,
  settlementOutcomes,
  settlementSources,
  settlementStates,
} from '#domain/settlement/settlement.ts';
import { dayColumn, idColumn, instantColumn, keyText, minorColumn, oneOf } from './columns.ts';
import { providerEvents } from './repayment.ts';

/** Settlement files of providers and bank statements, each once (docs/decisions/124-cash-that-ties.md). */
export const settlementFiles = pgTable(
  'settlement_files',
  {
    id: idColumn(),
    source: keyText('source').$type<SettlementSource>().notNull(),
    name: text('name').notNull(),
    digest: keyText('digest').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    fromDay: dayColumn('from_day').notNull(),
    throughDay: dayColumn('through_day').notNull(),
    lineCount: integer('line_count').notNull(),
    /** How many lines wait for staff and how many are closed, kept at the end of each transaction. */
    openCount: integer('open_count').notNull().default(0),
    closedCount: integer('closed_count').notNull().default(0),
    readAt: instantColumn('read_at').notNull(),
    readBy: text('read_by').notNull(),
  },
  (table) => [
    unique('settlement_files_once').on(table.source, table.digest),
    index('settlement_files_read').on(table.readAt, table.id),
    check(
      'settlement_files_counts_range',
      sql`${table.openCount} >= 0 and ${table.closedCount} >= 0 and ${table.openCount} + ${table.closedCount} <= ${table.lineCount}`,
    ),
    oneOf(table.source, settlementSources),
    oneOf(table.currency, allCurrencies),
  ],
);

export const settlementLines = pgTable(
  'settlement_lines',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => settlementFiles.id),
    lineNumber: integer('line_number').notNull(),
    source: keyText('source').$type<SettlementSource>().notNull(),
    kind: keyText('kind').$type<SettlementKind>().notNull(),
    identity: keyText('identity').notNull(),
    keys: text('keys').array().notNull(),
    reference: text('reference').notNull(),
    day: dayColumn('day').notNull(),
    payerBank: keyText('payer_bank'),
    operatingDay: dayColumn('operating_day'),
    /** Before fees; below zero for money that left. */
    amountMinor: minorColumn('amount_minor').notNull(),
    feeMinor: minorColumn('fee_minor').notNull(),
    payout: text('payout'),
    state: text('state').$type<SettlementState>().notNull(),
    eventId: uuid('event_id').references(() => providerEvents.id),
    decision: text('decision').$type<SettlementOutcome>(),
    reason: text('reason'),
    decidedAt: instantColumn('decided_at'),
    decidedBy: text('decided_by'),
    /** When staff closed its day, which books its amounts; null while the day is open. */
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.lineNumber] }),
    uniqueIndex('settlement_lines_once')
      .on(table.source, table.kind, table.identity)
      .where(sql`${table.state} <> 'repeated'`),
    index('settlement_lines_event').on(table.eventId),
    index('settlement_lines_payout').on(table.payout).where(sql`${table.payout} is not null`),
    check(
      'settlement_lines_amount_range',
      sql`${table.amountMinor} between -9007199254740991 and 9007199254740991`,
    ),
    check(
      'settlement_lines_fee_range',
      sql`${table.feeMinor} between -9007199254740991 and 9007199254740991`,
    ),
    check(
      'settlement_lines_decided',
      sql`(${table.decision} is null) = (${table.decidedAt} is null) and (${table.decision} is null) = (${table.reason} is null)`,
    ),
    oneOf(table.kind, settlementKinds),
    oneOf(table.state, settlementStates),
    oneOf(table.decision, settlementOutcomes),
  ],
);

/** The figures of a file's day at each closing; later changes of its payments do not change them. */
export const settlementClosings = pgTable(
  'settlement_closings',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => settlementFiles.id),
    day: dayColumn('day').notNull(),
    closedCount: integer('closed_count').notNull(),
    figures: jsonb('figures').$type<SettlementDayFigures>().notNull(),
    closedAt: instantColumn('closed_at').notNull(),
    closedBy: text('closed_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.day, table.closedCount] })],
);
