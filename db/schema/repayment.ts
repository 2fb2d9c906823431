import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Currency } from '#domain/money/money.ts';
import { amountChecks, dayColumn, idColumn, instantColumn, minorColumn, oneOf } from './columns.ts';
import { loans } from './loan.ts';

/** What the loan asks for and when: per component what was charged and what of it was paid, as the ledger says. */
export const instalments = pgTable(
  'instalments',
  {
    id: idColumn(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    sequence: integer('sequence').notNull(),
    dueDate: dayColumn('due_date').notNull(),
    /** The date it was due before it was extended; null when it never was. An instalment is extended once (DELAY-3). */
    extendedFrom: dayColumn('extended_from'),
    /** The last day whose penalty is booked; null while never late. */
    accruedThrough: dayColumn('accrued_through'),
    penaltyChargedMinor: minorColumn('penalty_charged_minor').notNull(),
    penaltyPaidMinor: minorColumn('penalty_paid_minor').notNull(),
    feeChargedMinor: minorColumn('fee_charged_minor').notNull(),
    feePaidMinor: minorColumn('fee_paid_minor').notNull(),
    vatChargedMinor: minorColumn('vat_charged_minor').notNull(),
    vatPaidMinor: minorColumn('vat_paid_minor').notNull(),
    interestChargedMinor: minorColumn('interest_charged_minor').notNull(),
    interestPaidMinor: minorColumn('interest_paid_minor').notNull(),
    principalChargedMinor: minorColumn('principal_charged_minor').notNull(),
    principalPaidMinor: minorColumn('principal_paid_minor').notNull(),
  },
  (table) => [
    unique('instalments_loan_sequence').on(table.loanId, table.sequence),
    index('instalments_due').on(table.dueDate),
    ...amountChecks('instalments', {
      penalty_charged: table.penaltyChargedMinor,
      penalty_paid: table.penaltyPaidMinor,
      fee_charged: table.feeChargedMinor,
      fee_paid: table.feePaidMinor,
      vat_charged: table.vatChargedMinor,
      vat_paid: table.vatPaidMinor,
      interest_charged: table.interestChargedMinor,
      interest_paid: table.interestPaidMinor,
      principal_charged: table.principalChargedMinor,
      principal_paid: table.principalPaidMinor,
    }),
    check('instalments_extended_later', sql`${table.extendedFrom} < ${table.dueDate}`),
    check(
      'instalments_paid_within_charged',
      sql`${table.penaltyPaidMinor} <= ${table.penaltyChargedMinor}
        and ${table.feePaidMinor} <= ${table.feeChargedMinor}
        and ${table.vatPaidMinor} <= ${table.vatChargedMinor}
        and ${table.interestPaidMinor} <= ${table.interestChargedMinor}
        and ${table.principalPaidMinor} <= ${table.principalChargedMinor}`,
    ),
  ],
);

/** Codes a borrower pays with; each belongs to one loan and one purpose. */
export const paymentReferences = pgTable(
  'payment_references',
  {
    id: idColumn(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    purpose: text('purpose').$type<'repay' | 'extend'>().notNull(),
    channelKind: text('channel_kind')
      .$type<'bank-transfer' | 'store' | 'upi' | 'virtual-account'>()
      .notNull(),
    code: text('code').notNull().unique(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    unique('payment_references_loan_channel').on(table.loanId, table.purpose, table.channelKind),
    oneOf('payment_references_purpose_known', table.purpose, ['repay', 'extend']),
    oneOf('payment_references_channel_known', table.channelKind, [
      'bank-transfer',
      'store',
      'upi',
      'virtual-account',
    ]),
  ],
);

/** What payment providers reported, each event once; one without a loan waits for a person to match it. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: idColumn(),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    loanId: uuid('loan_id').references(() => loans.id),
    reference: text('reference').notNull(),
    amountMinor: minorColumn('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    paidAt: instantColumn('paid_at').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    outcome: text('outcome').$type<'posted' | 'unmatched'>().notNull(),
  },
  (table) => [
    unique('provider_events_once').on(table.provider, table.eventId),
    index('provider_events_loan').on(table.loanId),
    index('provider_events_unmatched').on(table.reference).where(sql`${table.outcome} = 'unmatched'`),
    ...amountChecks('provider_events', { amount: table.amountMinor }),
    oneOf('provider_events_outcome_known', table.outcome, ['posted', 'unmatched']),
  ],
);
