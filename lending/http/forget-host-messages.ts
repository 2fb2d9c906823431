import { lt } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { hostMessages } from '#db/schema/host.ts';

/** How long a message is remembered: far longer than its signature is valid and than senders try again. */
const memoryMs = 30 * 24 * 60 * 60 * 1000;

/** Removes the answers of messages that can no longer be replayed. */
export async function forgetOldMessages(database: Database, now: Date): Promise<void> {
  await database.delete(hostMessages).where(lt(hostMessages.receivedAt, new Date(now.getTime() - memoryMs)));
}
