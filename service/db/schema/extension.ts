import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type ExtensionState, extensionStates } from '#domain/booking/state.ts';
import { maximumExtensionDays } from '#domain/extension/extension-price.ts';
import { amountChecks, dayColumn, instantColumn, minorColumn, oneOf, sameBorrower } from './columns.ts';
import { loans } from './loan.ts';
import { providerEvents } from './repayment.ts';

/** Extensions that a borrower was offered, with the figures of that day. An offer costs and changes nothing (DELAY-3). */
export const extensions = pgTable(
  'extensions',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    state: text('state').$type<ExtensionState>().notNull(),
    quotedOn: dayColumn('quoted_on').notNull(),
    days: integer('days').notNull(),
    feeMinor: minorColumn('fee_minor').notNull(),
    payTodayMinor: minorColumn('pay_today_minor').notNull(),
    fromDueDate: dayColumn('from_due_date').notNull(),
    newDueDate: dayColumn('new_due_date').notNull(),
    sequences: jsonb('sequences').$type<readonly number[]>().notNull(),
    offeredAt: instantColumn('offered_at').notNull(),
    paidMinor: minorColumn('paid_minor'),
    paidAt: instantColumn('paid_at'),
    /** The payment that put it into effect, or the last that was too small; an extension in effect lapses when that is reversed. */
    paymentEventId: uuid('payment_event_id').references(() => providerEvents.id),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    ...amountChecks(table.feeMinor, table.payTodayMinor, table.paidMinor),
    oneOf(table.state, extensionStates),
    check('extensions_days_range', sql`${table.days} between 1 and ${sql.raw(String(maximumExtensionDays))}`),
    check('extensions_postpone', sql`${table.newDueDate} > ${table.fromDueDate}`),
    uniqueIndex('extensions_one_open')
      .on(table.loanId, table.borrowerId)
      .where(sql`${table.state} = 'awaiting-payment'`),
    index('extensions_loan').on(table.loanId, table.offeredAt),
  ],
);
