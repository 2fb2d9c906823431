import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { duplicateIn } from '#db/failure.ts';
import { isId } from '#db/new-id.ts';
import { cardSavings } from '#db/schema/card-payment.ts';
import { paymentCodes, providerEvents } from '#db/schema/repayment.ts';
import { webhookMessages } from '#db/schema/webhook.ts';

type WebhookMessageRow = typeof webhookMessages.$inferInsert;

/**
 * Claims a provider's message; waits for a concurrent one. Fails the transaction where the message took effect before
 * (`isDuplicateWebhook`).
 */
export function claimWebhook(transaction: Transaction, message: WebhookMessageRow): void {
  enqueue(transaction, transaction.insert(webhookMessages).values(message));
}

/** Whether a transaction failed because its message took effect before. */
export function isDuplicateWebhook(error: unknown): boolean {
  return duplicateIn(error) === 'webhook_messages_provider_message_id_pk';
}

/** Whether a name is a provider's id of a known reference or payment, or our id of a card form. */
export async function isKnownName(
  database: Queryable,
  provider: string,
  names: readonly string[],
): Promise<boolean> {
  const isReference = and(
    eq(paymentCodes.provider, provider),
    inArray(paymentCodes.providerReference, [...names]),
  );
  if ((await database.$count(paymentCodes, isReference)) > 0) return true;
  const isPayment = and(eq(providerEvents.provider, provider), inArray(providerEvents.eventId, [...names]));
  if ((await database.$count(providerEvents, isPayment)) > 0) return true;
  const ids = names.filter(isId);
  return ids.length > 0 && (await database.$count(cardSavings, inArray(cardSavings.id, ids))) > 0;
}

/** The current run of a provider's messages since an instant that are about unknown objects other than this one. */
export async function unknownInARow(
  database: Queryable,
  { provider, object, since }: { readonly provider: string; readonly object: string; readonly since: Date },
  limit: number,
): Promise<number> {
  const { unknownObject } = webhookMessages;
  const isOther = or(isNull(unknownObject), ne(unknownObject, object));
  const latest = await database
    .select({ unknownObject })
    .from(webhookMessages)
    .where(and(eq(webhookMessages.provider, provider), gt(webhookMessages.receivedAt, since), isOther))
    .orderBy(desc(webhookMessages.receivedAt))
    .limit(limit);
  const known = latest.findIndex((each) => each.unknownObject === null);
  return known === -1 ? latest.length : known;
}

export function unknownObjects(database: Queryable, limit: number) {
  const { provider, unknownObject, receivedAt } = webhookMessages;
  return database
    .select({ provider, object: sql<string>`${unknownObject}`, receivedAt })
    .from(webhookMessages)
    .where(isNotNull(unknownObject))
    .orderBy(desc(receivedAt))
    .limit(limit);
}
