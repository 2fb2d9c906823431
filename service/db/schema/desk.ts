import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DeskEffect } from '#domain/desk/effect.ts';
import {
  type ContactResult,
  contactResults,
  type NoteKind,
  noteKinds,
  type PromiseState,
  promiseStates,
} from '#domain/desk/note.ts';
import { type DeskRole, deskRoles } from '#domain/desk/role.ts';
import type { Language } from '#domain/language.ts';
import {
  type BatchAct,
  type BatchOutcome,
  type BatchRest,
  batchActs,
  batchOutcomes,
} from '#domain/matter/batch.ts';
import { type MatterKind, matterKinds, type WorkKind } from '#domain/matter/matter.ts';
import type { MessageParts } from '#domain/matter/message-time.ts';
import type { Currency } from '#domain/money/money.ts';
import { borrowers } from './borrower.ts';
import {
  amountChecks,
  dayColumn,
  idColumn,
  instantColumn,
  minorColumn,
  oneOf,
  sameBorrower,
} from './columns.ts';
import { complaints } from './complaint.ts';
import { loans } from './loan.ts';
import { providerEvents } from './repayment.ts';

export const deskPeople = pgTable(
  'desk_people',
  {
    id: idColumn(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    signedInAt: instantColumn('signed_in_at').notNull(),
  },
  (table) => [unique('desk_people_identity').on(table.issuer, table.subject)],
);

/** Staff sessions. Only the SHA-256 of the token is stored. */
export const deskSessions = pgTable(
  'desk_sessions',
  {
    id: idColumn(),
    tokenHash: text('token_hash').notNull().unique(),
    personId: uuid('person_id')
      .notNull()
      .references(() => deskPeople.id),
    roles: text('roles').array().$type<DeskRole[]>().notNull(),
    language: text('language').$type<Language>().notNull(),
    signedInAt: instantColumn('signed_in_at').notNull(),
    usedAt: instantColumn('used_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    endedAt: instantColumn('ended_at'),
    /** The identity provider's session id (`sid`), by which its back channel ends it; null where it gives none. */
    providerSession: text('provider_session'),
    /** The provider's ID token, sealed, to sign out there; null once the session has ended. */
    sealedIdToken: text('sealed_id_token'),
  },
  (table) => [
    index('desk_sessions_person').on(table.personId),
    index('desk_sessions_provider').on(table.providerSession),
    index('desk_sessions_open').on(table.usedAt).where(sql`${table.endedAt} is null`),
    index('desk_sessions_expiry').on(table.expiresAt),
    check(
      'desk_sessions_roles_known',
      sql`${table.roles} <@ array[${sql.raw(deskRoles.map((role) => `'${role}'`).join(', '))}]`,
    ),
    oneOf(table.language, ['es', 'en']),
  ],
);

const auditOutcomes = ['done', 'refused'] as const;
type AuditOutcome = (typeof auditOutcomes)[number];

/** Ids of the borrowers that a page of a search showed. */
export function searchedBorrowers({ detail }: { readonly detail: AnyPgColumn }): SQL {
  return sql`(${detail} -> 'borrowers')`;
}

/** What staff did at the desk, and whose data they viewed. Rows are never changed or removed. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: idColumn(),
    /** The order of the log, also of entries of one instant. */
    serialNumber: bigint('serial_number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity().unique(),
    at: instantColumn('at').notNull(),
    personId: uuid('person_id').references(() => deskPeople.id),
    /** A word of the desk's own, or the name of a host call. */
    act: text('act').notNull(),
    /** The public number of its object: `loan:LL100001`, `complaint:…`; never personal data. */
    subject: text('subject'),
    borrowerId: uuid('borrower_id'),
    outcome: text('outcome').$type<AuditOutcome>().notNull(),
    reason: text('reason'),
    /** Figures, field names and codes; never personal data. */
    detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>(),
  },
  (table) => [
    index('audit_entries_subject').on(table.subject, table.serialNumber),
    index('audit_entries_person').on(table.personId, table.serialNumber),
    index('audit_entries_borrower').on(table.borrowerId, table.serialNumber),
    index('audit_entries_act').on(table.act, table.serialNumber),
    index('audit_entries_at').on(table.at, table.serialNumber),
    index('audit_entries_searched')
      .using('gin', searchedBorrowers(table))
      .where(sql`${table.act} = 'searched'`),
    index('audit_entries_moved')
      .on(table.personId, table.act, table.at)
      .where(sql`${table.detail} ? 'movedMinor'`),
    oneOf(table.outcome, auditOutcomes),
  ],
);

export const approvalStates = ['waiting', 'approved', 'sent-back', 'taken-back'] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const deskApprovals = pgTable(
  'desk_approvals',
  {
    id: idColumn(),
    serialNumber: bigint('serial_number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity().unique(),
    call: text('call').notNull(),
    fields: jsonb('fields').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** Null for a payment without a loan, which the effect names. */
    orderNumber: text('order_number'),
    amountMinor: minorColumn('amount_minor').notNull(),
    effect: jsonb('effect').$type<DeskEffect>().notNull(),
    reason: text('reason').notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => deskPeople.id),
    askedAt: instantColumn('asked_at').notNull(),
    state: text('state').$type<ApprovalState>().notNull(),
    decidedBy: uuid('decided_by').references(() => deskPeople.id),
    decidedAt: instantColumn('decided_at'),
    decisionReason: text('decision_reason'),
  },
  (table) => [
    index('desk_approvals_state').on(table.state, table.askedAt, table.id),
    index('desk_approvals_loan').on(table.orderNumber, table.serialNumber),
    index('desk_approvals_subject')
      .on(sql`(${table.effect} ->> 'subject')`)
      .where(sql`${table.state} = 'waiting'`),
    oneOf(table.state, approvalStates),
    check('desk_approvals_amount_range', sql`${table.amountMinor} between 0 and 9007199254740991`),
    check(
      'desk_approvals_decided',
      sql`(${table.state} = 'waiting') = (${table.decidedBy} is null) and (${table.decidedBy} is null) = (${table.decidedAt} is null)`,
    ),
    check(
      'desk_approvals_two_people',
      sql`${table.state} in ('waiting', 'taken-back') or ${table.decidedBy} <> ${table.askedBy}`,
    ),
  ],
);

export const deskNotes = pgTable(
  'desk_notes',
  {
    id: idColumn(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    kind: text('kind').$type<NoteKind>().notNull(),
    text: text('text').notNull(),
    isPinned: boolean('is_pinned').notNull(),
    writtenAt: instantColumn('written_at').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => deskPeople.id),
    /** The late loan that was the reason of the contact; null for a note on the borrower. */
    loanId: uuid('loan_id'),
    result: text('result').$type<ContactResult>(),
    promisedOn: dayColumn('promised_on'),
    promisedMinor: minorColumn('promised_minor'),
    promise: text('promise').$type<PromiseState>(),
    /** The last day on which nobody asks the borrower to pay; null for no pause. */
    pausedUntil: dayColumn('paused_until'),
    /** When the borrower gets the text; null for a note that only staff see. */
    sendAt: instantColumn('send_at'),
    message: jsonb('message').$type<MessageParts>(),
  },
  (table) => [
    sameBorrower(table.borrowerId, table.loanId, loans),
    index('desk_notes_borrower').on(table.borrowerId, table.writtenAt),
    index('desk_notes_loan').on(table.loanId, table.writtenAt).where(sql`${table.loanId} is not null`),
    index('desk_notes_promised')
      .on(table.promise, table.promisedOn, table.id)
      .where(sql`${table.promise} is not null`),
    index('desk_notes_to_send').on(table.sendAt).where(sql`${table.kind} = 'to-send'`),
    index('desk_notes_paused').on(table.pausedUntil).where(sql`${table.pausedUntil} is not null`),
    oneOf(table.kind, noteKinds),
    oneOf(table.result, contactResults),
    oneOf(table.promise, promiseStates),
    check(
      'desk_notes_promise_whole',
      sql`(${table.promise} is null) = (${table.promisedOn} is null) and (${table.promise} is null) = (${table.promisedMinor} is null)
        and (${table.promise} is null or ${table.loanId} is not null)`,
    ),
    check(
      'desk_notes_pause_of_loan',
      sql`${table.pausedUntil} is null or (${table.kind} = 'pause' and ${table.loanId} is not null)`,
    ),
    check(
      'desk_notes_message_whole',
      sql`(${table.sendAt} is null) = (${table.message} is null) and (${table.sendAt} is null or ${table.loanId} is not null)
        and (${table.sendAt} is not null or ${table.kind} not in ('to-send', 'not-sent'))`,
    ),
    ...amountChecks(table.promisedMinor),
  ],
);

export const deskDrafts = pgTable(
  'desk_drafts',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => deskPeople.id),
    complaintId: uuid('complaint_id')
      .notNull()
      .references(() => complaints.id),
    text: text('text').notNull(),
    closesToo: boolean('closes_too').notNull(),
    images: text('images').array().notNull(),
    keptAt: instantColumn('kept_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.complaintId] }),
    index('desk_drafts_complaint').on(table.complaintId),
    index('desk_drafts_age').on(table.keptAt),
  ],
);

/** What staff typed into a form of a page and did not finish; sealed, since it may be personal data. */
export const deskFormDrafts = pgTable(
  'desk_form_drafts',
  {
    id: idColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => deskPeople.id),
    page: text('page').notNull(),
    sealed: text('sealed').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    index('desk_form_drafts_page').on(table.personId, table.page, table.expiresAt),
    index('desk_form_drafts_age').on(table.expiresAt),
  ],
);

/** To whom a matter is assigned, by its kind and id; a late loan is one too (`collection`). */
export const deskMatterHolders = pgTable(
  'desk_matter_holders',
  {
    kind: text('kind').$type<WorkKind>().notNull(),
    matterId: uuid('matter_id').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => deskPeople.id),
    handedAt: instantColumn('handed_at').notNull(),
    /** When the borrower was told the name of the caller; null before. */
    namedAt: instantColumn('named_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.matterId] }),
    index('desk_matter_holders_person').on(table.personId),
    index('desk_matter_holders_age').on(table.handedAt),
    oneOf(table.kind, [...matterKinds, 'collection']),
  ],
);

export const deskEscalations = pgTable(
  'desk_escalations',
  {
    kind: text('kind').$type<MatterKind>().notNull(),
    matterId: uuid('matter_id').notNull(),
    toldAt: instantColumn('told_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.matterId] }),
    index('desk_escalations_age').on(table.toldAt),
    oneOf(table.kind, matterKinds),
  ],
);

export const deskViews = pgTable(
  'desk_views',
  {
    id: idColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => deskPeople.id),
    name: text('name').notNull(),
    /** As the query string of the address. */
    query: text('query').notNull(),
  },
  (table) => [unique('desk_views_name').on(table.personId, table.name)],
);

export const deskBatches = pgTable(
  'desk_batches',
  {
    id: idColumn(),
    act: text('act').$type<BatchAct>().notNull(),
    reason: text('reason').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => deskPeople.id),
    previewedAt: instantColumn('previewed_at').notNull(),
    /** When it was carried out or sent for approval; null while only previewed. */
    sentAt: instantColumn('sent_at'),
    toPersonId: uuid('to_person_id').references(() => deskPeople.id),
    currency: text('currency').$type<Currency>(),
    sumMinor: minorColumn('sum_minor').notNull(),
    /** Position in the list from which the next items are previewed; null once all are. */
    rest: jsonb('rest').$type<BatchRest>(),
  },
  (table) => [
    index('desk_batches_unsent').on(table.previewedAt).where(sql`${table.sentAt} is null`),
    oneOf(table.act, batchActs),
    ...amountChecks(table.sumMinor),
  ],
);

export const deskBatchRows = pgTable(
  'desk_batch_rows',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => deskBatches.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    kind: text('kind').$type<WorkKind>().notNull(),
    matterId: uuid('matter_id').notNull(),
    name: text('name').notNull(),
    amountMinor: minorColumn('amount_minor').notNull(),
    /** The key of the previewed effect; empty for acts that move no money. */
    seen: text('seen').notNull(),
    /** Further fields of the call where the matter does not give them: a payment and its loan. */
    fields: jsonb('fields').$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** The previewed effect; null for acts without one, and for previews made before version 0.3. */
    effect: jsonb('effect').$type<DeskEffect>(),
    outcome: text('outcome').$type<BatchOutcome>().notNull(),
    /** Why it was not carried out, by a code; null where it was or may be. */
    why: text('why'),
    doneAt: instantColumn('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.position] }),
    unique('desk_batch_rows_once').on(table.batchId, table.kind, table.matterId),
    oneOf(table.outcome, batchOutcomes),
    check('desk_batch_rows_done', sql`(${table.outcome} = 'done') = (${table.doneAt} is not null)`),
    ...amountChecks(table.amountMinor),
  ],
);

export const deskPaymentHolds = pgTable(
  'desk_payment_holds',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => providerEvents.id),
    untilDay: dayColumn('until_day').notNull(),
    reason: text('reason').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => deskPeople.id),
  },
  (table) => [index('desk_payment_holds_age').on(table.untilDay)],
);
