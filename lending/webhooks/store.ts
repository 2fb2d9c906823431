import { and, eq } from 'drizzle-orm';
import { enqueue, type Transaction } from '#db/database.ts';
import { duplicateIn } from '#db/failure.ts';
import { webhookMessages } from '#db/schema/webhook.ts';

type WebhookMessageRow = typeof webhookMessages.$inferInsert;

/** Whether a provider's message took effect. */
export async function isWebhookKnown(
  transaction: Transaction,
  { provider, messageId }: Pick<WebhookMessageRow, 'provider' | 'messageId'>,
): Promise<boolean> {
  const [known] = await transaction
    .select({ messageId: webhookMessages.messageId })
    .from(webhookMessages)
    .where(and(eq(webhookMessages.provider, provider), eq(webhookMessages.messageId, messageId)));
  return known !== undefined;
}

/**
 * Claims a provider's message that was not known; one that is under way is waited for. The transaction fails, with a failure for
 * which `isWebhookTaken`, where it took effect meanwhile.
 */
export function claimWebhook(transaction: Transaction, message: WebhookMessageRow): void {
  enqueue(transaction, transaction.insert(webhookMessages).values(message));
}

/** Whether a transaction failed because its message took effect meanwhile. */
export function isDuplicateWebhook(error: unknown): boolean {
  return duplicateIn(error) === 'webhook_messages_provider_message_id_pk';
}
