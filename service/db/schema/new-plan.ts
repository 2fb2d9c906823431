import { sql } from 'drizzle-orm';
import {
  boolean,
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
import type { RescheduledInstalment } from '#domain/booking/booking.ts';
import { moratoriumMaxDays, type NewPlanState, newPlanStates } from '#domain/loan/new-plan.ts';
import { amountChecks, dayColumn, instantColumn, minorColumn, oneOf, sameBorrower } from './columns.ts';
import { loans } from './loan.ts';

/** Rescheduling plans offered to borrowers in difficulty, and their outcome. A proposal costs and changes nothing. */
export const newPlans = pgTable(
  'new_plans',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    state: text('state').$type<NewPlanState>().notNull(),
    moratoriumDays: integer('moratorium_days').notNull(),
    /** The number of new instalments and the days between them; null where the instalments stay. */
    spreadCount: integer('spread_count'),
    spreadDays: integer('spread_days'),
    waivesPenalties: boolean('waives_penalties').notNull(),
    /** Internal: the borrower does not see it. */
    reason: text('reason').notNull(),
    proposedBy: text('proposed_by'),
    proposedAt: instantColumn('proposed_at').notNull(),
    validThrough: dayColumn('valid_through').notNull(),
    /** The day of the agreement, the debt and the waived amount then, and the new instalments; null and none before. */
    agreedOn: dayColumn('agreed_on'),
    owedMinor: minorColumn('owed_minor'),
    waivedMinor: minorColumn('waived_minor'),
    payments: jsonb('payments').$type<readonly RescheduledInstalment[]>().notNull().default([]),
    endedAt: instantColumn('ended_at'),
    undoneBy: text('undone_by'),
    undoneReason: text('undone_reason'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    ...amountChecks(table.owedMinor, table.waivedMinor),
    oneOf(table.state, newPlanStates),
    check(
      'new_plans_moratorium_range',
      sql`${table.moratoriumDays} between 0 and ${sql.raw(String(moratoriumMaxDays))}`,
    ),
    check('new_plans_spread_whole', sql`(${table.spreadCount} is null) = (${table.spreadDays} is null)`),
    check(
      'new_plans_ended',
      sql`(${table.state} in ('proposed', 'agreed')) = (${table.endedAt} is null)
        and (${table.state} <> 'agreed' or ${table.agreedOn} is not null)
        and (${table.agreedOn} is null) = (${table.owedMinor} is null)
        and (${table.agreedOn} is null) = (${table.waivedMinor} is null)
        and (${table.state} = 'undone') = (${table.undoneReason} is not null)`,
    ),
    index('new_plans_loan').on(table.loanId, table.proposedAt),
    index('new_plans_waiting').on(table.validThrough, table.id).where(sql`${table.state} = 'proposed'`),
    uniqueIndex('new_plans_one_open')
      .on(table.loanId, table.borrowerId)
      .where(sql`${table.state} = 'proposed'`),
  ],
);
