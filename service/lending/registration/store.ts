import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ChannelTemplate } from '#contract/calls/registration.ts';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { findRow, hasRows, lockRow } from '#db/rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { termsEditions } from '#db/schema/loan.ts';
import {
  channelTemplates,
  promotionClicks,
  promotionSends,
  promotionVisits,
  registrationSessions,
  registrations,
  waitingCodes,
} from '#db/schema/registration.ts';
import { smsSends } from '#db/schema/sms.ts';
import type { Market } from '#domain/market.ts';
import type { HashedText } from '../hashed-text.ts';
import { isInTimePage, type TimePage } from '../http/store.ts';

export type RegistrationSession = typeof registrationSessions.$inferSelect;

export type SessionChange = Partial<Omit<RegistrationSession, 'id' | 'sidHash' | 'createdAt' | 'expiresAt'>>;

function hashOf(sid: string): string {
  return createHash('sha256').update(sid).digest('hex');
}

export async function insertSession(
  database: Queryable,
  options: Pick<RegistrationSession, 'id' | 'createdAt' | 'expiresAt' | 'termsHash' | 'privacyNoticeHash'> & {
    readonly sid: string;
  },
): Promise<void> {
  const { sid, ...session } = options;
  await database.insert(registrationSessions).values({ sidHash: hashOf(sid), ...session });
}

/** The unexpired registration of a sid, complete or not; null otherwise. */
export async function findSession(database: Queryable, sid: string, now: Date) {
  const [session] = await database.select().from(registrationSessions).where(isLive(sid, now));
  return session ?? null;
}

/** Locked until the transaction ends. */
export async function lockSession(transaction: Transaction, sid: string, now: Date) {
  const session = await lockRow(transaction, registrationSessions, isLive(sid, now));
  return session ?? null;
}

export async function updateSession(transaction: Transaction, sessionId: string, change: SessionChange) {
  await transaction.update(registrationSessions).set(change).where(eq(registrationSessions.id, sessionId));
}

/** Replaces the captcha, at most `captchasMax` times. @returns false when it could not. */
export function replaceCaptcha(
  database: Queryable,
  sid: string,
  captchaHash: string,
  { captchasMax, now }: { readonly captchasMax: number; readonly now: Date },
) {
  return hasRows(
    database
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
      .returning({ id: registrationSessions.id }),
  );
}

function isLive(sid: string, now: Date) {
  return and(eq(registrationSessions.sidHash, hashOf(sid)), gt(registrationSessions.expiresAt, now));
}

export async function findTemplate(database: Queryable, templateId: string): Promise<ChannelTemplate | null> {
  const template = await findRow(database, channelTemplates, eq(channelTemplates.templateId, templateId));
  return template ?? null;
}

export function templatesAfter(
  database: Queryable,
  templateId: string | undefined,
  limit: number,
): Promise<(typeof channelTemplates.$inferSelect)[]> {
  return database
    .select()
    .from(channelTemplates)
    .where(templateId === undefined ? undefined : gt(channelTemplates.templateId, templateId))
    .orderBy(channelTemplates.templateId)
    .limit(limit);
}

export async function putTemplate(transaction: Transaction, template: typeof channelTemplates.$inferSelect) {
  const { templateId: _templateId, ...facts } = template;
  await transaction
    .insert(channelTemplates)
    .values(template)
    .onConflictDoUpdate({ target: channelTemplates.templateId, set: facts });
}

export async function insertVisit(database: Queryable, visit: typeof promotionVisits.$inferInsert) {
  await database.insert(promotionVisits).values(visit);
}

export async function insertClick(database: Queryable, click: typeof promotionClicks.$inferInsert) {
  await database.insert(promotionClicks).values(click);
}

export async function insertPromotionSend(database: Queryable, send: typeof promotionSends.$inferInsert) {
  await database.insert(promotionSends).values(send);
}

export type FiguresKey = readonly [templateId: string, channelHash: string];

/**
 * Visits, codes and registrations between two instants, by template and optionally by channel. Channels are ordered by hash: anybody can
 * make up one that is too long for a cursor.
 */
export async function promotionFigures(
  database: Queryable,
  options: {
    readonly from: Date;
    readonly until: Date;
    readonly by: 'template' | 'channel';
    readonly after: FiguresKey | undefined;
    readonly limit: number;
  },
) {
  const { from, until, by, after, limit } = options;
  const counted = (table: PgTable, templateId: AnyPgColumn, at: AnyPgColumn, counts: string) => {
    const channel =
      by === 'channel' ? sql.raw('app_from, utm_tag') : sql.raw(`'' as app_from, '' as utm_tag`);
    const isIn = and(gte(at, from), lt(at, until));
    return sql`select ${templateId} as template_id, ${channel}, ${sql.raw(counts)} from ${table} where ${isIn}`;
  };
  const channelHash = sql.raw(`md5(length(app_from)::text || ':' || app_from || utm_tag)`);
  const isAfter = after ? sql`having (template_id, ${channelHash}) > (${after[0]}, ${after[1]})` : sql``;
  const rows = await queryRows<Record<string, string>>(
    database,
    sql`select template_id, app_from, utm_tag, ${channelHash} as channel_hash, sum(visit)::text as visits, sum(send)::text as sends,
      sum(registration)::text as registrations
    from (${counted(promotionVisits, promotionVisits.pageId, promotionVisits.visitedAt, '1 as visit, 0 as send, 0 as registration')}
      union all ${counted(promotionSends, promotionSends.pageId, promotionSends.sentAt, '0, 1, 0')}
      union all ${counted(registrations, registrations.templateId, registrations.registeredAt, '0, 0, 1')}) as counted
    group by template_id, app_from, utm_tag ${isAfter} order by template_id, channel_hash limit ${limit}`,
  );
  return rows.map(
    ({
      template_id = '',
      app_from = '',
      utm_tag = '',
      channel_hash = '',
      visits,
      sends,
      registrations: registered,
    }) => ({
      templateId: template_id,
      appFrom: app_from,
      utmTag: utm_tag,
      channelHash: channel_hash,
      visitCount: Number(visits),
      sendCount: Number(sends),
      registrationCount: Number(registered),
    }),
  );
}

/** Inserts a registration. @returns false where its number has one. */
export function insertRegistration(
  transaction: Transaction,
  registration: typeof registrations.$inferInsert,
) {
  return hasRows(
    transaction
      .insert(registrations)
      .values(registration)
      .onConflictDoNothing({ target: registrations.mobilePhone })
      .returning({ id: registrations.id }),
  );
}

export async function insertTexts(transaction: Transaction, texts: readonly HashedText[]): Promise<void> {
  await transaction
    .insert(termsEditions)
    .values([...texts])
    .onConflictDoNothing();
}

export async function isBorrowersPhone(transaction: Transaction, market: Market, mobilePhone: string) {
  const isTheirs = and(eq(borrowers.market, market), eq(borrowers.mobilePhone, mobilePhone));
  return (await transaction.$count(borrowers, isTheirs)) > 0;
}

export type WaitingCode = typeof waitingCodes.$inferSelect;

export async function insertWaitingCode(transaction: Transaction, waiting: WaitingCode): Promise<void> {
  await transaction.insert(waitingCodes).values(waiting);
}

export async function lastWaitingAt(transaction: Transaction): Promise<Date | null> {
  const [last] = await transaction
    .select({ sendAt: waitingCodes.sendAt })
    .from(waitingCodes)
    .orderBy(desc(waitingCodes.sendAt))
    .limit(1);
  return last?.sendAt ?? null;
}

export function isCodeDue(database: Database, now: Date): Promise<boolean> {
  return hasRows(
    database
      .select({ sendId: waitingCodes.sendId })
      .from(waitingCodes)
      .where(lte(waitingCodes.sendAt, now))
      .limit(1),
  );
}

/** Claims the next due code for this process; undefined for none. */
export async function takeDueCode(database: Database, now: Date): Promise<WaitingCode | undefined> {
  return inTransaction(database, async (transaction) => {
    const [due] = await transaction
      .select()
      .from(waitingCodes)
      .where(lte(waitingCodes.sendAt, now))
      .orderBy(waitingCodes.sendAt)
      .limit(1)
      .for('update', { skipLocked: true });
    if (due) {
      await transaction.delete(waitingCodes).where(eq(waitingCodes.sendId, due.sendId));
      await transaction.update(smsSends).set({ outcome: 'reserved' }).where(eq(smsSends.id, due.sendId));
    }
    return due;
  });
}

/** The registrations of some numbers, E.164. */
export function registrationsOfPhone(database: Queryable, phones: readonly string[]) {
  return database
    .select()
    .from(registrations)
    .where(inArray(registrations.mobilePhone, [...phones]));
}

/** Locked until the transaction ends. */
export async function lockRegistration(transaction: Transaction, id: string) {
  return lockRow(transaction, registrations, eq(registrations.id, id));
}

export function registrationsAfter(
  database: Queryable,
  { since, after, limit }: TimePage,
): Promise<(typeof registrations.$inferSelect)[]> {
  return database
    .select()
    .from(registrations)
    .where(isInTimePage(registrations.registeredAt, registrations.id, { since, after }))
    .orderBy(asc(registrations.registeredAt), asc(registrations.id))
    .limit(limit);
}
