import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { registrationSessions } from '#db/schema/registration.ts';

/** A registration under way, as it is kept. */
export type RegistrationSession = typeof registrationSessions.$inferSelect;

/** What may change of it. */
export type SessionChange = Partial<Omit<RegistrationSession, 'id' | 'sidHash' | 'createdAt' | 'expiresAt'>>;

const sidBytes = 16;
const lifetimeMinutes = 60;

function hashOf(sid: string): string {
  return createHash('sha256').update(sid).digest('hex');
}

/** Starts a registration and gives its sid, 128 random bits that nobody but the visitor knows afterwards. */
export async function startSession(database: Database, now: Date): Promise<string> {
  const sid = randomBytes(sidBytes).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetimeMinutes * 60_000);
  await database.insert(registrationSessions).values({ sidHash: hashOf(sid), createdAt: now, expiresAt });
  return sid;
}

/** The registration of a sid while it lasts, also when it is complete; null otherwise. */
export async function findSession(
  database: Database,
  sid: string,
  now: Date,
): Promise<RegistrationSession | null> {
  const [session] = await database.select().from(registrationSessions).where(isLive(sid, now));
  return session ?? null;
}

/** The same, held by the transaction until it ends: whoever asks meanwhile waits. */
export async function lockSession(tx: Database, sid: string, now: Date): Promise<RegistrationSession | null> {
  const [session] = await tx.select().from(registrationSessions).where(isLive(sid, now)).for('update');
  return session ?? null;
}

/** Changes a registration. */
export async function updateSession(
  database: Database,
  sessionId: string,
  change: SessionChange,
): Promise<void> {
  await database.update(registrationSessions).set(change).where(eq(registrationSessions.id, sessionId));
}

/** Puts a new captcha in the place of the one before, at most `captchasMax` times; false when it could not. */
export async function replaceCaptcha(
  database: Database,
  sid: string,
  captchaHash: string,
  { captchasMax, now }: { readonly captchasMax: number; readonly now: Date },
): Promise<boolean> {
  const replaced = await database
    .update(registrationSessions)
    .set({
      captchaHash,
      issuedAt: now,
      guessCount: 0,
      usedAt: null,
      captchaCount: sql`${registrationSessions.captchaCount} + 1`,
    })
    .where(
      and(
        isLive(sid, now),
        isNull(registrationSessions.outcome),
        lt(registrationSessions.captchaCount, captchasMax),
      ),
    )
    .returning({ id: registrationSessions.id });
  return replaced.length > 0;
}

/** Forgets registrations that are over. */
export async function forgetSessions(database: Database, now: Date): Promise<void> {
  await database.delete(registrationSessions).where(lt(registrationSessions.expiresAt, now));
}

function isLive(sid: string, now: Date) {
  return and(eq(registrationSessions.sidHash, hashOf(sid)), gt(registrationSessions.expiresAt, now));
}
