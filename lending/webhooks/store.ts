import type { Transaction } from '#db/database.ts';
import { webhookMessages } from '#db/schema/webhook.ts';

/** Claims a provider's message that was not seen before, and says whether it was not; one under way is waited for. */
export async function claimWebhookMessage(
  transaction: Transaction,
  message: typeof webhookMessages.$inferInsert,
): Promise<boolean> {
  const claimed = await transaction
    .insert(webhookMessages)
    .values(message)
    .onConflictDoNothing()
    .returning({ messageId: webhookMessages.messageId });
  return claimed.length > 0;
}
