import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { outboxEvents } from '#db/schema/event.ts';

/** An event that is sent as soon as it can be. */
export type NewEvent = Pick<
  typeof outboxEvents.$inferInsert,
  'id' | 'subjectId' | 'type' | 'version' | 'data' | 'occurredAt'
>;

const atOnce = new Date(0);

/** Keeps events to be sent, in their order. */
export async function insertEvents(transaction: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await transaction.insert(outboxEvents).values(
    events.map((event) => ({
      ...event,
      serialNumber: sql`nextval('event_serial_numbers')`,
      ...{ state: 'pending' as const, attemptCount: 0, attemptAt: atOnce },
    })),
  );
}
