import { and, arrayOverlaps, asc, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { deskPeople, deskSessions } from '#db/schema/desk.ts';
import type { DeskRole } from '#domain/desk/role.ts';

/** Inserts or updates a member of staff from the identity provider. @returns our id. */
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

/** The session of a token with its person: not ended, not expired and used since a time. */
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

/** Removes and returns the sealed ID token of a session that ended since a time; null afterwards. */
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

export async function namesOfPeople(
  database: Queryable,
  ids: readonly string[] | 'all',
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ id: deskPeople.id, name: deskPeople.name })
    .from(deskPeople)
    .where(ids === 'all' ? undefined : inArray(deskPeople.id, [...ids]))
    .orderBy(asc(deskPeople.name), asc(deskPeople.id));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Locks a person until the end of the transaction, so that concurrent acts count each other's amounts. */
export async function lockPerson(transaction: Transaction, personId: string): Promise<void> {
  await transaction
    .select({ id: deskPeople.id })
    .from(deskPeople)
    .where(eq(deskPeople.id, personId))
    .for('no key update');
}

export function peopleInRoles(database: Queryable, roles: readonly DeskRole[], since: Date, limit: number) {
  return database
    .selectDistinct({ personId: deskPeople.id, name: deskPeople.name })
    .from(deskPeople)
    .innerJoin(deskSessions, eq(deskSessions.personId, deskPeople.id))
    .where(and(arrayOverlaps(deskSessions.roles, [...roles]), gt(deskSessions.signedInAt, since)))
    .orderBy(asc(deskPeople.name), asc(deskPeople.id))
    .limit(limit);
}
