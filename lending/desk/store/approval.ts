import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { isId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { deskApprovals, deskPeople } from '#db/schema/desk.ts';
import { products } from '#db/schema/product.ts';

const decider = alias(deskPeople, 'decider');

/** Something that waits for a second person, with who asked and who decided. */
export type ApprovalRow = Awaited<ReturnType<typeof selectApprovals>>[number];

function selectApprovals(database: Queryable, condition: SQL) {
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
    .orderBy(asc(deskApprovals.serialNumber));
}

/** Those that there are of some ids. */
export function findApprovals(database: Queryable, ids: readonly string[]): Promise<ApprovalRow[]> {
  return selectApprovals(database, isAnyOf(deskApprovals.id, ids));
}

/** The versions that some products have now, by their ids. */
export async function versionsNow(
  database: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await database
    .select({ productId: products.productId, version: products.version })
    .from(products)
    .where(inArray(products.productId, [...productIds]));
  return new Map(rows.map(({ productId, version }) => [productId, version]));
}

/** Those of some borrowers that are there and not erased. */
export async function borrowersThere(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database
    .select({ id: borrowers.id })
    .from(borrowers)
    .where(and(isAnyOf(borrowers.id, ids.filter(isId)), isNull(borrowers.erasedAt)));
  return new Set(rows.map(({ id }) => id));
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
