import { and, asc, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '#db/database.ts';
import { deskApprovals, deskBatches, deskBatchRows, deskPeople } from '#db/schema/desk.ts';

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
      approval: {
        id: deskApprovals.id,
        state: deskApprovals.state,
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

export function rowsOfBatch(database: Queryable, batchId: string) {
  return database
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
    .where(eq(deskBatchRows.batchId, batchId))
    .orderBy(asc(deskBatchRows.position));
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
