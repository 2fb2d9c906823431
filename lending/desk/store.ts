import { and, desc, eq, gt, isNull, lt, type SQL } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { type AuditOutcome, auditEntries, deskPeople, deskSessions } from '#db/schema/desk.ts';
import type { Language } from '#domain/language.ts';

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
  facts: { readonly usedAt?: Date; readonly endedAt?: Date; readonly language?: Language },
): Promise<void> {
  await database.update(deskSessions).set(facts).where(eq(deskSessions.id, sessionId));
}

/** Adds to the audit log; nothing takes away from it. */
export async function insertAuditEntry(
  database: Queryable,
  entry: typeof auditEntries.$inferInsert,
): Promise<void> {
  await database.insert(auditEntries).values(entry);
}

/** An entry of the audit log with the name of who acted; null where nobody was known. */
export interface AuditRecord {
  readonly serialNumber: number;
  readonly at: Date;
  readonly personId: string | null;
  readonly name: string | null;
  readonly act: string;
  readonly subject: string | null;
  readonly outcome: AuditOutcome;
  readonly reason: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** A page of the audit log, newest first, from below a serial number on. */
export function listAudit(
  database: Queryable,
  {
    subject,
    personId,
    below,
    limit,
  }: {
    readonly subject?: string | undefined;
    readonly personId?: string | undefined;
    readonly below: number | null;
    readonly limit: number;
  },
): Promise<AuditRecord[]> {
  const conditions: (SQL | undefined)[] = [
    subject === undefined ? undefined : eq(auditEntries.subject, subject),
    personId === undefined ? undefined : eq(auditEntries.personId, personId),
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
