import { and, eq, gt, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { borrowers, sessions } from '#db/schema/borrower.ts';
import { hostMessages } from '#db/schema/host.ts';

/** Whether there is a borrower of this id. */
export async function isBorrower(database: Queryable, borrowerId: string): Promise<boolean> {
  return (await database.$count(borrowers, eq(borrowers.id, borrowerId))) > 0;
}

/** Keeps a session. */
export async function insertSession(
  database: Queryable,
  session: typeof sessions.$inferInsert,
): Promise<void> {
  await database.insert(sessions).values(session);
}

/** The session of a token with its borrower, unless it is over. */
export async function findLiveSession(database: Database, tokenHash: string, now: Date) {
  const [session] = await database
    .select({
      deviceId: sessions.deviceId,
      userId: sessions.userId,
      borrower: {
        id: borrowers.id,
        userId: sessions.userId,
        name: borrowers.name,
        address: borrowers.address,
        market: borrowers.market,
        isBlocked: sql<boolean>`${borrowers.blockedAt} is not null`,
      },
    })
    .from(sessions)
    .innerJoin(borrowers, eq(borrowers.id, sessions.borrowerId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(sessions.revokedAt)));
  return session;
}

/** A message of the lender's systems, as it is known by. */
export type HostMessageKey = Pick<typeof hostMessages.$inferSelect, 'messageId' | 'path' | 'bodyHash'>;

/** Claims a message that was not seen before, and says whether it was not; one that is under way is waited for. */
export async function claimHostMessage(
  transaction: Transaction,
  message: HostMessageKey,
  receivedAt: Date,
): Promise<boolean> {
  const claimed = await transaction
    .insert(hostMessages)
    .values({ ...message, status: 0, sealedAnswer: '', receivedAt })
    .onConflictDoNothing()
    .returning({ messageId: hostMessages.messageId });
  return claimed.length > 0;
}

/** Keeps what a claimed message was answered with. */
export async function keepHostAnswer(
  transaction: Transaction,
  messageId: string,
  answer: { readonly status: number; readonly sealedAnswer: string },
): Promise<void> {
  await transaction.update(hostMessages).set(answer).where(eq(hostMessages.messageId, messageId));
}

/** A message that was seen before, with its answer. */
export async function findHostMessage(transaction: Transaction, messageId: string) {
  const [message] = await transaction
    .select()
    .from(hostMessages)
    .where(eq(hostMessages.messageId, messageId));
  return message;
}

/** Which rows of a list in the order of a time come next: those from an instant on, after a key of time and id. */
export interface TimePage {
  readonly since: Date | undefined;
  readonly after: readonly [at: string, id: string] | undefined;
  readonly limit: number;
}

/** The condition of such a page; an index of the time alone serves it. */
export function isInTimePage(
  at: AnyPgColumn,
  id: AnyPgColumn,
  { since, after }: Omit<TimePage, 'limit'>,
): SQL | undefined {
  return and(
    since && gte(at, since),
    after && sql`(${at}, ${id}) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  );
}
