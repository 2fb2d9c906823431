import { and, asc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import {
  type Database,
  enqueue,
  inTransaction,
  type Queryable,
  queryRows,
  type Transaction,
} from '#db/database.ts';
import { inputRows } from '#db/input-rows.ts';
import { firstRow, hasValues } from '#db/rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { type EventState, outboxEvents } from '#db/schema/event.ts';
import { loanNumbers } from '#db/schema/loan.ts';

export type EventRecord = typeof outboxEvents.$inferSelect;

export type NewEvent = Pick<EventRecord, 'id' | 'subjectId' | 'type' | 'version' | 'data' | 'occurredAt'>;

const atOnce = new Date(0);

const eventColumns = {
  id: 'uuid',
  subjectId: 'text',
  type: 'text',
  version: 'integer',
  data: 'jsonb',
  occurredAt: 'timestamptz',
};

/** Inserts events in their order; adds the lender's id of the borrower. */
export function insertEvents(transaction: Transaction, events: readonly NewEvent[]): void {
  if (events.length === 0) return;
  const lenderBorrowerId = sql`(select ${borrowers.lenderBorrowerId} from ${borrowers}
    where ${borrowers.id} = (event.data ->> 'borrowerId')::uuid)`;
  const data = sql`case when event.data ->> 'borrowerId' is not null
    then event.data || jsonb_build_object('lenderBorrowerId', ${lenderBorrowerId}) else event.data end`;
  enqueue(
    transaction,
    transaction.execute(sql`insert into outbox_events
        (id, subject_id, type, version, data, occurred_at, serial_number, state, attempt_count, attempt_at)
      select event.id, event."subjectId", event.type, event.version, ${data}, event."occurredAt",
        nextval('event_serial_numbers'), 'pending', 0, ${atOnce.toISOString()}::timestamptz
      from ${inputRows('event', eventColumns, events)}`),
  );
}

/**
 * Claims a due event that is the first of its subject until `leaseUntil`, and counts the attempt. Skips one that another process is
 * claiming.
 */
export async function claimDueEvent(
  database: Database,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
) {
  const due = sql`(select due.id from outbox_events due
    where due.state = 'pending' and due.attempt_at <= ${now.toISOString()}::timestamptz
      and not exists (select from outbox_events earlier where earlier.state = 'pending'
        and earlier.subject_id = due.subject_id and earlier.serial_number < due.serial_number)
    order by due.attempt_at, due.serial_number limit 1 for update of due skip locked)`;
  return firstRow(
    database
      .update(outboxEvents)
      .set({
        attemptAt: leaseUntil,
        lastAttemptAt: now,
        attemptCount: sql`${outboxEvents.attemptCount} + 1`,
      })
      .where(sql`${outboxEvents.id} = ${due}`)
      .returning(),
  );
}

export async function markDelivered(database: Database, { id }: EventRecord, now: Date): Promise<void> {
  await database
    .update(outboxEvents)
    .set({ state: 'delivered', deliveredAt: now, lastFailure: null })
    .where(and(eq(outboxEvents.id, id), eq(outboxEvents.state, 'pending')));
}

/**
 * Marks a failed attempt, unless its lease ended and another attempt began. Later events of the subject wait as long. @param attemptAt the
 * next attempt; null gives the event up.
 */
export async function markFailed(
  database: Database,
  { id, subjectId, serialNumber, attemptCount }: EventRecord,
  { failure, attemptAt }: { readonly failure: string; readonly attemptAt: Date | null },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const isOwn = hasValues(outboxEvents, { id, state: 'pending', attemptCount });
    const next = attemptAt === null ? { state: 'dead' as const } : { attemptAt };
    const marked = await transaction
      .update(outboxEvents)
      .set({ ...next, lastFailure: failure })
      .where(isOwn)
      .returning({ id: outboxEvents.id });
    if (marked.length === 0 || attemptAt === null) return;
    await transaction
      .update(outboxEvents)
      .set({ attemptAt })
      .where(
        and(
          hasValues(outboxEvents, { subjectId, state: 'pending' }),
          gt(outboxEvents.serialNumber, serialNumber),
          lt(outboxEvents.attemptAt, attemptAt),
        ),
      );
  });
}

export function listEvents(
  queryable: Queryable,
  condition: { readonly subjectId?: string; readonly isDead?: boolean },
  { above, limit }: { readonly above: number; readonly limit: number },
): Promise<EventRecord[]> {
  const isAsked: (SQL | undefined)[] = [
    condition.subjectId === undefined ? undefined : eq(outboxEvents.subjectId, condition.subjectId),
    condition.isDead ? sql`${outboxEvents.state} = 'dead'` : undefined,
  ];
  return queryable
    .select()
    .from(outboxEvents)
    .where(and(...isAsked, gt(outboxEvents.serialNumber, above)))
    .orderBy(asc(outboxEvents.serialNumber))
    .limit(limit);
}

export async function loanIdOf(queryable: Queryable, orderNumber: string): Promise<string | undefined> {
  const [loan] = await queryable
    .select({ id: loanNumbers.loanId })
    .from(loanNumbers)
    .where(eq(loanNumbers.orderNumber, orderNumber));
  return loan?.id;
}

/** Resends events, those that still wait at once. @returns how many exist, and how many are resent. */
export async function sendAgain(
  transaction: Transaction,
  ids: readonly string[],
): Promise<{ readonly knownCount: number; readonly againCount: number }> {
  const isNamed = inArray(outboxEvents.id, [...ids]);
  const events = await transaction
    .select({ id: outboxEvents.id, subjectId: outboxEvents.subjectId })
    .from(outboxEvents)
    .where(isNamed)
    .for('update');
  const again = await transaction
    .update(outboxEvents)
    .set({ state: 'pending', attemptCount: 0, attemptAt: atOnce, deliveredAt: null })
    .where(isNamed)
    .returning({ id: outboxEvents.id });
  // Later events of the same subjects waited as long.
  const subjects = [...new Set(events.map(({ subjectId }) => subjectId))];
  const isBehind = and(sql`${outboxEvents.state} = 'pending'`, inArray(outboxEvents.subjectId, subjects));
  await transaction.update(outboxEvents).set({ attemptAt: atOnce }).where(isBehind);
  return { knownCount: events.length, againCount: again.length };
}

/** Retries at once all events whose next attempt is later than `after`: the receiver is back. */
export async function bringForward(
  database: Database,
  { now, after }: { readonly now: Date; readonly after: Date },
): Promise<void> {
  await database
    .update(outboxEvents)
    .set({ attemptAt: now })
    .where(and(sql`${outboxEvents.state} = 'pending'`, gt(outboxEvents.attemptAt, after)));
}

/** As a literal, so that the planner sees which partial index serves. */
const stateIs = (state: EventState): SQL => sql`${outboxEvents.state} = ${sql.raw(`'${state}'`)}`;

/** When the oldest `pending` or `dead` event occurred; null for none. */
export async function oldestEventAt(queryable: Queryable, state: EventState): Promise<Date | null> {
  const [oldest] = await queryable
    .select({ occurredAt: outboxEvents.occurredAt })
    .from(outboxEvents)
    .where(stateIs(state))
    .orderBy(asc(outboxEvents.serialNumber))
    .limit(1);
  return oldest?.occurredAt ?? null;
}

/** A count stops here, since it is made often. */
const countedMax = 10_000;

export async function countBacklog(
  queryable: Queryable,
): Promise<{ readonly waitingCount: number; readonly deadCount: number }> {
  const count = (state: EventState) =>
    sql`(select count(*)::integer from (select 1 from ${outboxEvents} where ${stateIs(state)} limit ${countedMax}) as counted)`;
  const [counts] = await queryRows<{ waitingCount: number; deadCount: number }>(
    queryable,
    sql`select ${count('pending')} as "waitingCount", ${count('dead')} as "deadCount"`,
  );
  return { waitingCount: 0, deadCount: 0, ...counts };
}
