import { and, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#db/database.ts';
import { jsonRow } from '#db/json-rows.ts';
import { prepareRow } from '#db/prepared-row.ts';
import { columnsOf } from '#db/rows.ts';
import { borrowers, sessions } from '#db/schema/borrower.ts';

/** The live session of a token with its borrower, unless it was last used at `idleSince` or before. */
export async function findLiveSession(
  database: Database,
  tokenHash: string,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date | null },
) {
  const session = await database.prepared(prepareLiveSession)(database, { tokenHash, now });
  const isIdle = session !== undefined && idleSince !== null && session.lastUsedAt <= idleSince;
  return isIdle ? undefined : session;
}

function prepareLiveSession(database: Database) {
  return prepareRow(database, {
    row: jsonRow({
      ...columnsOf(sessions, 'id', 'lastUsedAt', 'deviceId', 'userId'),
      borrower: jsonRow({
        ...columnsOf(borrowers, 'id', 'name', 'address', 'mobilePhone', 'market'),
        userId: sessions.userId,

        isBlocked: sql<boolean>`${borrowers.blockedAt} is not null`,
      }),
    }),
    from: (select) =>
      select
        .from(sessions)
        .innerJoin(borrowers, eq(borrowers.id, sessions.borrowerId))
        .where(
          and(
            eq(sessions.tokenHash, sql.placeholder('tokenHash')),
            gt(sessions.expiresAt, sql.placeholder('now')),
            isNull(sessions.revokedAt),
          ),
        ),
  });
}

/** Notes the use of a session, unless another call noted it at `before` or later. */
export async function noteSessionUse(
  database: Database,
  sessionId: string,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<void> {
  await database
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastUsedAt, before)));
}

/** A page of a list that is ordered by time: from an instant on, after a key of time and id. */
export interface TimePage {
  readonly since: Date | undefined;
  readonly after: readonly [at: string, id: string] | undefined;
  readonly limit: number;
}

/** The condition of such a page; an index on the time alone serves it. */
export function isInTimePage(at: AnyPgColumn, id: AnyPgColumn, { since, after }: Omit<TimePage, 'limit'>) {
  return and(
    since && gte(at, since),
    after && sql`(${at}, ${id}) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  );
}
