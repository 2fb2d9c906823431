import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { columnsExcept, findRow, firstRow, hasRows, lockRow, nullsOf } from '#db/rows.ts';
import {
  type BlockKind,
  borrowerBlockChanges,
  borrowerChanges,
  borrowerLinks,
  borrowers,
  sessions,
  sessionTickets,
} from '#db/schema/borrower.ts';
import { quotes } from '#db/schema/loan.ts';
import type { ChangedDetail } from '#domain/borrower/borrower-change.ts';

export type BorrowerRecord = typeof borrowers.$inferSelect;

/** Inserts a borrower unless the lender's id exists; undefined then. */
export function insertBorrower(transaction: Transaction, borrower: typeof borrowers.$inferInsert) {
  return firstRow(
    transaction
      .insert(borrowers)
      .values(borrower)
      .onConflictDoNothing({ target: borrowers.lenderBorrowerId })
      .returning(),
  );
}

export type BorrowerKey = { readonly borrowerId: string } | { readonly lenderBorrowerId: string };

export function findBorrower(database: Queryable, key: BorrowerKey) {
  return findRow(database, borrowers, isKeyOf(key));
}

/** Locked until the transaction ends. */
export function lockBorrower(transaction: Transaction, key: BorrowerKey) {
  return lockRow(transaction, borrowers, isKeyOf(key));
}

function isKeyOf(key: BorrowerKey) {
  return 'borrowerId' in key
    ? eq(borrowers.id, key.borrowerId)
    : eq(borrowers.lenderBorrowerId, key.lenderBorrowerId);
}

export async function updateBorrower(
  transaction: Transaction,
  borrower: BorrowerRecord,
  change: Partial<Omit<BorrowerRecord, 'id' | 'createdAt'>>,
): Promise<BorrowerRecord> {
  await transaction.update(borrowers).set(change).where(eq(borrowers.id, borrower.id));
  return { ...borrower, ...change };
}

export type BlockChange = typeof borrowerBlockChanges.$inferSelect;

export async function insertBlockChange(transaction: Transaction, change: BlockChange): Promise<void> {
  await transaction.insert(borrowerBlockChanges).values(change);
}

export function blockChangesOf(
  database: Queryable,
  borrowerId: string,
  kind: BlockKind,
): Promise<BlockChange[]> {
  return database
    .select()
    .from(borrowerBlockChanges)
    .where(and(eq(borrowerBlockChanges.borrowerId, borrowerId), eq(borrowerBlockChanges.kind, kind)))
    .orderBy(asc(borrowerBlockChanges.id));
}

export type BorrowerChange = typeof borrowerChanges.$inferSelect;

export const noChangeFacts = nullsOf(borrowerChanges);

export async function insertChanges(
  transaction: Transaction,
  changes: readonly BorrowerChange[],
): Promise<void> {
  if (changes.length > 0) await transaction.insert(borrowerChanges).values([...changes]);
}

export function changesOf(database: Queryable, borrowerId: string) {
  return database
    .select(columnsExcept(borrowerChanges, 'value', 'valueBefore'))
    .from(borrowerChanges)
    .where(eq(borrowerChanges.borrowerId, borrowerId))
    .orderBy(asc(borrowerChanges.id));
}

export function findChange(
  database: Queryable,
  { borrowerId, changeId }: { readonly borrowerId: string; readonly changeId: string },
): Promise<BorrowerChange | undefined> {
  return findRow(
    database,
    borrowerChanges,
    and(eq(borrowerChanges.id, changeId), eq(borrowerChanges.borrowerId, borrowerId)),
  );
}

/** Locked until the transaction ends. */
export function lockChange(transaction: Transaction, changeId: string) {
  return lockRow(transaction, borrowerChanges, eq(borrowerChanges.id, changeId));
}

const toldAtOnce = 200;

/** Approved changes of telephone whose old number is to be told, or whose time to object is over. */
export function toldChanges(database: Queryable, now: Date) {
  const { id, borrowerId, objectionEndsAt, state } = borrowerChanges;
  return database
    .select({ id, borrowerId, objectionEndsAt })
    .from(borrowerChanges)
    .where(and(eq(state, sql`'told'`), or(isNull(objectionEndsAt), lte(objectionEndsAt, now))))
    .orderBy(asc(objectionEndsAt))
    .limit(toldAtOnce);
}

/** Of these changes, the ids of those that a second approver can make. */
export async function waitingChanges(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .select({ id: borrowerChanges.id })
    .from(borrowerChanges)
    .where(and(isAnyOf(borrowerChanges.id, ids), inArray(borrowerChanges.state, ['waiting', 'objected'])));
  return new Set(rows.map(({ id }) => id));
}

export async function updateChange<Change extends Pick<BorrowerChange, 'id'>>(
  transaction: Transaction,
  change: Change,
  facts: Partial<BorrowerChange>,
): Promise<Change> {
  await transaction.update(borrowerChanges).set(facts).where(eq(borrowerChanges.id, change.id));
  return { ...change, ...facts };
}

/** Drops a change that is still open. */
export async function dropChange(transaction: Transaction, id: string): Promise<void> {
  await transaction
    .update(borrowerChanges)
    .set({ state: 'dropped' })
    .where(and(eq(borrowerChanges.id, id), isOpenChange));
}

const isOpenChange = sql`${borrowerChanges.state} not in ('done', 'dropped')`;

/** Drops the open changes of a detail. @returns false, and drops none, where the old number objected to one. */
export async function dropOpenChanges(
  transaction: Transaction,
  borrowerId: string,
  kind: ChangedDetail,
): Promise<boolean> {
  const isObjected = and(
    eq(borrowerChanges.borrowerId, borrowerId),
    eq(borrowerChanges.kind, kind),
    eq(borrowerChanges.state, 'objected'),
  );
  if ((await transaction.$count(borrowerChanges, isObjected)) > 0) return false;
  await transaction
    .update(borrowerChanges)
    .set({ state: 'dropped' })
    .where(and(eq(borrowerChanges.borrowerId, borrowerId), eq(borrowerChanges.kind, kind), isOpenChange));
  return true;
}

/** Name and address as they were at an instant, where they changed since. */
export async function detailsAt(
  database: Queryable,
  borrowerId: string,
  at: Date,
): Promise<Partial<Record<ChangedDetail, string>>> {
  const rows = await database
    .selectDistinctOn([borrowerChanges.kind], {
      kind: borrowerChanges.kind,
      value: borrowerChanges.valueBefore,
    })
    .from(borrowerChanges)
    .where(and(eq(borrowerChanges.borrowerId, borrowerId), gt(borrowerChanges.doneAt, at)))
    .orderBy(borrowerChanges.kind, borrowerChanges.doneAt);
  return Object.fromEntries(rows.map(({ kind, value }) => [kind, value]));
}

export type BorrowerLink = typeof borrowerLinks.$inferSelect;

export const noLinkFacts = nullsOf(borrowerLinks);

export async function insertLink(transaction: Transaction, link: BorrowerLink): Promise<void> {
  await transaction.insert(borrowerLinks).values(link);
}

export async function endLink(
  transaction: Transaction,
  link: BorrowerLink,
  facts: Pick<BorrowerLink, 'endedAt' | 'endedBy' | 'endReason'>,
): Promise<void> {
  await transaction.update(borrowerLinks).set(facts).where(eq(borrowerLinks.id, link.id));
}

/** Open links of these borrowers, oldest first. */
export function linksOf(database: Queryable, borrowerIds: readonly string[]): Promise<BorrowerLink[]> {
  const { borrowerId, otherBorrowerId, endedAt, id } = borrowerLinks;
  return database
    .select()
    .from(borrowerLinks)
    .where(and(or(isAnyOf(borrowerId, borrowerIds), isAnyOf(otherBorrowerId, borrowerIds)), isNull(endedAt)))
    .orderBy(asc(id));
}

/** Whether a borrower was quoted a loan, which fixes their market. */
export async function hasQuotes(transaction: Transaction, borrowerId: string): Promise<boolean> {
  const [quote] = await transaction
    .select({ id: quotes.id })
    .from(quotes)
    .where(eq(quotes.borrowerId, borrowerId))
    .limit(1);
  return quote !== undefined;
}

export interface BorrowerQuery {
  readonly mobilePhone: string | undefined;
  readonly isBlocked: boolean;
  readonly afterId: string | undefined;
  readonly limit: number;
}

export function findBorrowers(
  database: Queryable,
  { mobilePhone, isBlocked, afterId, limit }: BorrowerQuery,
): Promise<BorrowerRecord[]> {
  return database
    .select()
    .from(borrowers)
    .where(
      and(
        mobilePhone === undefined ? undefined : eq(borrowers.mobilePhone, mobilePhone),
        isBlocked ? isNotNull(borrowers.blockedAt) : undefined,
        afterId === undefined ? undefined : gt(borrowers.id, afterId),
      ),
    )
    .orderBy(asc(borrowers.id))
    .limit(limit);
}

export type SessionTicket = typeof sessionTickets.$inferSelect;

/**
 * Locks the sessions of a borrower until the transaction ends: another process that begins or ends one waits. @returns false for no such
 * borrower or an erased one.
 */
export function lockSessionsOf(transaction: Transaction, borrowerId: string): Promise<boolean> {
  return hasRows(
    transaction
      .select({ id: borrowers.id })
      .from(borrowers)
      .where(and(eq(borrowers.id, borrowerId), isNull(borrowers.erasedAt)))
      .for('no key update'),
  );
}

export async function insertSession(transaction: Transaction, session: typeof sessions.$inferInsert) {
  await transaction.insert(sessions).values(session);
}

/** Ends the sessions of a borrower, or those on one device. @returns how many there were. */
export function endSessionsOf(
  transaction: Transaction,
  { borrowerId, deviceId }: { readonly borrowerId: string; readonly deviceId?: string | undefined },
  now: Date,
): Promise<number> {
  const onDevice = deviceId === undefined ? undefined : eq(sessions.deviceId, deviceId);
  return endSessions(transaction, and(eq(sessions.borrowerId, borrowerId), onDevice), now);
}

/** Ends the session of a token. @returns 1, or 0 where none was live. */
export function endSession(transaction: Transaction, tokenHash: string, now: Date): Promise<number> {
  return endSessions(transaction, eq(sessions.tokenHash, tokenHash), now);
}

async function endSessions(transaction: Transaction, which: SQL | undefined, now: Date): Promise<number> {
  const ended = await transaction
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(which, isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .returning({ id: sessions.id });
  return ended.length;
}

export async function insertTicket(transaction: Transaction, ticket: SessionTicket): Promise<void> {
  await transaction.insert(sessionTickets).values(ticket);
}

export async function findTicketOwner(transaction: Transaction, tokenHash: string) {
  const [ticket] = await transaction
    .select({ borrowerId: sessionTickets.borrowerId })
    .from(sessionTickets)
    .where(eq(sessionTickets.tokenHash, tokenHash));
  return ticket?.borrowerId;
}

/** Deletes a ticket and gives it; undefined when it has expired or was used. */
export function takeTicket(transaction: Transaction, tokenHash: string, now: Date) {
  return firstRow(
    transaction
      .delete(sessionTickets)
      .where(and(eq(sessionTickets.tokenHash, tokenHash), gt(sessionTickets.expiresAt, now)))
      .returning(),
  );
}

/** Deletes the tickets of a borrower, or those for one device. @returns how many were live. */
export async function dropTicketsOf(
  transaction: Transaction,
  { borrowerId, deviceId }: { readonly borrowerId: string; readonly deviceId?: string | undefined },
  now: Date,
): Promise<number> {
  const onDevice = deviceId === undefined ? undefined : eq(sessionTickets.deviceId, deviceId);
  const dropped = await transaction
    .delete(sessionTickets)
    .where(and(eq(sessionTickets.borrowerId, borrowerId), onDevice, gt(sessionTickets.expiresAt, now)))
    .returning({ tokenHash: sessionTickets.tokenHash });
  return dropped.length;
}

const recentSessionsMax = 50_000;

/** Live sessions used since an instant, by the SHA-256 of their ids. */
export function recentSessions(
  database: Queryable,
  { now, usedSince }: { readonly now: Date; readonly usedSince: Date },
): Promise<{ credential: string; borrowerId: string }[]> {
  return database
    .select({ credential: sessions.tokenHash, borrowerId: sessions.borrowerId })
    .from(sessions)
    .where(and(gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, usedSince), isNull(sessions.revokedAt)))
    .limit(recentSessionsMax);
}

export async function isSessionRevoked(database: Queryable, tokenHash: string): Promise<boolean> {
  const [session] = await database
    .select({ revokedAt: sessions.revokedAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash));
  return session !== undefined && session.revokedAt !== null;
}
