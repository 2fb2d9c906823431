import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type CashKind,
  cashKinds,
  type LedgerAccount,
  type LedgerKind,
  ledgerAccounts,
  ledgerKinds,
} from '#domain/booking/movement.ts';
import { allCurrencies } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import type { Component } from '#domain/repayment/allocation.ts';
import {
  amountChecks,
  dayColumn,
  idColumn,
  instantColumn,
  keyText,
  minorColumn,
  oneOf,
  sameBorrower,
} from './columns.ts';
import { loans } from './loan.ts';
import { instalments } from './repayment.ts';

/** A constraint that an account exists; a clearing account is `clearing:` and a provider. */
function accountKnown(account: AnyPgColumn, subject?: string) {
  return oneOf(account, ledgerAccounts, { subject, part: sql`split_part(${account}, ':', 1)` });
}

/** Ledger transactions. Rows are never changed or removed; a correction reverses (DESIGN, Money). */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    loanId: uuid('loan_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    occurredAt: instantColumn('occurred_at').notNull(),
    /** When it was booked; the accounting day is that of the market. */
    bookedAt: instantColumn('booked_at').notNull(),
    idempotencyKey: keyText('idempotency_key').notNull(),
    reversesId: uuid('reverses_id'),
    reason: text('reason'),
    /** Null for the service itself. */
    actor: text('actor'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    foreignKey({
      name: 'ledger_transactions_reverses_id_same_borrower',
      columns: [table.borrowerId, table.reversesId],
      foreignColumns: [table.borrowerId, table.id],
    }),
    uniqueIndex('ledger_transactions_once').on(table.idempotencyKey, table.borrowerId),
    unique('ledger_transactions_reversed_once').on(table.reversesId, table.borrowerId),
    index('ledger_transactions_loan').on(table.loanId),
    index('ledger_transactions_booked').on(table.currency, table.bookedAt, table.id),
    oneOf(table.kind, ledgerKinds),
    oneOf(table.currency, allCurrencies),
  ],
);

/** Debits above zero, credits below; the postings of one transaction sum to zero. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id').notNull(),
    transactionId: uuid('transaction_id').notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    component: text('component').$type<Component>(),
    loanId: uuid('loan_id').notNull(),
    instalmentId: uuid('instalment_id'),
    amountMinor: minorColumn('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.transactionId, ledgerTransactions),
    sameBorrower(table.borrowerId, table.loanId, loans),
    sameBorrower(table.borrowerId, table.instalmentId, instalments),
    index('ledger_postings_transaction').on(table.transactionId),
    index('ledger_postings_loan').on(table.loanId),
    index('ledger_postings_instalment').on(table.instalmentId),
    check(
      'ledger_postings_amount_range',
      sql`${table.amountMinor} between -9007199254740991 and 9007199254740991 and ${table.amountMinor} <> 0`,
    ),
    check(
      'ledger_postings_receivable_placed',
      sql`${table.account} <> 'receivable' or (${table.instalmentId} is not null and ${table.component} is not null)`,
    ),
    accountKnown(table.account),
    oneOf(table.component, ['penalty', 'fee', 'vat', 'interest', 'principal']),
    oneOf(table.currency, allCurrencies),
  ],
);

/**
 * Movements of money that is on no loan, each from one account to another, so that each balances. Rows are never changed or removed
 * (docs/decisions/124-cash-that-ties.md).
 */
export const cashMovements = pgTable(
  'cash_movements',
  {
    id: idColumn(),
    kind: text('kind').$type<CashKind>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    debitAccount: text('debit_account').$type<LedgerAccount>().notNull(),
    creditAccount: text('credit_account').$type<LedgerAccount>().notNull(),
    amountMinor: minorColumn('amount_minor').notNull(),
    occurredAt: instantColumn('occurred_at').notNull(),
    bookedAt: instantColumn('booked_at').notNull(),
    idempotencyKey: keyText('idempotency_key').notNull().unique(),
    eventId: uuid('event_id'),
    reason: text('reason'),
    actor: text('actor'),
  },
  (table) => [
    index('cash_movements_booked').on(table.currency, table.bookedAt, table.id),
    index('cash_movements_event').on(table.eventId),
    check('cash_movements_amount_range', sql`${table.amountMinor} between 1 and 9007199254740991`),
    check('cash_movements_two_accounts', sql`${table.debitAccount} <> ${table.creditAccount}`),
    accountKnown(table.debitAccount, 'debit'),
    accountKnown(table.creditAccount, 'credit'),
    oneOf(table.kind, cashKinds),
    oneOf(table.currency, allCurrencies),
  ],
);

/**
 * Interest and fees of an instalment that its loan earns in equal parts a day, from the day after `since` through `until`. Periods without
 * an end are current; the others are history (docs/decisions/086-sums-of-closed-days.md).
 */
export const earningPeriods = pgTable(
  'earning_periods',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    instalmentId: uuid('instalment_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    fromDay: dayColumn('from_day').notNull(),
    throughDay: dayColumn('through_day').notNull(),
    interestMinor: minorColumn('interest_minor').notNull(),
    feeMinor: minorColumn('fee_minor').notNull(),
    /** The day before the period begins; earnings through that day are booked on the loan. */
    since: dayColumn('since').notNull(),
    until: dayColumn('until'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    sameBorrower(table.borrowerId, table.instalmentId, instalments),
    index('earning_periods_loan').on(table.loanId),
    index('earning_periods_days').on(table.currency, table.throughDay, table.id),
    ...amountChecks(table.interestMinor, table.feeMinor),
    // Daily earnings are computed in bigint.
    check(
      'earning_periods_days_in_order',
      sql`${table.throughDay} - ${table.fromDay} between 1 and 1000 and ${table.throughDay} > ${table.since}
        and ${table.until} >= ${table.since}`,
    ),
    oneOf(table.currency, allCurrencies),
  ],
);

/** Interest and fees that all loans of a currency earned on a closed day; no row for a day without earnings. */
export const earningDays = pgTable(
  'earning_days',
  {
    currency: text('currency').$type<Currency>().notNull(),
    day: dayColumn('day').notNull(),
    interestMinor: numeric('interest_minor', { precision: 38, scale: 0 }).notNull(),
    feeMinor: numeric('fee_minor', { precision: 38, scale: 0 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.day] }), oneOf(table.currency, allCurrencies)],
);

/**
 * The last closed day of a currency's books. A closed day never changes: if a booking has an earlier time, for instance because a clock
 * went back, a trigger sets its time to `opensAt` (docs/decisions/086-sums-of-closed-days.md).
 */
export const closedBooks = pgTable(
  'closed_books',
  {
    currency: text('currency').$type<Currency>().primaryKey(),
    closedThrough: dayColumn('closed_through').notNull(),
    /** The end of that day in the currency's market. */
    opensAt: instantColumn('opens_at').notNull(),
    /** The last day in `ledger_day_sums`; null before the first. */
    summedThrough: dayColumn('summed_through'),
  },
  (table) => [oneOf(table.currency, allCurrencies)],
);

/** The sum of each account on each closed day; no row for a day without movements. */
export const ledgerDaySums = pgTable(
  'ledger_day_sums',
  {
    currency: text('currency').$type<Currency>().notNull(),
    day: dayColumn('day').notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    debitMinor: numeric('debit_minor', { precision: 38, scale: 0 }).notNull(),
    creditMinor: numeric('credit_minor', { precision: 38, scale: 0 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.currency, table.day, table.account] }),
    check('ledger_day_sums_sides', sql`${table.debitMinor} >= 0 and ${table.creditMinor} >= 0`),
    oneOf(table.currency, allCurrencies),
    accountKnown(table.account),
  ],
);

/** A movement's place in the order of booking; the instant with microseconds, as text. */
export interface BookedPlace {
  readonly at: string;
  readonly id: string;
}

/** The progress of the comparison of loans with the ledger; one row (docs/decisions/095-tens-of-millions-of-loans.md). */
export const bookComparison = pgTable(
  'book_comparison',
  {
    id: integer('id').primaryKey().default(1),
    /** When somebody requested a comparison of all loans; null once it began. */
    askedAt: instantColumn('asked_at'),
    startedAt: instantColumn('started_at'),
    /** Null while the run is under way, and if its process died. */
    endedAt: instantColumn('ended_at'),
    loanCount: integer('loan_count').notNull().default(0),
    /** The cursor in the movements of each currency. */
    movedThrough: jsonb('moved_through')
      .$type<Readonly<Partial<Record<Currency, BookedPlace>>>>()
      .notNull()
      .default({}),
    /** The last serial number of the current round. */
    runEnd: bigint('run_end', { mode: 'number' }).notNull().default(0),
    /** A round compares all loans that existed when it began, by serial number up to `roundEnd`; `roundThrough` is the last compared. */
    roundStartedAt: instantColumn('round_started_at'),
    roundEnd: bigint('round_end', { mode: 'number' }).notNull().default(0),
    roundThrough: bigint('round_through', { mode: 'number' }).notNull().default(0),
    comparedSince: instantColumn('compared_since'),
  },
  (table) => [check('book_comparison_one_row', sql`${table.id} = 1`)],
);

/** A loan or provider event that disagreed with the ledger at its last comparison; removed once it agrees. */
export const bookFaults = pgTable(
  'book_faults',
  {
    books: text('books').$type<'loans' | 'events'>().notNull(),
    id: uuid('id').notNull(),
    /** What differs: one entry for each figure of a loan; a single entry for an event. */
    found: jsonb('found').$type<readonly Readonly<Record<string, string | number | null>>[]>().notNull(),
    foundAt: instantColumn('found_at').notNull(),
    comparedAt: instantColumn('compared_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.books, table.id] }), oneOf(table.books, ['loans', 'events'])],
);
