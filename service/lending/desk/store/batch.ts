import { and, asc, desc, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '#db/database.ts';
import { deskApprovals, deskBatches, deskBatchRows, deskPeople } from '#db/schema/desk.ts';
import type { BatchRest } from '#domain/matter/batch.ts';
import type { Currency } from '#domain/money/money.ts';

const receiver = alias(deskPeople, 'receiver');
const decider = alias(deskPeople, 'decider');

export async function findBatch(database: Queryable, id: string) {
  const [batch] = await database
    .select({
      id: deskBatches.id,
      act: deskBatches.act,
      reason: deskBatches.reason,
      personId: deskBatches.personId,
      personName: deskPeople.name,
      toPersonId: deskBatches.toPersonId,
      toName: receiver.name,
      previewedAt: deskBatches.previewedAt,
      sentAt: deskBatches.sentAt,
      currency: deskBatches.currency,
      sumMinor: deskBatches.sumMinor,
      rest: deskBatches.rest,
      approval: {
        id: deskApprovals.id,
        state: deskApprovals.state,
        decidedBy: deskApprovals.decidedBy,
        decidedByName: decider.name,
        decidedAt: deskApprovals.decidedAt,
        decisionReason: deskApprovals.decisionReason,
      },
    })
    .from(deskBatches)
    .innerJoin(deskPeople, eq(deskPeople.id, deskBatches.personId))
    .leftJoin(receiver, eq(receiver.id, deskBatches.toPersonId))
    .leftJoin(deskApprovals, eq(deskApprovals.id, deskBatches.id))
    .leftJoin(decider, eq(decider.id, deskApprovals.decidedBy))
    .where(eq(deskBatches.id, id));
  if (!batch) return undefined;
  const { id: approvalId, state, ...decided } = batch.approval;
  const isForTwo = approvalId !== null && state !== null;
  return { ...batch, approval: isForTwo ? { ...decided, id: approvalId, state } : null };
}

/** Rows of a batch in their order: those after a position, those that are ready, or the `first` ones of each outcome. */
export function rowsOfBatch(
  database: Queryable,
  batchId: string,
  {
    after,
    isReady = false,
    first,
    limit,
  }: {
    readonly after?: string | undefined;
    readonly isReady?: boolean;
    readonly first?: number;
    readonly limit?: number;
  },
) {
  const query = database
    .select({
      position: deskBatchRows.position,
      kind: deskBatchRows.kind,
      matterId: deskBatchRows.matterId,
      name: deskBatchRows.name,
      amountMinor: deskBatchRows.amountMinor,
      seen: deskBatchRows.seen,
      fields: deskBatchRows.fields,
      effect: deskBatchRows.effect,
      outcome: deskBatchRows.outcome,
      why: deskBatchRows.why,
    })
    .from(deskBatchRows)
    .where(
      and(
        eq(deskBatchRows.batchId, batchId),
        after === undefined ? undefined : gt(deskBatchRows.position, Number(after)),
        isReady ? eq(deskBatchRows.outcome, 'ready') : undefined,
        first === undefined
          ? undefined
          : sql`${deskBatchRows.position} in (select position from (select position, row_number() over (partition by outcome order by position) as place
              from ${deskBatchRows} where batch_id = ${batchId}) placed where place <= ${first})`,
      ),
    )
    .orderBy(asc(deskBatchRows.position));
  return limit === undefined ? query : query.limit(limit);
}

/** Those of some loans to which a ready row of a batch assigns a payment. */
export async function loansInBatch(
  database: Queryable,
  batchId: string,
  orderNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderNumbers.length === 0) return new Set();
  const orderNumber = sql<string>`${deskBatchRows.fields} ->> 'orderNumber'`;
  const found = await database
    .select({ orderNumber })
    .from(deskBatchRows)
    .where(
      and(
        eq(deskBatchRows.batchId, batchId),
        eq(deskBatchRows.outcome, 'ready'),
        inArray(orderNumber, [...orderNumbers]),
      ),
    );
  return new Set(found.map((row) => row.orderNumber));
}

/** Rows by outcome and reason, most frequent first. */
export function countBatchRows(database: Queryable, batchId: string) {
  const { outcome, why } = deskBatchRows;
  const found = sql<number>`count(*)::integer`;
  return database
    .select({ outcome, why, count: found })
    .from(deskBatchRows)
    .where(eq(deskBatchRows.batchId, batchId))
    .groupBy(outcome, why)
    .orderBy(desc(found), asc(why));
}

/** Stores a previewed batch once per id. */
export async function insertBatch(
  transaction: Transaction,
  batch: typeof deskBatches.$inferInsert,
  rows: readonly Omit<typeof deskBatchRows.$inferInsert, 'batchId'>[],
): Promise<void> {
  const kept = await transaction
    .insert(deskBatches)
    .values(batch)
    .onConflictDoNothing({ target: deskBatches.id })
    .returning({ id: deskBatches.id });
  if (kept.length === 0 || rows.length === 0) return;
  await transaction.insert(deskBatchRows).values(rows.map((row) => ({ ...row, batchId: batch.id })));
}

/** Appends rows to an unsent batch whose list stands at `from`; rows that it has are left out. */
export async function appendRows(
  transaction: Transaction,
  { id, from, rest }: { readonly id: string; readonly from: BatchRest; readonly rest: BatchRest | null },
  rows: readonly Omit<typeof deskBatchRows.$inferInsert, 'batchId' | 'position'>[],
  currency: Currency | null,
): Promise<void> {
  const isThere = sql`${deskBatches.rest} = ${JSON.stringify(from)}::jsonb`;
  const moved = await transaction
    .update(deskBatches)
    .set({ rest, currency: sql`coalesce(${deskBatches.currency}, ${currency})` })
    .where(and(eq(deskBatches.id, id), isThere, isNull(deskBatches.sentAt)))
    .returning({ id: deskBatches.id });
  if (moved.length === 0 || rows.length === 0) return;
  const [last] = await transaction
    .select({ position: max(deskBatchRows.position) })
    .from(deskBatchRows)
    .where(eq(deskBatchRows.batchId, id));
  const first = (last?.position ?? -1) + 1;
  await transaction
    .insert(deskBatchRows)
    .values(rows.map((row, index) => ({ ...row, batchId: id, position: first + index })))
    .onConflictDoNothing();
  await sumAnew(transaction, id);
}

/** Sets the sum of a batch to that of its ready rows. */
async function sumAnew(transaction: Transaction, id: string): Promise<void> {
  const sumMinor = sql`(select coalesce(sum(amount_minor), 0) from ${deskBatchRows} where batch_id = ${id} and outcome = 'ready')`;
  await transaction.update(deskBatches).set({ sumMinor }).where(eq(deskBatches.id, id));
}

/** Marks ready rows of a batch as left out. */
export async function leaveOutRows(
  transaction: Transaction,
  { id, sentAt }: { readonly id: string; readonly sentAt: Date | null },
  matterIds: readonly string[],
): Promise<void> {
  await transaction
    .update(deskBatchRows)
    .set({ outcome: sentAt === null ? 'cannot' : 'dropped', why: 'left-out' })
    .where(
      and(
        eq(deskBatchRows.batchId, id),
        eq(deskBatchRows.outcome, 'ready'),
        inArray(deskBatchRows.matterId, [...matterIds]),
      ),
    );
  if (sentAt === null) await sumAnew(transaction, id);
}

/** Marks a batch as sent. @returns false if it was sent before. */
export async function markSent(
  transaction: Transaction,
  id: string,
  { reason, sentAt }: { readonly reason: string; readonly sentAt: Date },
): Promise<boolean> {
  const marked = await transaction
    .update(deskBatches)
    .set({ reason, sentAt })
    .where(and(eq(deskBatches.id, id), isNull(deskBatches.sentAt)))
    .returning({ id: deskBatches.id });
  return marked.length > 0;
}

/** Stores the result of an item unless it has one. @returns whether it had none. */
export async function settleRow(
  transaction: Transaction,
  { batchId, position }: { readonly batchId: string; readonly position: number },
  settled: Pick<typeof deskBatchRows.$inferInsert, 'outcome' | 'why' | 'doneAt'>,
): Promise<boolean> {
  const rows = await transaction
    .update(deskBatchRows)
    .set(settled)
    .where(
      and(
        eq(deskBatchRows.batchId, batchId),
        eq(deskBatchRows.position, position),
        eq(deskBatchRows.outcome, 'ready'),
      ),
    )
    .returning({ position: deskBatchRows.position });
  return rows.length > 0;
}
