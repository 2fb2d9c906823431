import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/language.ts';
import {
  type ChargeKind,
  chargeKinds,
  type DisputeReason,
  type DisputeState,
  disputeReasons,
  disputeStates,
} from '#domain/loan/charge-dispute.ts';
import { borrowers } from './borrower.ts';
import { amountChecks, instantColumn, minorColumn, oneOf, sameBorrower } from './columns.ts';
import { complaints } from './complaint.ts';
import { loans } from './loan.ts';

/** Charges that a borrower disputes, until somebody answers or the borrower withdraws. */
export const chargeDisputes = pgTable(
  'charge_disputes',
  {
    id: uuid('id').notNull(),
    loanId: uuid('loan_id').notNull(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    sequence: integer('sequence').notNull(),
    kind: text('kind').$type<ChargeKind>().notNull(),
    /** The charge when it was disputed; once closed, the charge at the end. */
    amountMinor: minorColumn('amount_minor').notNull(),
    reason: text('reason').$type<DisputeReason>().notNull(),
    words: text('words').notNull(),
    language: text('language').$type<Language>().notNull(),
    state: text('state').$type<DisputeState>().notNull(),
    filedAt: instantColumn('filed_at').notNull(),
    endedAt: instantColumn('ended_at'),
    answeredBy: text('answered_by'),
    answer: text('answer'),
    /** The part of the charge that was waived, and of the tax on it. */
    takenOffMinor: minorColumn('taken_off_minor').notNull(),
    vatTakenOffMinor: minorColumn('vat_taken_off_minor').notNull(),
    complaintId: uuid('complaint_id').references(() => complaints.id),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    ...amountChecks(table.amountMinor, table.takenOffMinor, table.vatTakenOffMinor),
    oneOf(table.kind, chargeKinds),
    oneOf(table.reason, disputeReasons),
    oneOf(table.state, disputeStates),
    check(
      'charge_disputes_ended',
      sql`(${table.state} = 'open') = (${table.endedAt} is null)
        and (${table.state} = 'upheld') = (${table.takenOffMinor} > 0)
        and (${table.state} in ('upheld', 'rejected')) = (${table.answer} is not null)`,
    ),
    index('charge_disputes_loan').on(table.loanId, table.filedAt),
    index('charge_disputes_borrower').on(table.borrowerId),
    index('charge_disputes_state').on(table.state, table.filedAt, table.id),
    index('charge_disputes_overdue')
      .on(table.filedAt)
      .where(sql`${table.state} = 'open' and ${table.complaintId} is null`),
    uniqueIndex('charge_disputes_one_open')
      .on(table.loanId, table.sequence, table.kind, table.borrowerId)
      .where(sql`${table.state} = 'open'`),
  ],
);
