import { enqueue, type Transaction } from '#db/database.ts';
import { duplicateIn } from '#db/failure.ts';
import { webhookMessages } from '#db/schema/webhook.ts';

type WebhookMessageRow = typeof webhookMessages.$inferInsert;

/**
 * Claims a provider's message; one that is under way is waited for. The transaction fails, with a failure for which
 * `isDuplicateWebhook`, where the message took effect before.
 */
export function claimWebhook(transaction: Transaction, message: WebhookMessageRow): void {
  enqueue(transaction, transaction.insert(webhookMessages).values(message));
}

/** Whether a transaction failed because its message took effect before. */
export function isDuplicateWebhook(error: unknown): boolean {
  return duplicateIn(error) === 'webhook_messages_provider_message_id_pk';
}
