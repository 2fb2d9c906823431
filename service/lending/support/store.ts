import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { columnsOf, findRow, lockRow } from '#db/rows.ts';
import { contactMessages, supportContacts } from '#db/schema/support.ts';
import type { Market } from '#domain/market.ts';
import { phoneSpellings } from '#domain/registration/mobile-phone.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { isInTimePage, type TimePage } from '../http/store.ts';

export type ContactMessageRecord = typeof contactMessages.$inferSelect;

export async function insertContactMessage(
  transaction: Transaction,
  message: Pick<ContactMessageRecord, 'id' | 'name' | 'telephone' | 'email' | 'remark' | 'receivedAt'>,
): Promise<void> {
  await transaction.insert(contactMessages).values({ ...message, state: 'open' });
}

export function contactMessagesIn(
  database: Queryable,
  state: ContactMessageRecord['state'],
  { after, limit }: Omit<TimePage, 'since'>,
): Promise<ContactMessageRecord[]> {
  const isNext = isInTimePage(contactMessages.receivedAt, contactMessages.id, { since: undefined, after });
  return database
    .select()
    .from(contactMessages)
    .where(and(eq(contactMessages.state, state), isNext))
    .orderBy(asc(contactMessages.receivedAt), asc(contactMessages.id))
    .limit(limit);
}

export function findContactMessage(database: Queryable, id: string) {
  return findRow(database, contactMessages, eq(contactMessages.id, id));
}

/** Locked until the transaction ends. */
export function lockContactMessage(transaction: Transaction, id: string) {
  return lockRow(transaction, contactMessages, eq(contactMessages.id, id));
}

export async function updateContactMessage(
  transaction: Transaction,
  message: ContactMessageRecord,
  change: Partial<Pick<ContactMessageRecord, 'state' | 'answeredAt' | 'closedAt' | 'handledBy'>>,
): Promise<ContactMessageRecord> {
  await transaction.update(contactMessages).set(change).where(eq(contactMessages.id, message.id));
  return { ...message, ...change };
}

export type SupportContactRecord = typeof supportContacts.$inferSelect;

/** The contacts of a market; undefined while they are as configured. */
export function findContact(database: Queryable, market: Market) {
  return findRow(database, supportContacts, eq(supportContacts.market, market));
}

export async function putContactRow(transaction: Transaction, contact: SupportContactRecord): Promise<void> {
  const { market: _market, ...facts } = contact;
  await transaction
    .insert(supportContacts)
    .values(contact)
    .onConflictDoUpdate({ target: supportContacts.market, set: facts });
}

const indexedDigits = 10;

/**
 * The condition that a contact message names a borrower's telephone, in any spelling of its market, but not another country's number with
 * the same last digits. @param phone the stored digits of the borrower's number; empty matches none.
 */
export function isWrittenFrom(
  market: Market,
  phone: string,
  telephone: SQLWrapper = contactMessages.telephone,
): SQL {
  if (phone.length < indexedDigits) return sql`false`;
  const digits = sql`regexp_replace(${telephone}, '[^0-9]', '', 'g')`;
  const spellings = sql.param(phoneSpellings(phoneRuleOf(market), phone));
  return sql`(right(${digits}, 10) = ${phone.slice(-indexedDigits)} and ${digits} = any(${spellings}::text[]))`;
}

export function contactMessagesFrom(
  database: Queryable,
  { market, mobilePhone }: { readonly market: Market; readonly mobilePhone: string },
  limit: number,
) {
  return database
    .select({
      ...columnsOf(contactMessages, 'id', 'state', 'remark'),
      at: contactMessages.receivedAt,
    })
    .from(contactMessages)
    .where(isWrittenFrom(market, mobilePhone))
    .orderBy(desc(contactMessages.receivedAt))
    .limit(limit);
}
