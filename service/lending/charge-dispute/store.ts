import { and, asc, eq, getTableColumns, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { columnsOf, firstRow } from '#db/rows.ts';
import { chargeDisputes } from '#db/schema/charge-dispute.ts';
import { complaints } from '#db/schema/complaint.ts';
import type { DisputeState } from '#domain/loan/charge-dispute.ts';
import { isInTimePage } from '../http/store.ts';
import { isRowWithId, loanBeside } from '../ledger/loans.ts';

/** A dispute with its loan, and the complaint it was escalated to or null. */
export type DisputeRecord = Awaited<ReturnType<typeof selectDisputes>>[number];

function selectDisputes(database: Queryable, condition: SQL | undefined) {
  const loan = loanBeside(database, chargeDisputes);
  return database
    .select({
      ...getTableColumns(chargeDisputes),
      orderNumber: loan.orderNumber,
      market: loan.market,
      currency: loan.currency,

      folio: complaints.folio,
    })
    .from(chargeDisputes)
    .innerJoinLateral(loan, sql`true`)
    .leftJoin(complaints, eq(complaints.id, chargeDisputes.complaintId))
    .where(condition);
}

export function listDisputes(
  database: Queryable,
  state: DisputeState,
  { after, limit }: { readonly after: readonly [string, string] | undefined; readonly limit: number },
): Promise<DisputeRecord[]> {
  const isAfter = isInTimePage(chargeDisputes.filedAt, chargeDisputes.id, { since: undefined, after });
  return selectDisputes(database, and(eq(chargeDisputes.state, state), isAfter))
    .orderBy(asc(chargeDisputes.filedAt), asc(chargeDisputes.id))
    .limit(limit);
}

export function findDispute(database: Queryable, disputeId: string) {
  return firstRow(selectDisputes(database, eq(chargeDisputes.id, disputeId)));
}

/** Links a dispute to its complaint; the caller holds the loan's lock. */
export function keepComplaintOf(
  transaction: Transaction,
  dispute: Pick<DisputeRecord, 'id' | 'borrowerId'>,
  complaintId: string,
): void {
  const isDispute = isRowWithId(chargeDisputes, dispute.id, dispute);
  enqueue(transaction, transaction.update(chargeDisputes).set({ complaintId }).where(isDispute));
}

/** Open disputes from before an instant without a complaint, oldest first, with the ids of their loans. */
export function unansweredDisputes(database: Queryable, before: Date, limit: number) {
  return database
    .select(columnsOf(chargeDisputes, 'id', 'loanId', 'borrowerId'))
    .from(chargeDisputes)
    .where(
      and(
        eq(chargeDisputes.state, 'open'),
        isNull(chargeDisputes.complaintId),
        lt(chargeDisputes.filedAt, before),
      ),
    )
    .orderBy(asc(chargeDisputes.filedAt))
    .limit(limit);
}
