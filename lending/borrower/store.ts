import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { borrowers, sessions, sessionTickets } from '#db/schema/borrower.ts';

/** A ticket as it is kept. */
export type SessionTicket = typeof sessionTickets.$inferSelect;

/**
 * Says whether there is a borrower of this id, and holds their sessions until the transaction ends: whoever else begins
 * or ends one of theirs waits.
 */
export async function lockSessionsOf(transaction: Transaction, borrowerId: string): Promise<boolean> {
  const found = await transaction
    .select({ id: borrowers.id })
    .from(borrowers)
    .where(eq(borrowers.id, borrowerId))
    .for('no key update');
  return found.length > 0;
}

/** Keeps a session. */
export async function insertSession(
  transaction: Transaction,
  session: typeof sessions.$inferInsert,
): Promise<void> {
  await transaction.insert(sessions).values(session);
}

/** Ends the sessions of a borrower, on one device where it is given, and gives how many there were. */
export function endSessionsOf(
  transaction: Transaction,
  { borrowerId, deviceId }: { readonly borrowerId: string; readonly deviceId?: string | undefined },
  now: Date,
): Promise<number> {
  const onDevice = deviceId === undefined ? undefined : eq(sessions.deviceId, deviceId);
  return endSessions(transaction, and(eq(sessions.borrowerId, borrowerId), onDevice), now);
}

/** Ends the session of a token and gives how many there were: one, or none that still held. */
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

/** Keeps a ticket. */
export async function insertTicket(transaction: Transaction, ticket: SessionTicket): Promise<void> {
  await transaction.insert(sessionTickets).values(ticket);
}

/** Whose a ticket is, if there is such a ticket. */
export async function findTicketOwner(
  transaction: Transaction,
  tokenHash: string,
): Promise<string | undefined> {
  const [ticket] = await transaction
    .select({ borrowerId: sessionTickets.borrowerId })
    .from(sessionTickets)
    .where(eq(sessionTickets.tokenHash, tokenHash));
  return ticket?.borrowerId;
}

/** Uses a ticket up and gives it; undefined when it is over, or was used. */
export async function takeTicket(
  transaction: Transaction,
  tokenHash: string,
  now: Date,
): Promise<SessionTicket | undefined> {
  const [ticket] = await transaction
    .delete(sessionTickets)
    .where(and(eq(sessionTickets.tokenHash, tokenHash), gt(sessionTickets.expiresAt, now)))
    .returning();
  return ticket;
}

/** Forgets the tickets of a borrower, for one device where it is given, and gives how many still held. */
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
