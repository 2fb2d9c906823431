import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type ComplaintState,
  type ComplaintSubtypeId,
  type ComplaintTypeId,
  complaintStates,
  complaintSubtypeIds,
  complaintTypeIds,
  dataRequestIds,
  type InterimAnswer,
} from '#domain/complaint/complaint.ts';
import type { Score } from '#domain/loan/rating.ts';
import { borrowers } from './borrower.ts';
import { idColumn, instantColumn, oneOf, sameBorrower } from './columns.ts';
import { loans } from './loan.ts';

/** The public numbers of complaints, and their order in lists. */
export const complaintSerialNumbers = pgSequence('complaint_serial_numbers', { startWith: 101 });

export const complaints = pgTable(
  'complaints',
  {
    id: idColumn(),
    serialNumber: bigint('serial_number', { mode: 'number' }).notNull().unique(),
    folio: text('folio').notNull().unique(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    loanId: uuid('loan_id'),
    typeId: text('type_id').$type<ComplaintTypeId>().notNull(),
    subtypeId: text('subtype_id').$type<ComplaintSubtypeId>(),
    content: text('content').notNull(),
    state: text('state').$type<ComplaintState>().notNull(),
    /** SHA-256 over the submitted text, so that a complaint that is sent twice is one. */
    submissionHash: text('submission_hash').notNull(),
    filedAt: instantColumn('filed_at').notNull(),
    reviewedAt: instantColumn('reviewed_at'),
    answeredAt: instantColumn('answered_at'),
    closedAt: instantColumn('closed_at'),
    /** Legal deadline of a data request, to answer and then to carry out; null for complaints. */
    dueAt: instantColumn('due_at'),
    extendedAt: instantColumn('extended_at'),
    reply: text('reply'),
    interimAnswers: jsonb('interim_answers').$type<readonly InterimAnswer[]>().notNull().default([]),
    score: integer('score').$type<Score>(),
    ratedAt: instantColumn('rated_at'),
  },
  (table) => [
    sameBorrower(table.borrowerId, table.loanId, loans),
    oneOf(table.typeId, complaintTypeIds, { subject: 'type' }),
    oneOf(table.subtypeId, complaintSubtypeIds, { subject: 'subtype' }),
    oneOf(table.state, complaintStates),
    check('complaints_score_range', sql`${table.score} between 1 and 5`),
    check('complaints_answered_with_reply', sql`(${table.reply} is null) = (${table.answeredAt} is null)`),
    check(
      'complaints_due_if_requested',
      sql`(${table.dueAt} is not null) = (coalesce(${table.subtypeId}, '') in (${sql.raw(dataRequestIds.map((id) => `'${id}'`).join(', '))}))`,
    ),
    uniqueIndex('complaints_one_of_a_kind')
      .on(table.borrowerId, table.submissionHash)
      .where(sql`${table.state} in ('received', 'in-review')`),
    index('complaints_open')
      .on(table.borrowerId, table.serialNumber)
      .where(sql`${table.state} in ('received', 'in-review')`),
    index('complaints_handled')
      .on(table.borrowerId, table.serialNumber)
      .where(sql`${table.state} in ('answered', 'closed')`),
    index('complaints_state').on(table.state, table.serialNumber),
    index('complaints_time').on(table.state, table.filedAt, table.id),
    index('complaints_due').on(table.state, table.dueAt, table.id).where(sql`${table.dueAt} is not null`),
    index('complaints_requests')
      .on(table.state, table.filedAt, table.id)
      .where(sql`${table.dueAt} is not null`),
    index('complaints_borrower').on(table.borrowerId),
    index('complaints_loan').on(table.loanId),
  ],
);

/** Images of complaints and answers; one without a complaint is deleted after a day. */
export const complaintImages = pgTable(
  'complaint_images',
  {
    name: text('name').primaryKey(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    sentBy: text('sent_by').$type<'borrower' | 'host'>().notNull(),
    complaintId: uuid('complaint_id').references(() => complaints.id),
    position: integer('position'),
    uploadedAt: instantColumn('uploaded_at').notNull(),
  },
  (table) => [
    oneOf(table.sentBy, ['borrower', 'host'], { subject: 'sender' }),
    index('complaint_images_complaint').on(table.complaintId),
    index('complaint_images_borrower').on(table.borrowerId),
    index('complaint_images_orphans').on(table.uploadedAt).where(sql`${table.complaintId} is null`),
  ],
);
