import { and, asc, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { complaints } from '#db/schema/complaint.ts';
import { loans } from '#db/schema/loan.ts';
import { products } from '#db/schema/product.ts';
import type { ComplaintState } from '#domain/complaint/complaint.ts';
import type { Score } from '#domain/loan/rating.ts';

/** A complaint with the number of the order it is about, null for none. */
export type ComplaintRecord = Awaited<ReturnType<typeof selectComplaints>>[number];

/** What a new complaint is made of. */
export type NewComplaint = Pick<
  typeof complaints.$inferInsert,
  'borrowerId' | 'loanId' | 'typeId' | 'subtypeId' | 'content' | 'submissionHash' | 'filedAt'
>;

/** Complaints that wait for an answer, or those that have one. */
export type ComplaintGroup = 'open' | 'handled';

// Written out, so that the database sees which partial index serves.
const groupConditions: Readonly<Record<ComplaintGroup, SQL>> = {
  open: sql`${complaints.state} in ('received', 'in-review')`,
  handled: sql`${complaints.state} in ('answered', 'closed')`,
};

/** The number of the next complaint; one that is not used leaves a gap. */
export async function nextSerialNumber(database: Database): Promise<number> {
  const [row] = await queryRows<{ serial: string }>(
    database,
    sql`select nextval('complaint_serial_numbers')::text as serial`,
  );
  return Number(row?.serial);
}

/** Files a complaint and gives its id; undefined when the same one waits for its answer already. */
export async function insertComplaint(
  tx: Database,
  complaint: NewComplaint,
  { serialNumber, folio }: { readonly serialNumber: number; readonly folio: string },
): Promise<string | undefined> {
  const [row] = await tx
    .insert(complaints)
    .values({ ...complaint, serialNumber, folio, state: 'received' })
    .onConflictDoNothing({
      target: [complaints.borrowerId, complaints.submissionHash],
      where: groupConditions.open,
    })
    .returning({ id: complaints.id });
  return row?.id;
}

/** The id and folio of the same complaint where it waits for its answer. */
export async function findSameComplaint(
  database: Database,
  borrowerId: string,
  submissionHash: string,
): Promise<{ id: string; folio: string } | undefined> {
  const [row] = await database
    .select({ id: complaints.id, folio: complaints.folio })
    .from(complaints)
    .where(
      and(
        eq(complaints.borrowerId, borrowerId),
        eq(complaints.submissionHash, submissionHash),
        groupConditions.open,
      ),
    );
  return row;
}

/** A page of a borrower's complaints, newest first, from below a serial number on. */
export function listComplaintsOf(
  database: Database,
  borrowerId: string,
  group: ComplaintGroup,
  { below, limit }: { readonly below: number | null; readonly limit: number },
): Promise<ComplaintRecord[]> {
  const isBelow = below === null ? undefined : lt(complaints.serialNumber, below);
  return selectComplaints(
    database,
    and(eq(complaints.borrowerId, borrowerId), groupConditions[group], isBelow),
    { order: desc(complaints.serialNumber), limit },
  );
}

/** A page of all complaints in a state, oldest first, from above a serial number on. */
export function listComplaintsIn(
  database: Database,
  state: ComplaintState,
  { above, limit }: { readonly above: number; readonly limit: number },
): Promise<ComplaintRecord[]> {
  return selectComplaints(database, and(eq(complaints.state, state), gt(complaints.serialNumber, above)), {
    order: asc(complaints.serialNumber),
    limit,
  });
}

/** A borrower's own complaint; another's is as if it did not exist (SESS-4). */
export async function findComplaintOf(
  database: Database,
  borrowerId: string,
  complaintId: string,
): Promise<ComplaintRecord | undefined> {
  if (!isId(complaintId)) return undefined;
  const [complaint] = await selectComplaints(
    database,
    and(eq(complaints.id, complaintId), eq(complaints.borrowerId, borrowerId)),
    { order: asc(complaints.id), limit: 1 },
  );
  return complaint;
}

/** Locks a complaint until the transaction ends and gives it as it then is; undefined when there is none. */
export async function lockComplaint(tx: Database, folio: string): Promise<ComplaintRecord | undefined> {
  const isIt = eq(complaints.folio, folio);
  await tx.select({ id: complaints.id }).from(complaints).where(isIt).for('update');
  const [complaint] = await selectComplaints(tx, isIt, { order: asc(complaints.id), limit: 1 });
  return complaint;
}

/** Moves a complaint on, with what belongs to its new state. */
export async function updateComplaint(
  tx: Database,
  complaintId: string,
  facts: Partial<
    Pick<typeof complaints.$inferSelect, 'state' | 'reviewedAt' | 'answeredAt' | 'closedAt' | 'reply'>
  >,
): Promise<void> {
  await tx.update(complaints).set(facts).where(eq(complaints.id, complaintId));
}

/** Keeps the first rating of a complaint's answer; a later one changes nothing. */
export async function insertComplaintRating(
  database: Database,
  complaintId: string,
  score: Score,
  now: Date,
): Promise<void> {
  await database
    .update(complaints)
    .set({ score, ratedAt: now })
    .where(and(eq(complaints.id, complaintId), isNull(complaints.score)));
}

/** The orders a borrower's complaint can be about, newest first. */
export function ordersOf(database: Database, borrowerId: string, limit: number) {
  return database
    .select({
      loanId: loans.id,
      orderNumber: loans.orderNumber,
      productName: products.name,
      productLogo: products.logo,
      market: loans.market,
      status: loans.status,
      principalMinor: loans.principalMinor,
      appliedAt: loans.appliedAt,
    })
    .from(loans)
    .innerJoin(products, eq(products.productId, loans.productId))
    .where(eq(loans.borrowerId, borrowerId))
    .orderBy(desc(loans.serialNumber))
    .limit(limit);
}

function selectComplaints(
  database: Database,
  condition: SQL | undefined,
  { order, limit }: { readonly order: SQL; readonly limit: number },
) {
  return database
    .select({
      id: complaints.id,
      serialNumber: complaints.serialNumber,
      folio: complaints.folio,
      borrowerId: complaints.borrowerId,
      orderNumber: loans.orderNumber,
      typeId: complaints.typeId,
      subtypeId: complaints.subtypeId,
      content: complaints.content,
      state: complaints.state,
      filedAt: complaints.filedAt,
      reviewedAt: complaints.reviewedAt,
      answeredAt: complaints.answeredAt,
      closedAt: complaints.closedAt,
      reply: complaints.reply,
      score: complaints.score,
    })
    .from(complaints)
    .leftJoin(loans, eq(loans.id, complaints.loanId))
    .where(condition)
    .orderBy(order)
    .limit(limit);
}
