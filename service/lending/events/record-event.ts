import { eventTypes, type LenderEvent } from '#contract/events.ts';
import type { Transaction } from '#db/database.ts';
import type { Random } from '../ports.ts';
import { insertEvents } from './store.ts';

/** An event, and what it is about: a loan's id, or else that of what it tells. */
export type RecordedEvent = LenderEvent & { readonly subjectId: string };

/** The time loans live in, and where ids come from. */
export interface EventContext {
  readonly now: Date;
  readonly random: Pick<Random, 'id'>;
}

/**
 * Records what the lender is to be told, in the transaction of what happened: it is sent if and only if that is
 * committed, after every earlier event of the same subject. The caller holds the lock of a loan whose event it records, which is
 * what gives a loan's events their order.
 */
export function recordEvent(transaction: Transaction, event: RecordedEvent, context: EventContext): void {
  recordEvents(transaction, [event], context);
}

/** Records several events at once, in their order. */
export function recordEvents(
  transaction: Transaction,
  events: readonly RecordedEvent[],
  { now, random }: EventContext,
): void {
  insertEvents(
    transaction,
    events.map(({ type, subjectId, data }) => ({
      ...{ id: random.id(), subjectId, type, version: eventTypes[type].version, occurredAt: now },
      data: { ...data },
    })),
  );
}
