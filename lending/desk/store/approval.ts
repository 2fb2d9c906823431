import { and, asc, eq, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '#db/database.ts';
import { deskApprovals, deskPeople } from '#db/schema/desk.ts';

const decider = alias(deskPeople, 'decider');

/** Something that waits for a second person, with who asked and who decided. */
export type ApprovalRow = Awaited<ReturnType<typeof selectApprovals>>[number];

function selectApprovals(database: Queryable, condition: SQL | undefined, limit: number) {
  return database
    .select({
      id: deskApprovals.id,
      serialNumber: deskApprovals.serialNumber,
      call: deskApprovals.call,
      fields: deskApprovals.fields,
      orderNumber: deskApprovals.orderNumber,
      effect: deskApprovals.effect,
      reason: deskApprovals.reason,
      askedBy: deskApprovals.askedBy,
      askedByName: deskPeople.name,
      askedAt: deskApprovals.askedAt,
      state: deskApprovals.state,
      decidedBy: deskApprovals.decidedBy,
      decidedByName: decider.name,
      decidedAt: deskApprovals.decidedAt,
      decisionReason: deskApprovals.decisionReason,
    })
    .from(deskApprovals)
    .innerJoin(deskPeople, eq(deskPeople.id, deskApprovals.askedBy))
    .leftJoin(decider, eq(decider.id, deskApprovals.decidedBy))
    .where(condition)
    .orderBy(asc(deskApprovals.serialNumber))
    .limit(limit);
}

export async function findApproval(database: Queryable, id: string): Promise<ApprovalRow | undefined> {
  const [rows] = await selectApprovals(database, eq(deskApprovals.id, id), 1);
  return rows;
}

/** Whether it was kept; one of the same id was before. */
export async function insertApproval(
  transaction: Transaction,
  approval: typeof deskApprovals.$inferInsert,
): Promise<boolean> {
  const rows = await transaction
    .insert(deskApprovals)
    .values(approval)
    .onConflictDoNothing({ target: deskApprovals.id })
    .returning({ id: deskApprovals.id });
  return rows.length > 0;
}

/** Whether it waited until now; of two that decide at once one gets false. */
export async function decideApproval(
  transaction: Transaction,
  id: string,
  facts: Required<Pick<typeof deskApprovals.$inferInsert, 'state' | 'decidedBy' | 'decidedAt'>> &
    Pick<typeof deskApprovals.$inferInsert, 'decisionReason'>,
): Promise<boolean> {
  const decided = await transaction
    .update(deskApprovals)
    .set(facts)
    .where(and(eq(deskApprovals.id, id), eq(deskApprovals.state, 'waiting')))
    .returning({ id: deskApprovals.id });
  return decided.length > 0;
}
