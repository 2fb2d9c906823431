import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/language.ts';
import {
  type ClaimChannel,
  type ClaimState,
  claimChannels,
  claimStates,
} from '#domain/repayment/payment-claim.ts';
import { borrowers } from './borrower.ts';
import { amountChecks, dayColumn, instantColumn, minorColumn, oneOf, sameBorrower } from './columns.ts';
import { complaintImages, complaints } from './complaint.ts';
import { loans } from './loan.ts';
import { providerEvents } from './repayment.ts';

/** Payments that borrowers report, until the payment is matched or somebody answers that it did not arrive. */
export const paymentClaims = pgTable(
  'payment_claims',
  {
    id: uuid('id').notNull(),
    loanId: uuid('loan_id').notNull(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    amountMinor: minorColumn('amount_minor').notNull(),
    paidOn: dayColumn('paid_on').notNull(),
    channel: text('channel').$type<ClaimChannel>().notNull(),
    /** Letters and digits only; empty for none. */
    trackingKey: text('tracking_key').notNull(),
    imageName: text('image_name').references(() => complaintImages.name),
    language: text('language').$type<Language>().notNull(),
    state: text('state').$type<ClaimState>().notNull(),
    claimedAt: instantColumn('claimed_at').notNull(),
    answeredAt: instantColumn('answered_at'),
    answeredBy: text('answered_by'),
    answer: text('answer'),
    providerEventId: uuid('provider_event_id').references(() => providerEvents.id),
    complaintId: uuid('complaint_id').references(() => complaints.id),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    ...amountChecks(table.amountMinor),
    oneOf(table.channel, claimChannels),
    oneOf(table.state, claimStates),
    check(
      'payment_claims_answered',
      sql`(${table.state} = 'waiting') = (${table.answeredAt} is null)
        and (${table.state} = 'received') = (${table.providerEventId} is not null)`,
    ),
    index('payment_claims_loan').on(table.loanId, table.claimedAt),
    index('payment_claims_borrower').on(table.borrowerId),
    index('payment_claims_state').on(table.state, table.claimedAt, table.id),
    index('payment_claims_overdue')
      .on(table.claimedAt)
      .where(sql`${table.state} = 'waiting' and ${table.complaintId} is null`),
    index('payment_claims_image').on(table.imageName),
    uniqueIndex('payment_claims_one_of_a_key')
      .on(table.loanId, table.trackingKey, table.borrowerId)
      .where(sql`${table.state} = 'waiting' and ${table.trackingKey} <> ''`),
  ],
);
