import {
  and,
  arrayOverlaps,
  asc,
  between,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AuditEntry } from '#contract/desk.ts';
import type { DeskOutflow } from '#contract/desk-unmatched.ts';
import { putOffer } from '#contract/host/offer.ts';
import { type Queryable, type Transaction, together } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { isId } from '#db/new-id.ts';
import { borrowers, erasureRequests } from '#db/schema/borrower.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { complaints } from '#db/schema/complaint.ts';
import {
  auditEntries,
  deskApprovals,
  deskComplaintHolders,
  deskDrafts,
  deskNotes,
  deskPaymentHolds,
  deskPeople,
  deskSessions,
} from '#db/schema/desk.ts';
import { outboxEvents } from '#db/schema/event.ts';
import { loanFiles, loanNumbers, loans, quotes, statusChanges } from '#db/schema/loan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { products } from '#db/schema/product.ts';
import {
  instalments,
  paymentCodes,
  paymentReferences,
  plainKey,
  providerEvents,
  providerOutflows,
  refunds,
} from '#db/schema/repayment.ts';
import { smsSends } from '#db/schema/sms.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { DeskRole } from '#domain/desk/role.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import { allCurrencies } from '#domain/market.ts';
import { type Currency, minorAmountFromText } from '#domain/money/money.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import { isRowOf, placeOfLoan } from '../ledger/loans.ts';

/** Keeps somebody as the identity provider knows them now, and gives the id they have here. */
export async function upsertPerson(
  database: Queryable,
  { id, issuer, subject, name }: Readonly<Record<'id' | 'issuer' | 'subject' | 'name', string>>,
  now: Date,
): Promise<string> {
  const [row] = await database
    .insert(deskPeople)
    .values({ id, issuer, subject, name, createdAt: now, signedInAt: now })
    .onConflictDoUpdate({
      target: [deskPeople.issuer, deskPeople.subject],
      set: { name, signedInAt: now },
    })
    .returning({ id: deskPeople.id });
  return row?.id ?? id;
}

export async function insertDeskSession(
  database: Queryable,
  session: typeof deskSessions.$inferInsert,
): Promise<void> {
  await database.insert(deskSessions).values(session);
}

/** The session that a token opens, with whose it is: not ended, not expired, and used since an instant. */
export async function findDeskSession(
  database: Queryable,
  tokenHash: string,
  { now, usedSince }: { readonly now: Date; readonly usedSince: Date },
) {
  const [session] = await database
    .select({
      id: deskSessions.id,
      personId: deskSessions.personId,
      name: deskPeople.name,
      roles: deskSessions.roles,
      language: deskSessions.language,
      usedAt: deskSessions.usedAt,
      signedInAt: deskSessions.signedInAt,
      expiresAt: deskSessions.expiresAt,
    })
    .from(deskSessions)
    .innerJoin(deskPeople, eq(deskPeople.id, deskSessions.personId))
    .where(
      and(
        eq(deskSessions.tokenHash, tokenHash),
        isNull(deskSessions.endedAt),
        gt(deskSessions.expiresAt, now),
        gt(deskSessions.usedAt, usedSince),
      ),
    );
  return session;
}

export async function updateDeskSession(
  database: Queryable,
  sessionId: string,
  facts: Partial<Pick<typeof deskSessions.$inferInsert, 'usedAt' | 'endedAt' | 'language' | 'sealedIdToken'>>,
): Promise<void> {
  await database.update(deskSessions).set(facts).where(eq(deskSessions.id, sessionId));
}

/** Open sessions of one person, or of who the identity provider knows by a session or a subject of theirs. */
export function openSessionsOf(
  database: Queryable,
  {
    now,
    ...whose
  }: { readonly now: Date } & (
    | { readonly personId: string }
    | {
        readonly issuer: string;
        readonly subject: string | null;
        readonly providerSession: string | null;
      }
  ),
) {
  const isIts =
    'personId' in whose
      ? eq(deskSessions.personId, whose.personId)
      : and(
          eq(deskPeople.issuer, whose.issuer),
          whose.subject === null ? undefined : eq(deskPeople.subject, whose.subject),
          whose.providerSession === null
            ? undefined
            : eq(deskSessions.providerSession, whose.providerSession),
        );
  return database
    .select({ id: deskSessions.id, personId: deskSessions.personId })
    .from(deskSessions)
    .innerJoin(deskPeople, eq(deskPeople.id, deskSessions.personId))
    .where(and(isIts, isNull(deskSessions.endedAt), gt(deskSessions.expiresAt, now)));
}

/** Sessions that are open and were used since an instant, the one used last first. */
export function openSessions(
  database: Queryable,
  { now, usedSince, limit }: { readonly now: Date; readonly usedSince: Date; readonly limit: number },
) {
  return database
    .select({
      sessionId: deskSessions.id,
      personId: deskSessions.personId,
      name: deskPeople.name,
      roles: deskSessions.roles,
      signedInAt: deskSessions.signedInAt,
      usedAt: deskSessions.usedAt,
    })
    .from(deskSessions)
    .innerJoin(deskPeople, eq(deskPeople.id, deskSessions.personId))
    .where(
      and(isNull(deskSessions.endedAt), gt(deskSessions.usedAt, usedSince), gt(deskSessions.expiresAt, now)),
    )
    .orderBy(desc(deskSessions.usedAt), desc(deskSessions.id))
    .limit(limit);
}

/** Takes the sealed ID token of a session that ended since an instant; null for none, and the second time. */
export async function takeSealedIdToken(
  database: Queryable,
  tokenHash: string,
  endedSince: Date,
): Promise<string | null> {
  const isIt = and(eq(deskSessions.tokenHash, tokenHash), gt(deskSessions.endedAt, endedSince));
  const [session] = await database
    .select({ sealed: deskSessions.sealedIdToken })
    .from(deskSessions)
    .where(isIt);
  if (!session || session.sealed === null) return null;
  await database.update(deskSessions).set({ sealedIdToken: null }).where(isIt);
  return session.sealed;
}

/** Adds to the audit log; nothing takes away from it. */
export async function insertAuditEntry(
  database: Queryable,
  entry: typeof auditEntries.$inferInsert,
): Promise<void> {
  await database.insert(auditEntries).values(entry);
}

/** Whose something is that the log names, such as `loan:LL100001` or `complaint:…`; null for what is no borrower's. */
export async function borrowerOfSubject(database: Queryable, subject: string): Promise<string | null> {
  const [kind = '', ...rest] = subject.split(':');
  const name = rest.join(':');
  const ownerOf = async (
    table: typeof loanNumbers | typeof complaints | typeof paymentClaims | typeof chargeDisputes,
    isIt: SQL,
  ) => {
    const [row] = await database.select({ borrowerId: table.borrowerId }).from(table).where(isIt).limit(1);
    return row?.borrowerId ?? null;
  };
  switch (kind) {
    case 'loan':
      return ownerOf(loanNumbers, eq(loanNumbers.orderNumber, name));
    case 'complaint':
      return ownerOf(complaints, eq(complaints.folio, name));
    case 'payment-claim':
      return isId(name) ? ownerOf(paymentClaims, eq(paymentClaims.id, name)) : null;
    case 'charge-dispute':
      return isId(name) ? ownerOf(chargeDisputes, eq(chargeDisputes.id, name)) : null;
    case 'payment': {
      const [provider = '', ...event] = rest;
      const isIt = and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, event.join(':')));
      const [row] = await database
        .select({ borrowerId: providerEvents.borrowerId })
        .from(providerEvents)
        .where(isIt);
      return row?.borrowerId ?? null;
    }
    case 'borrower': {
      const isIt = isId(name) ? eq(borrowers.id, name) : eq(borrowers.lenderBorrowerId, name);
      const [row] = await database.select({ id: borrowers.id }).from(borrowers).where(isIt);
      return row?.id ?? null;
    }
    default:
      return null;
  }
}

/** A page of the audit log, newest first, from below a serial number on. */
export function listAudit(
  database: Queryable,
  {
    subject,
    personId,
    borrowerId,
    below,
    limit,
  }: {
    readonly subject?: string | undefined;
    readonly personId?: string | undefined;
    readonly borrowerId?: string | undefined;
    readonly below: number | null;
    readonly limit: number;
  },
): Promise<AuditEntry[]> {
  const conditions: (SQL | undefined)[] = [
    subject === undefined ? undefined : eq(auditEntries.subject, subject),
    personId === undefined ? undefined : eq(auditEntries.personId, personId),
    borrowerId === undefined ? undefined : eq(auditEntries.borrowerId, borrowerId),
    below === null ? undefined : lt(auditEntries.serialNumber, below),
  ];
  return database
    .select({
      serialNumber: auditEntries.serialNumber,
      at: auditEntries.at,
      personId: auditEntries.personId,
      name: deskPeople.name,
      act: auditEntries.act,
      subject: auditEntries.subject,
      borrowerId: auditEntries.borrowerId,
      outcome: auditEntries.outcome,
      reason: auditEntries.reason,
      detail: auditEntries.detail,
    })
    .from(auditEntries)
    .leftJoin(deskPeople, eq(deskPeople.id, auditEntries.personId))
    .where(and(...conditions))
    .orderBy(desc(auditEntries.serialNumber))
    .limit(limit);
}

/** The names of people, by id. */
export async function namesOfPeople(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ id: deskPeople.id, name: deskPeople.name })
    .from(deskPeople)
    .where(inArray(deskPeople.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const loanColumns = {
  id: loans.id,
  serialNumber: loans.serialNumber,
  orderNumber: loans.orderNumber,
  productName: products.name,
  market: loans.market,
  currency: loans.currency,
  status: loans.status,
  productId: loans.productId,
  quoteId: loans.quoteId,
  borrowerId: loans.borrowerId,
  borrowerName: borrowers.name,
  mobilePhone: borrowers.mobilePhone,
  address: borrowers.address,
  principalMinor: loans.principalMinor,
  balanceMinor: loans.balanceMinor,
  suspenseMinor: loans.suspenseMinor,
  appliedAt: loans.appliedAt,
  disbursedOn: loans.disbursedOn,
};

/** A loan with its borrower, as the desk finds it. */
export type LoanRow = Awaited<ReturnType<typeof selectLoans>>[number];

function selectLoans(database: Queryable, condition: SQL | undefined, limit: number) {
  return database
    .select(loanColumns)
    .from(loans)
    .innerJoin(products, eq(products.productId, loans.productId))
    .innerJoin(borrowers, eq(borrowers.id, loans.borrowerId))
    .where(condition)
    .orderBy(desc(loans.serialNumber))
    .limit(limit);
}

/**
 * A page of loans, newest first, from below a serial number on. What belongs to them is looked up once it is found, so that no
 * more is looked at than it has rows, also of tables in partitions.
 */
export function listLoansBelow(
  database: Queryable,
  {
    status,
    below,
    limit,
  }: { readonly status: LoanStatus | null; readonly below: number | null; readonly limit: number },
): Promise<LoanRow[]> {
  const isIn = status === null ? undefined : eq(loans.status, status);
  const page = database
    .select({ id: loans.id, borrowerId: loans.borrowerId })
    .from(loans)
    .where(and(isIn, below === null ? undefined : lt(loans.serialNumber, below)))
    .orderBy(desc(loans.serialNumber))
    .limit(limit)
    .as('page');
  return database
    .select(loanColumns)
    .from(page)
    .innerJoin(loans, and(eq(loans.borrowerId, page.borrowerId), eq(loans.id, page.id)))
    .innerJoin(products, eq(products.productId, loans.productId))
    .innerJoin(borrowers, eq(borrowers.id, page.borrowerId))
    .orderBy(desc(loans.serialNumber));
}

/** The loan of a number with its borrower; undefined where there is none. */
export async function findDeskLoan(database: Queryable, orderNumber: string): Promise<LoanRow | undefined> {
  const place = await placeOfLoan(database, orderNumber);
  if (!place) return undefined;
  const [loan] = await selectLoans(database, isRowOf(loans, place.id, place), 1);
  return loan;
}

/** A borrower's loans, newest first. */
export function loansOfBorrower(database: Queryable, borrowerId: string, limit: number): Promise<LoanRow[]> {
  return selectLoans(database, eq(loans.borrowerId, borrowerId), limit);
}

/** Messages of a loan's story, the last ones. */
const messageLimit = 100;

/** What the lender's systems and the borrower were told of a loan, or since the first of some loans of one borrower, newest first. */
export async function messagesOf(
  database: Queryable,
  ...loansOf: readonly [
    Pick<LoanRow, 'id' | 'borrowerId' | 'appliedAt'>,
    ...Pick<LoanRow, 'id' | 'borrowerId' | 'appliedAt'>[],
  ]
) {
  const [loan] = loansOf;
  const since = new Date(Math.min(...loansOf.map(({ appliedAt }) => appliedAt.getTime())));
  const [events, texts] = await together(
    () =>
      database
        .select({ at: outboxEvents.occurredAt, about: outboxEvents.type, state: outboxEvents.state })
        .from(outboxEvents)
        .where(
          inArray(
            outboxEvents.subjectId,
            loansOf.map(({ id }) => id),
          ),
        )
        .orderBy(desc(outboxEvents.serialNumber))
        .limit(messageLimit),
    () =>
      database
        .select({
          at: smsSends.sentAt,
          about: smsSends.purpose,
          state: sql<string>`coalesce(${smsSends.deliveryState}, ${smsSends.outcome})`,
        })
        .from(smsSends)
        .where(and(eq(smsSends.borrowerId, loan.borrowerId), gt(smsSends.sentAt, since)))
        .orderBy(desc(smsSends.sentAt))
        .limit(messageLimit),
  );
  return [
    ...events.map(({ at, about, state }) => ({ at, about, words: `event-${state}` })),
    ...texts.map(({ at, about, state }) => ({ at, about, words: `sms-${state}` })),
  ];
}

/** Most notes of a borrower that are shown. */
const noteLimit = 100;

/** What people of the desk noted of a borrower, newest first. */
export function notesOf(database: Queryable, borrowerId: string) {
  return database
    .select({
      kind: deskNotes.kind,
      text: deskNotes.text,
      isPinned: deskNotes.isPinned,
      writtenAt: deskNotes.writtenAt,
      personId: deskNotes.personId,
    })
    .from(deskNotes)
    .where(eq(deskNotes.borrowerId, borrowerId))
    .orderBy(desc(deskNotes.writtenAt), desc(deskNotes.id))
    .limit(noteLimit);
}

/** Keeps a note, once of an id. */
export async function insertNote(
  transaction: Transaction,
  note: typeof deskNotes.$inferInsert,
): Promise<boolean> {
  const rows = await transaction
    .insert(deskNotes)
    .values(note)
    .onConflictDoNothing({ target: deskNotes.id })
    .returning({ id: deskNotes.id });
  return rows.length > 0;
}

/** What loans were asked for on, by the ids of their quotes. */
export async function schedulesOf(
  database: Queryable,
  loansOf: readonly Pick<LoanRow, 'quoteId' | 'borrowerId'>[],
): Promise<ReadonlyMap<string, { readonly termDays: number; readonly schedule: Schedule }>> {
  if (loansOf.length === 0) return new Map();
  const rows = await database
    .select({ id: quotes.id, termDays: quotes.termDays, schedule: quotes.schedule })
    .from(quotes)
    .where(
      and(
        isAnyOf(
          quotes.id,
          loansOf.map(({ quoteId }) => quoteId),
        ),
        isAnyOf(quotes.borrowerId, borrowersOf(loansOf)),
      ),
    );
  return new Map(rows.map(({ id, ...accepted }) => [id, accepted]));
}

/** How many loans each of some borrowers has in each status, and of how much. */
export async function loanCountsOf(database: Queryable, loansOf: readonly Pick<LoanRow, 'borrowerId'>[]) {
  if (loansOf.length === 0) return [];
  const rows = await database
    .select({
      borrowerId: loans.borrowerId,
      status: loans.status,
      count: sql<number>`count(*)::integer`,
      principalMinor: sql<string>`sum(${loans.principalMinor})::text`,
    })
    .from(loans)
    .where(isAnyOf(loans.borrowerId, borrowersOf(loansOf)))
    .groupBy(loans.borrowerId, loans.status);
  return rows.map((row) => ({ ...row, principalMinor: minorAmountFromText(row.principalMinor) }));
}

function borrowersOf(loansOf: readonly Pick<LoanRow, 'borrowerId'>[]): string[] {
  return [...new Set(loansOf.map(({ borrowerId }) => borrowerId))];
}

/** The other loans of a loan's borrower, newest first, with how often each became overdue. */
export function otherLoansOf(database: Queryable, { id, borrowerId }: LoanRow, limit: number) {
  const overdue = database
    .select({ count: sql<number>`count(*)::integer` })
    .from(statusChanges)
    .where(
      and(
        eq(statusChanges.borrowerId, borrowerId),
        eq(statusChanges.loanId, loans.id),
        eq(statusChanges.to, 'overdue'),
      ),
    );
  return database
    .select({
      orderNumber: loans.orderNumber,
      productName: products.name,
      status: loans.status,
      principalMinor: loans.principalMinor,
      declinedAt: loans.declinedAt,
      settledAt: loans.settledAt,
      writtenOffAt: loans.writtenOffAt,
      soldAt: loans.soldAt,
      overdueCount: sql<number>`(${overdue})`,
    })
    .from(loans)
    .innerJoin(products, eq(products.productId, loans.productId))
    .where(and(eq(loans.borrowerId, borrowerId), ne(loans.id, id)))
    .orderBy(desc(loans.serialNumber))
    .limit(limit);
}

/** The ids of the people who made or changed a borrower's offer of a product at the desk. */
export async function offerMakers(
  database: Queryable,
  { borrowerId, productId }: Pick<LoanRow, 'borrowerId' | 'productId'>,
): Promise<string[]> {
  const rows = await database
    .selectDistinct({ personId: auditEntries.personId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subject, `borrower:${borrowerId}`),
        eq(auditEntries.act, putOffer.name),
        eq(auditEntries.outcome, 'done'),
        sql`${auditEntries.detail} ->> 'productId' = ${productId}`,
      ),
    );
  return rows.map(({ personId }) => personId).filter((id) => id !== null);
}

const decider = alias(deskPeople, 'decider');

/** Something that waits for a second person, with who asked and who decided. */
export type ApprovalRow = Awaited<ReturnType<typeof selectApprovals>>[number];

function selectApprovals(database: Queryable, condition: SQL | undefined, limit: number) {
  return database
    .select({
      id: deskApprovals.id,
      serialNumber: deskApprovals.serialNumber,
      call: deskApprovals.call,
      fields: deskApprovals.fields,
      orderNumber: deskApprovals.orderNumber,
      effect: deskApprovals.effect,
      reason: deskApprovals.reason,
      askedBy: deskApprovals.askedBy,
      askedByName: deskPeople.name,
      askedAt: deskApprovals.askedAt,
      state: deskApprovals.state,
      decidedBy: deskApprovals.decidedBy,
      decidedByName: decider.name,
      decidedAt: deskApprovals.decidedAt,
    })
    .from(deskApprovals)
    .innerJoin(deskPeople, eq(deskPeople.id, deskApprovals.askedBy))
    .leftJoin(decider, eq(decider.id, deskApprovals.decidedBy))
    .where(condition)
    .orderBy(asc(deskApprovals.serialNumber))
    .limit(limit);
}

/** A page of what waits, longest first, from above a serial number on. */
export function listWaiting(database: Queryable, above: number, limit: number): Promise<ApprovalRow[]> {
  const condition = and(sql`${deskApprovals.state} = 'waiting'`, gt(deskApprovals.serialNumber, above));
  return selectApprovals(database, condition, limit);
}

export async function findApproval(database: Queryable, id: string): Promise<ApprovalRow | undefined> {
  const [rows] = await selectApprovals(database, eq(deskApprovals.id, id), 1);
  return rows;
}

/** Whether it was kept; one of the same id was before. */
export async function insertApproval(
  transaction: Transaction,
  approval: typeof deskApprovals.$inferInsert,
): Promise<boolean> {
  const rows = await transaction
    .insert(deskApprovals)
    .values(approval)
    .onConflictDoNothing({ target: deskApprovals.id })
    .returning({ id: deskApprovals.id });
  return rows.length > 0;
}

/** Whether it waited until now; of two that decide at once one gets false. */
export async function decideApproval(
  transaction: Transaction,
  id: string,
  facts: Required<Pick<typeof deskApprovals.$inferInsert, 'state' | 'decidedBy' | 'decidedAt'>>,
): Promise<boolean> {
  const decided = await transaction
    .update(deskApprovals)
    .set(facts)
    .where(and(eq(deskApprovals.id, id), eq(deskApprovals.state, 'waiting')))
    .returning({ id: deskApprovals.id });
  return decided.length > 0;
}

/** Has others wait who count what a person moved, until the transaction ends. */
export async function lockPerson(transaction: Transaction, personId: string): Promise<void> {
  await transaction
    .select({ id: deskPeople.id })
    .from(deskPeople)
    .where(eq(deskPeople.id, personId))
    .for('no key update');
}

/** What somebody moved by themselves since an instant, in minor units: on one subject, and by one act on all of them. */
export async function movedSince(
  database: Queryable,
  {
    personId,
    act,
    subject,
    currency,
    since,
  }: {
    readonly personId: string;
    readonly act: string;
    readonly subject: string;
    readonly currency: Currency;
    readonly since: Date;
  },
): Promise<{ readonly onOne: number; readonly ofKind: number }> {
  const { detail } = auditEntries;
  const isOfDay = and(
    eq(auditEntries.personId, personId),
    eq(auditEntries.outcome, 'done'),
    gte(auditEntries.at, since),
    sql`${detail} ? 'movedMinor'`,
  );
  const sumOf = async (isIts: SQL) => {
    const [row] = await database
      .select({ movedMinor: sql<string>`coalesce(sum((${detail} ->> 'movedMinor')::bigint), 0)::text` })
      .from(auditEntries)
      .where(and(isOfDay, isIts));
    return Number(row?.movedMinor ?? 0);
  };
  const isOfCurrency = sql`coalesce(${detail} ->> 'currency', ${currency}) = ${currency}`;
  return {
    onOne: await sumOf(eq(auditEntries.subject, subject)),
    ofKind: await sumOf(sql`${eq(auditEntries.act, act)} and ${isOfCurrency}`),
  };
}

/** The ids of loans that one of these is the number or a payment code of. */
export async function loansReferredTo(
  database: Queryable,
  references: readonly string[],
  limit: number,
): Promise<string[]> {
  if (references.length === 0) return [];
  const byCode = await database
    .select({ id: paymentReferences.loanId })
    .from(paymentReferences)
    .where(inArray(paymentReferences.code, [...references]))
    .limit(limit);
  const byNumber = await database
    .select({ id: loans.id })
    .from(loans)
    .where(inArray(loans.orderNumber, [...references]))
    .limit(limit);
  return [...byCode, ...byNumber].map(({ id }) => id);
}

const parts = ['penalty', 'fee', 'vat', 'interest', 'principal'];
// Written out, so that the database sees that the partial index serves.
const isUnpaid = sql.raw(
  `(${parts.map((part) => `instalments.${part}_charged_minor > instalments.${part}_paid_minor`).join(' or ')})`,
);
const owed = sql.raw(
  parts.map((part) => `instalments.${part}_charged_minor - instalments.${part}_paid_minor`).join(' + '),
);

/** The ids of loans with an instalment that owes just this, due between two days. */
export async function loansOwing(
  database: Queryable,
  {
    amountMinor,
    currency,
    from,
    through,
  }: {
    readonly amountMinor: number;
    readonly currency: Currency;
    readonly from: LocalDate;
    readonly through: LocalDate;
  },
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: instalments.loanId })
    .from(instalments)
    .innerJoin(loans, eq(loans.id, instalments.loanId))
    .where(
      and(
        isUnpaid,
        between(instalments.dueDate, from, through),
        sql`${owed} = ${amountMinor}`,
        eq(loans.currency, currency),
      ),
    )
    .orderBy(instalments.dueDate, instalments.loanId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Loans with the codes they are paid by. */
export async function loansWithCodes(database: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await database
    .select({
      id: loans.id,
      borrowerId: loans.borrowerId,
      orderNumber: loans.orderNumber,
      market: loans.market,
      currency: loans.currency,
      status: loans.status,
    })
    .from(loans)
    .where(inArray(loans.id, [...ids]));
  const codes = await database
    .select({ loanId: paymentReferences.loanId, code: paymentReferences.code })
    .from(paymentReferences)
    .where(inArray(paymentReferences.loanId, [...ids]));
  const codesOf = Map.groupBy(codes, ({ loanId }) => loanId);
  return rows.map((loan) => ({ ...loan, codes: (codesOf.get(loan.id) ?? []).map(({ code }) => code) }));
}

/** What somebody has written of an answer to a complaint and not sent. */
export async function findDraft(database: Queryable, personId: string, complaintId: string) {
  const [draft] = await database
    .select({
      text: deskDrafts.text,
      closesToo: deskDrafts.closesToo,
      images: deskDrafts.images,
      keptAt: deskDrafts.keptAt,
    })
    .from(deskDrafts)
    .where(and(eq(deskDrafts.personId, personId), eq(deskDrafts.complaintId, complaintId)));
  return draft;
}

export async function putDraft(
  transaction: Transaction,
  draft: typeof deskDrafts.$inferInsert,
): Promise<void> {
  const { personId: _personId, complaintId: _complaintId, ...written } = draft;
  await transaction
    .insert(deskDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: [deskDrafts.personId, deskDrafts.complaintId], set: written });
}

export async function deleteDraft(
  transaction: Transaction,
  personId: string,
  complaintId: string,
): Promise<void> {
  await transaction
    .delete(deskDrafts)
    .where(and(eq(deskDrafts.personId, personId), eq(deskDrafts.complaintId, complaintId)));
}

/** Whom complaints were handed over to, by complaint. */
export async function holdersOf(
  database: Queryable,
  complaintIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly personId: string; readonly name: string }>> {
  if (complaintIds.length === 0) return new Map();
  const rows = await database
    .select({
      complaintId: deskComplaintHolders.complaintId,
      personId: deskPeople.id,
      name: deskPeople.name,
    })
    .from(deskComplaintHolders)
    .innerJoin(deskPeople, eq(deskPeople.id, deskComplaintHolders.personId))
    .where(inArray(deskComplaintHolders.complaintId, [...complaintIds]));
  return new Map(rows.map(({ complaintId, ...holder }) => [complaintId, holder]));
}

export async function putHolder(
  transaction: Transaction,
  holder: typeof deskComplaintHolders.$inferInsert,
): Promise<void> {
  const { complaintId: _complaintId, ...whom } = holder;
  await transaction
    .insert(deskComplaintHolders)
    .values(holder)
    .onConflictDoUpdate({ target: deskComplaintHolders.complaintId, set: whom });
}

/** People who have signed in since an instant in one of some roles, by name. */
export function peopleInRoles(database: Queryable, roles: readonly DeskRole[], since: Date, limit: number) {
  return database
    .selectDistinct({ personId: deskPeople.id, name: deskPeople.name })
    .from(deskPeople)
    .innerJoin(deskSessions, eq(deskSessions.personId, deskPeople.id))
    .where(and(arrayOverlaps(deskSessions.roles, [...roles]), gt(deskSessions.signedInAt, since)))
    .orderBy(asc(deskPeople.name), asc(deskPeople.id))
    .limit(limit);
}

/** The ids of loans of borrowers who paid one of theirs from an account, by its hashes; the newest first. */
export async function loansPaidFrom(
  database: Queryable,
  payerHashes: readonly string[],
  limit: number,
): Promise<string[]> {
  if (payerHashes.length === 0) return [];
  const paid = await database
    .selectDistinct({ borrowerId: loans.borrowerId })
    .from(providerEvents)
    .innerJoin(loans, eq(loans.id, providerEvents.loanId))
    .where(and(inArray(providerEvents.payerHash, [...payerHashes]), eq(providerEvents.outcome, 'posted')))
    .limit(limit);
  if (paid.length === 0) return [];
  const rows = await database
    .select({ id: loans.id })
    .from(loans)
    .where(
      inArray(
        loans.borrowerId,
        paid.map(({ borrowerId }) => borrowerId),
      ),
    )
    .orderBy(desc(loans.serialNumber))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** What was said of some payments that were to rest, whether they still do or not. */
export function holdsOf(
  database: Queryable,
  payments: readonly { readonly provider: string; readonly eventId: string }[],
) {
  return database
    .select({
      provider: providerEvents.provider,
      eventId: providerEvents.eventId,
      untilDay: deskPaymentHolds.untilDay,
      reason: deskPaymentHolds.reason,
      name: deskPeople.name,
    })
    .from(deskPaymentHolds)
    .innerJoin(providerEvents, eq(providerEvents.id, deskPaymentHolds.eventId))
    .innerJoin(deskPeople, eq(deskPeople.id, deskPaymentHolds.personId))
    .where(
      or(
        ...payments.map(({ provider, eventId }) =>
          and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)),
        ),
      ),
    );
}

export async function putHold(
  transaction: Transaction,
  hold: typeof deskPaymentHolds.$inferInsert,
): Promise<void> {
  const { eventId: _eventId, ...facts } = hold;
  await transaction
    .insert(deskPaymentHolds)
    .values(hold)
    .onConflictDoUpdate({ target: deskPaymentHolds.eventId, set: facts });
}

export async function deleteHold(transaction: Transaction, eventId: string): Promise<void> {
  await transaction.delete(deskPaymentHolds).where(eq(deskPaymentHolds.eventId, eventId));
}

/** Money that left and waits, that which waits longest first, each with the loan of its payment. */
export async function waitingOutflows(database: Queryable, limit: number): Promise<DeskOutflow[]> {
  const rows = await database
    .select({ outflow: providerOutflows, orderNumber: loans.orderNumber })
    .from(providerOutflows)
    .leftJoin(
      providerEvents,
      and(
        eq(providerEvents.provider, providerOutflows.paymentProvider),
        eq(providerEvents.eventId, providerOutflows.paymentId),
      ),
    )
    .leftJoin(
      loans,
      and(eq(loans.id, providerEvents.loanId), eq(loans.borrowerId, providerEvents.borrowerId)),
    )
    .where(eq(providerOutflows.state, 'waiting'))
    .orderBy(asc(providerOutflows.receivedAt), asc(providerOutflows.id))
    .limit(limit);
  return rows.map(({ outflow: { doubt, ...outflow }, orderNumber }) => ({
    ...outflow,
    doubt: doubt ?? 'no-payment',
    orderNumber,
  }));
}

/** Has money that left wait no longer, whatever it was; `before` where it did not, `none` where there is no such money. */
export async function closeOutflow(transaction: Transaction, id: string): Promise<'now' | 'before' | 'none'> {
  const isIt = eq(providerOutflows.id, id);
  const closed = await transaction
    .update(providerOutflows)
    .set({ state: 'closed', doubt: null })
    .where(and(isIt, eq(providerOutflows.state, 'waiting')))
    .returning({ id: providerOutflows.id });
  if (closed.length > 0) return 'now';
  return (await transaction.$count(providerOutflows, isIt)) > 0 ? 'before' : 'none';
}

const whoColumns = {
  borrowerId: borrowers.id,
  borrowerName: borrowers.name,
  market: borrowers.market,
};
const matterLimit = 50;
const fileLimit = 50;

/** A borrower's market; undefined where there is no such borrower. */
export async function findCase(database: Queryable, borrowerId: string) {
  const [row] = await database
    .select({ borrowerId: borrowers.id, market: borrowers.market })
    .from(borrowers)
    .where(eq(borrowers.id, borrowerId));
  return row;
}

/** How many loans a borrower has. */
export function loanCountOf(database: Queryable, borrowerId: string): Promise<number> {
  return database.$count(loans, eq(loans.borrowerId, borrowerId));
}

/** What is open of a borrower beside what their loans tell: complaints, refunds to be sent, what waits for a second person, an erasure. */
export function openMattersOf(database: Queryable, borrowerId: string, orderNumbers: readonly string[]) {
  const subject = `borrower:${borrowerId}`;
  return together(
    () =>
      database
        .select({ folio: complaints.folio, filedAt: complaints.filedAt, orderNumber: loans.orderNumber })
        .from(complaints)
        .leftJoin(loans, and(eq(loans.borrowerId, complaints.borrowerId), eq(loans.id, complaints.loanId)))
        .where(
          and(eq(complaints.borrowerId, borrowerId), inArray(complaints.state, ['received', 'in-review'])),
        )
        .limit(matterLimit),
    () =>
      database
        .select({
          refundKey: refunds.refundKey,
          amountMinor: refunds.amountMinor,
          requestedAt: refunds.requestedAt,
          orderNumber: loans.orderNumber,
        })
        .from(refunds)
        .innerJoin(loans, and(eq(loans.borrowerId, refunds.borrowerId), eq(loans.id, refunds.loanId)))
        .where(and(eq(loans.borrowerId, borrowerId), eq(refunds.state, 'requested')))
        .limit(matterLimit),
    () =>
      database
        .select({
          id: deskApprovals.id,
          amountMinor: deskApprovals.amountMinor,
          askedAt: deskApprovals.askedAt,
          orderNumber: deskApprovals.orderNumber,
        })
        .from(deskApprovals)
        .where(
          and(
            sql`${deskApprovals.state} = 'waiting'`,
            orderNumbers.length === 0
              ? isOfSubject(subject)
              : sql`(${inArray(deskApprovals.orderNumber, [...orderNumbers])} or ${isOfSubject(subject)})`,
          ),
        )
        .limit(matterLimit),
    () =>
      database
        .select({ requestedAt: erasureRequests.requestedAt, earliestOn: erasureRequests.earliestOn })
        .from(erasureRequests)
        .where(and(eq(erasureRequests.borrowerId, borrowerId), sql`${erasureRequests.state} = 'waiting'`)),
  );
}

function isOfSubject(subject: string): SQL {
  return sql`${deskApprovals.effect} ->> 'subject' = ${subject}`;
}

/** The documents of a borrower's loans, by loan and kind. */
export function filesOf(database: Queryable, borrowerId: string, loanIds: readonly string[]) {
  if (loanIds.length === 0) return Promise.resolve([]);
  return database
    .select({
      loanId: loanFiles.loanId,
      kind: loanFiles.kind,
      number: loanFiles.number,
      hash: loanFiles.hash,
      madeAt: loanFiles.madeAt,
    })
    .from(loanFiles)
    .where(and(eq(loanFiles.borrowerId, borrowerId), inArray(loanFiles.loanId, [...loanIds])))
    .orderBy(loanFiles.loanId, loanFiles.kind)
    .limit(fileLimit);
}

/** Words of a name without accents, in small letters, as the index of names has them. */
export function nameWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Borrowers each of whose words begins one of their name's. */
export function borrowersNamed(database: Queryable, words: readonly string[], limit: number) {
  const query = words.map((word) => `${word}:*`).join(' & ');
  return database
    .select(whoColumns)
    .from(borrowers)
    .where(sql`${nameIndex} @@ to_tsquery('simple', ${query})`)
    .limit(limit);
}

/** What borrowers are found by their name by; the index `borrowers_name` has just this. */
const nameIndex = sql.raw(
  "to_tsvector('simple', translate(lower(borrowers.name), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc'))",
);

/** Borrowers whose telephone number ends in eight digits. */
export function borrowersByPhoneEnd(database: Queryable, end: string, limit: number) {
  return database
    .select({ ...whoColumns, mobilePhone: borrowers.mobilePhone })
    .from(borrowers)
    .where(eq(sql`right(${borrowers.mobilePhone}, 8)`, end))
    .limit(limit);
}

/** The borrower of an id of ours or of the lender's. */
export function borrowersById(
  database: Queryable,
  { id, lenderBorrowerId }: { readonly id: string | null; readonly lenderBorrowerId: string },
) {
  const isIt = id === null ? eq(borrowers.lenderBorrowerId, lenderBorrowerId) : eq(borrowers.id, id);
  return database.select(whoColumns).from(borrowers).where(isIt).limit(2);
}

const loanHitColumns = {
  ...whoColumns,
  orderNumber: loans.orderNumber,
  status: loans.status,
  balanceMinor: loans.balanceMinor,
  currency: loans.currency,
};

/** The loan of an order number. */
export function loansNumbered(database: Queryable, orderNumber: string) {
  return database
    .select(loanHitColumns)
    .from(loanNumbers)
    .innerJoin(loans, and(eq(loans.borrowerId, loanNumbers.borrowerId), eq(loans.id, loanNumbers.loanId)))
    .innerJoin(borrowers, eq(borrowers.id, loans.borrowerId))
    .where(eq(loanNumbers.orderNumber, orderNumber));
}

/** The loans that codes of theirs are paid by, as they are written in one of some ways. */
export function loansPaidBy(database: Queryable, codes: readonly string[]) {
  return database
    .select({ ...loanHitColumns, code: paymentCodes.code, channelKind: paymentReferences.channelKind })
    .from(paymentCodes)
    .innerJoin(
      paymentReferences,
      and(
        eq(paymentReferences.borrowerId, paymentCodes.borrowerId),
        eq(paymentReferences.id, paymentCodes.referenceId),
      ),
    )
    .innerJoin(
      loans,
      and(eq(loans.borrowerId, paymentReferences.borrowerId), eq(loans.id, paymentReferences.loanId)),
    )
    .innerJoin(borrowers, eq(borrowers.id, loans.borrowerId))
    .where(inArray(paymentCodes.code, [...codes]));
}

/** The complaint of a folio. */
export function complaintsNumbered(database: Queryable, folio: string) {
  return database
    .select({ ...whoColumns, folio: complaints.folio, orderNumber: loans.orderNumber })
    .from(complaints)
    .innerJoin(borrowers, eq(borrowers.id, complaints.borrowerId))
    .leftJoin(loans, and(eq(loans.borrowerId, complaints.borrowerId), eq(loans.id, complaints.loanId)))
    .where(eq(complaints.folio, folio));
}

/** Payments that a provider calls so, that a bank's key names, or, without a loan, that came with such a reference. */
export async function paymentsNamed(
  database: Queryable,
  {
    eventId,
    key,
    references,
  }: { readonly eventId: string; readonly key: string; readonly references: readonly string[] },
  limit: number,
) {
  const select = (isIt: SQL | undefined) =>
    database
      .select({
        provider: providerEvents.provider,
        eventId: providerEvents.eventId,
        trackingKey: providerEvents.trackingKey,
        reference: providerEvents.reference,
        amountMinor: providerEvents.amountMinor,
        currency: providerEvents.currency,
        outcome: providerEvents.outcome,
        orderNumber: loans.orderNumber,
        borrowerId: borrowers.id,
        borrowerName: borrowers.name,
      })
      .from(providerEvents)
      .leftJoin(
        loans,
        and(eq(loans.borrowerId, providerEvents.borrowerId), eq(loans.id, providerEvents.loanId)),
      )
      .leftJoin(borrowers, eq(borrowers.id, loans.borrowerId))
      .where(isIt)
      .limit(limit);
  const isOfKey = and(
    inArray(providerEvents.currency, [...allCurrencies]),
    eq(plainKey(providerEvents.trackingKey), key),
  );
  return {
    byId: await select(eq(providerEvents.eventId, eventId)),
    byKey: key === '' ? [] : await select(isOfKey),
    byReference: await select(
      and(sql`${providerEvents.outcome} = 'unmatched'`, inArray(providerEvents.reference, [...references])),
    ),
  };
}
