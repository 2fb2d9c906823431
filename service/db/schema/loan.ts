import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  type PgTableExtraConfigValue,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Language } from '#domain/language.ts';
import { type LoanFileKind, loanFileKinds } from '#domain/loan/loan-file.ts';
import { type LoanStatus, loanStatuses, openStatuses, runningStatuses } from '#domain/loan/loan-status.ts';
import { allCurrencies, allMarkets, type Market } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import type { ProductTerms } from '#domain/offer/product-terms.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import { borrowers } from './borrower.ts';
import {
  amountChecks,
  dayColumn,
  instantColumn,
  minorColumn,
  oneOf,
  sameBorrower,
  usualLateTolerance,
} from './columns.ts';
import { products } from './product.ts';

export const proposalSerialNumbers = pgSequence('proposal_serial_numbers', { startWith: 100_001 });

/** What a borrower is shown to accept; fixed once issued. */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    productId: text('product_id')
      .notNull()
      .references(() => products.productId),
    amountMinor: minorColumn('amount_minor').notNull(),
    termDays: integer('term_days').notNull(),
    terms: jsonb('terms').$type<ProductTerms>().notNull(),
    schedule: jsonb('schedule').$type<Schedule>().notNull(),
    /** SHA-256 over terms, schedule and agreement version. */
    scheduleHash: text('schedule_hash').notNull(),
    agreementVersion: text('agreement_version').notNull(),
    /** Version of the terms that go with it; null with an agreement of the lender's own, and for quotes from before it was recorded. */
    termsVersion: text('terms_version'),
    /** Whether the borrower had settled a loan before, which decides the late fee. */
    isRepeatBorrower: boolean('is_repeat_borrower').notNull(),
    /** The number of its paper; null for a quote from before papers had numbers. */
    proposalNumber: text('proposal_number'),
    issuedAt: instantColumn('issued_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    loanId: uuid('loan_id'),
  },
  (table): PgTableExtraConfigValue[] => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    unique('quotes_once').on(table.loanId, table.borrowerId),
    unique('quotes_proposal_number').on(table.proposalNumber, table.borrowerId),
    ...amountChecks(table.amountMinor),
    index('quotes_unused').on(table.expiresAt).where(sql`${table.loanId} is null`),
    index('quotes_borrower_product').on(table.borrowerId, table.productId, table.issuedAt),
  ],
);

interface AgreementText {
  readonly title: string;
  readonly summary: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

function inStatus(column: AnyPgColumn, statuses: readonly LoanStatus[]): SQL {
  return sql`${column} in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`;
}

export const loanSerialNumbers = pgSequence('loan_serial_numbers', { startWith: 100_001 });

/** Loans, from application to settlement. The amounts repeat the ledger and are written in the same transaction. */
export const loans = pgTable(
  'loans',
  {
    id: uuid('id').notNull(),
    serialNumber: bigint('serial_number', { mode: 'number' }).notNull(),
    orderNumber: text('order_number').notNull(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    productId: text('product_id')
      .notNull()
      .references(() => products.productId),
    quoteId: uuid('quote_id').notNull(),
    market: text('market').$type<Market>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    status: text('status').$type<LoanStatus>().notNull(),
    principalMinor: minorColumn('principal_minor').notNull(),
    termDays: integer('term_days').notNull(),
    /** What is owed: the sum of the loan's receivable postings. */
    balanceMinor: minorColumn('balance_minor').notNull(),
    /** What was paid beyond the debt, held for the borrower. */
    suspenseMinor: minorColumn('suspense_minor').notNull(),
    /** From its terms, for the trigger that keeps `oldestDueOn`. */
    lateToleranceMinor: minorColumn('late_tolerance_minor').notNull().default(usualLateTolerance),
    /**
     * The due date with which the unpaid amount reaches the tolerance (`dueNow`): the loan is late after it. Null where nothing is unpaid.
     * A trigger on `instalments` keeps it.
     */
    oldestDueOn: dayColumn('oldest_due_on'),
    appliedAt: instantColumn('applied_at').notNull(),
    declinedAt: instantColumn('declined_at'),
    declineReason: text('decline_reason'),
    /** From this day a declined borrower may apply for the product again; null sets no day. */
    reapplyOn: dayColumn('reapply_on'),
    disbursedOn: dayColumn('disbursed_on'),
    disbursalReference: text('disbursal_reference'),
    settledAt: instantColumn('settled_at'),
    writtenOffAt: instantColumn('written_off_at'),
    soldAt: instantColumn('sold_at'),
    /** The buyer of a sold loan and how to reach them, shown to the borrower; null where the lender did not say. */
    buyerName: text('buyer_name'),
    buyerContact: text('buyer_contact'),
    /** When a correction reopened an ended loan; it may then exist beside a newer one of the product. */
    reopenedAt: instantColumn('reopened_at'),
    /** The day of the last correction: penalties of days up to it stay unchanged, whatever is reported late. */
    correctedOn: dayColumn('corrected_on'),
    /** Since when its income is earned only as the borrower pays, since it is too late; null for one that earns by days. */
    nonAccrualSince: dayColumn('non_accrual_since'),
    /** The day through which its income was booked when its earning periods last changed; null for a loan that has none. */
    earningSince: dayColumn('earning_since'),
    changedAt: instantColumn('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.quoteId, quotes),
    unique('loans_serial_number').on(table.serialNumber, table.borrowerId),
    unique('loans_order_number').on(table.orderNumber, table.borrowerId),
    unique('loans_one_of_a_quote').on(table.quoteId, table.borrowerId),
    ...amountChecks(table.principalMinor, table.balanceMinor, table.suspenseMinor),
    oneOf(table.status, loanStatuses),
    oneOf(table.currency, allCurrencies),
    uniqueIndex('loans_one_open_per_product')
      .on(table.borrowerId, table.productId)
      .where(sql`${inStatus(table.status, openStatuses)} and ${table.reopenedAt} is null`),
    index('loans_borrower').on(table.borrowerId, table.serialNumber),
    index('loans_status').on(table.status, table.serialNumber),
    index('loans_applied').on(table.appliedAt, table.id).where(sql`${table.status} = 'under-review'`),
    index('loans_paying_out').on(table.changedAt, table.id).where(sql`${table.status} = 'paying-out'`),
    index('loans_changed').on(table.changedAt, table.serialNumber),
    index('loans_running').on(table.id).where(inStatus(table.status, runningStatuses)),
    index('loans_not_earning')
      .on(table.id)
      .where(sql`${inStatus(table.status, runningStatuses)} and ${table.earningSince} is null`),
    index('loans_arrears')
      .on(table.currency, table.oldestDueOn, table.id, table.balanceMinor)
      .where(inStatus(table.status, runningStatuses)),
  ],
);

/**
 * Directory from a loan's number to its borrower, unique over all machines. It refers to nothing, so that it can stand on another machine
 * than the loans (docs/decisions/095-tens-of-millions-of-loans.md).
 */
export const loanNumbers = pgTable('loan_numbers', {
  orderNumber: text('order_number').primaryKey(),
  serialNumber: bigint('serial_number', { mode: 'number' }).notNull().unique(),
  borrowerId: uuid('borrower_id').notNull(),
  loanId: uuid('loan_id').notNull().unique(),
});

/** Every change of a loan's status; `from` is null for the first. */
export const statusChanges = pgTable(
  'status_changes',
  {
    id: uuid('id').notNull(),
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    from: text('from_status').$type<LoanStatus>(),
    to: text('to_status').$type<LoanStatus>().notNull(),
    at: instantColumn('changed_at').notNull(),
    by: text('changed_by').notNull(),
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    index('status_changes_loan').on(table.loanId),
    oneOf(table.from, loanStatuses, { subject: 'from' }),
    oneOf(table.to, loanStatuses, { subject: 'to' }),
  ],
);

export const loanAgreementsAccepted = pgTable(
  'loan_agreements_accepted',
  {
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    version: text('version').notNull(),
    /** Null, as the language, for a loan that came without the text. */
    text: text('text'),
    language: text('language').$type<Language>(),
    hash: text('hash').notNull(),
    acceptedAt: instantColumn('accepted_at').notNull(),
    /** The market's paper that was accepted with it, its text and SHA-256; null for a loan without one. */
    paperNumber: text('paper_number'),
    paperText: text('paper_text'),
    paperLanguage: text('paper_language').$type<Language>(),
    paperHash: text('paper_hash'),
    /** SHA-256 of the accepted terms, a key of `terms_editions`; null for a loan from before they were kept. */
    termsHash: text('terms_hash'),
    /** When the lender was last notified of its files; null while they are to be made. */
    filesMadeAt: instantColumn('files_made_at'),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    index('loan_agreements_accepted_files')
      .on(table.acceptedAt)
      .where(sql`${table.filesMadeAt} is null and ${table.paperText} is not null`),
    oneOf(table.language, ['es', 'en']),
    oneOf(table.paperLanguage, ['es', 'en']),
  ],
);

/** The accepted documents as files for the lender: made once and never changed. */
export const loanFiles = pgTable(
  'loan_files',
  {
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    kind: text('kind').$type<LoanFileKind>().notNull(),
    number: text('number').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** SHA-256 of the bytes, in hexadecimal. */
    hash: text('hash').notNull(),
    /** Base64. */
    content: text('content').notNull(),
    madeAt: instantColumn('made_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.kind, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    oneOf(table.kind, loanFileKinds),
    oneOf(table.language, ['es', 'en']),
  ],
);

/** Editions of the lender's own loan agreement; fixed once added. The one in force is the newest whose day has come. */
export const agreementVersions = pgTable(
  'agreement_versions',
  {
    market: text('market').$type<Market>().notNull(),
    version: text('version').notNull(),
    effectiveFrom: dayColumn('effective_from').notNull(),
    texts: jsonb('texts').$type<Readonly<Partial<Record<Language, AgreementText | undefined>>>>().notNull(),
    madeAt: instantColumn('made_at').notNull(),
    madeBy: text('made_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.market, table.version] }),
    index('agreement_versions_in_force').on(table.market, table.effectiveFrom, table.madeAt),
    oneOf(table.market, allMarkets),
  ],
);

/** Accepted terms and privacy notices: each text once, by its SHA-256. They name no person. */
export const termsEditions = pgTable(
  'terms_editions',
  {
    hash: text('hash').primaryKey(),
    version: text('version').notNull(),
    language: text('language').$type<Language>().notNull(),
    text: text('text').notNull(),
  },
  (table) => [oneOf(table.language, ['es', 'en'])],
);

/** One rating of a loan, 1 to 5 stars (ORDER-6). */
export const ratings = pgTable(
  'ratings',
  {
    borrowerId: uuid('borrower_id').notNull(),
    loanId: uuid('loan_id').notNull(),
    score: integer('score').notNull(),
    ratedAt: instantColumn('rated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    check('ratings_score_range', sql`${table.score} between 1 and 5`),
  ],
);

/** Tracking points of a borrower's journey (BRIDGE-1, CONFIRM-4). */
export const burialPointEvents = pgTable(
  'burial_point_events',
  {
    id: uuid('id').notNull(),
    event: text('event').notNull(),
    borrowerId: uuid('borrower_id')
      .notNull()
      .references(() => borrowers.id),
    productId: text('product_id').notNull(),
    loanId: uuid('loan_id'),
    at: instantColumn('occurred_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.borrowerId] }),
    sameBorrower(table.borrowerId, table.loanId, loans),
    index('burial_point_events_borrower').on(table.borrowerId),
    index('burial_point_events_time').on(table.at),
  ],
);
