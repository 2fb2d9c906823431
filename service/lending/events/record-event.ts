import { eventTypes, type LenderEvent } from '#contract/events.ts';
import type { Transaction } from '#db/database.ts';
import type { Random } from '../ports.ts';
import { insertEvents } from './store.ts';

export type RecordedEvent = LenderEvent & { readonly subjectId: string };

export interface EventContext {
  readonly now: Date;
  readonly random: Pick<Random, 'id'>;
}

/**
 * Records an event in the transaction of what happened: it is sent if and only if that is committed, after all earlier events of its
 * subject. The caller holds the lock of the event's loan, which orders the loan's events.
 */
export function recordEvent(transaction: Transaction, event: RecordedEvent, context: EventContext): void {
  recordEvents(transaction, [event], context);
}

export function recordEvents(
  transaction: Transaction,
  events: readonly RecordedEvent[],
  { now, random }: EventContext,
): void {
  insertEvents(
    transaction,
    events.map(({ type, subjectId, data }) => ({
      id: random.id(),
      subjectId,
      type,
      version: eventTypes[type].version,
      occurredAt: now,
      data: { ...data },
    })),
  );
}
