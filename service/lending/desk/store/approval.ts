import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MaskedBorrower } from '#contract/desk-correction.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { isId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { deskApprovals, deskPeople } from '#db/schema/desk.ts';
import { loanNumbers } from '#db/schema/loan.ts';
import { products } from '#db/schema/product.ts';
import { maskedName } from '#domain/desk/mask.ts';

const decider = alias(deskPeople, 'decider');

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

export function findApprovals(database: Queryable, ids: readonly string[]): Promise<ApprovalRow[]> {
  return selectApprovals(database, isAnyOf(deskApprovals.id, ids));
}

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

export async function namesOfBorrowers(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ id: borrowers.id, name: borrowers.name })
    .from(borrowers)
    .where(and(isAnyOf(borrowers.id, ids.filter(isId)), isNull(borrowers.erasedAt)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Borrowers of loans with masked names, by order number. */
export async function borrowersOfLoans(
  database: Queryable,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, MaskedBorrower>> {
  if (orderNumbers.length === 0) return new Map();
  const rows = await database
    .select({ orderNumber: loanNumbers.orderNumber, borrowerId: borrowers.id, name: borrowers.name })
    .from(loanNumbers)
    .innerJoin(borrowers, eq(borrowers.id, loanNumbers.borrowerId))
    .where(inArray(loanNumbers.orderNumber, [...new Set(orderNumbers)]));
  return new Map(
    rows.map(({ orderNumber, borrowerId, name }) => [orderNumber, { borrowerId, name: maskedName(name) }]),
  );
}

/** @returns false if a request with this id exists. */
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

/** @returns false if it is decided; of two concurrent decisions one gets false. */
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
