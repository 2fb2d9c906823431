import { eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { supportContacts } from '#db/schema/support.ts';
import type { Market } from '#domain/market.ts';

/** The contacts of a market as they were changed by a call. */
export type SupportContactRecord = typeof supportContacts.$inferSelect;

/** The contacts of a market; undefined while they are as configured. */
export async function findContact(
  database: Queryable,
  market: Market,
): Promise<SupportContactRecord | undefined> {
  const [contact] = await database.select().from(supportContacts).where(eq(supportContacts.market, market));
  return contact;
}

/** Keeps the contacts of a market in the place of those before. */
export async function putContactRow(transaction: Transaction, contact: SupportContactRecord): Promise<void> {
  const { market: _market, ...facts } = contact;
  await transaction
    .insert(supportContacts)
    .values(contact)
    .onConflictDoUpdate({ target: supportContacts.market, set: facts });
}
