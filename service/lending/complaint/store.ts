import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { columnsExcept, columnsOf, firstRow, hasRows, hasValues } from '#db/rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { complaintImages, complaints } from '#db/schema/complaint.ts';
import { deskDrafts } from '#db/schema/desk.ts';
import { loanNumbers, loans } from '#db/schema/loan.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { products } from '#db/schema/product.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import type { ComplaintState } from '#domain/complaint/complaint.ts';
import type { Score } from '#domain/loan/rating.ts';
import type { Market } from '#domain/market.ts';

export type ComplaintRecord = Awaited<ReturnType<typeof selectComplaints>>[number];

export type NewComplaint = Pick<
  typeof complaints.$inferInsert,
  | 'id'
  | 'serialNumber'
  | 'folio'
  | 'borrowerId'
  | 'loanId'
  | 'typeId'
  | 'subtypeId'
  | 'content'
  | 'submissionHash'
  | 'filedAt'
  | 'dueAt'
>;

export type ComplaintGroup = 'open' | 'handled';

// As literals, so that the planner sees which partial index serves.
const groupConditions: Readonly<Record<ComplaintGroup, SQL>> = {
  open: sql`${complaints.state} in ('received', 'in-review')`,
  handled: sql`${complaints.state} in ('answered', 'closed')`,
};

export async function nextSerialNumber(transaction: Transaction): Promise<number> {
  const [row] = await queryRows<{ serial: string }>(
    transaction,
    sql`select nextval('complaint_serial_numbers')::text as serial`,
  );
  return Number(row?.serial);
}

/** Inserts a complaint unless the same one is open. @returns whether it did. */
export function insertComplaint(transaction: Transaction, complaint: NewComplaint): Promise<boolean> {
  return hasRows(
    transaction
      .insert(complaints)
      .values({ ...complaint, state: 'received' })
      .onConflictDoNothing({
        target: [complaints.borrowerId, complaints.submissionHash],
        where: groupConditions.open,
      })
      .returning({ id: complaints.id }),
  );
}

export function findSameComplaint(database: Queryable, borrowerId: string, submissionHash: string) {
  return firstRow(
    database
      .select(columnsOf(complaints, 'id', 'folio', 'filedAt', 'dueAt'))
      .from(complaints)
      .where(and(hasValues(complaints, { borrowerId, submissionHash }), groupConditions.open)),
  );
}

export function listComplaintsOf(
  database: Queryable,
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

export interface ComplaintsOf {
  readonly market?: Market | undefined;
  readonly filedFrom?: string | undefined;
  readonly filedBefore?: string | undefined;
}

export function listComplaintsIn(
  database: Queryable,
  state: ComplaintState | null,
  { above, limit }: { readonly above: number; readonly limit: number },
  { market, filedFrom, filedBefore }: ComplaintsOf = {},
): Promise<ComplaintRecord[]> {
  const isAsked = and(
    state === null ? undefined : eq(complaints.state, state),
    filedFrom === undefined ? undefined : gte(complaints.filedAt, new Date(filedFrom)),
    filedBefore === undefined ? undefined : lt(complaints.filedAt, new Date(filedBefore)),
    market === undefined
      ? undefined
      : inArray(
          complaints.borrowerId,
          database.select({ id: borrowers.id }).from(borrowers).where(eq(borrowers.market, market)),
        ),
  );
  return selectComplaints(database, and(isAsked, gt(complaints.serialNumber, above)), {
    order: asc(complaints.serialNumber),
    limit,
  });
}

/** A borrower's own complaint; another's is as if it did not exist (SESS-4). */
export async function findComplaintOf(database: Queryable, borrowerId: string, complaintId: string) {
  if (!isId(complaintId)) return undefined;
  return firstRow(
    selectComplaints(database, and(eq(complaints.id, complaintId), eq(complaints.borrowerId, borrowerId)), {
      order: asc(complaints.id),
      limit: 1,
    }),
  );
}

/** Adds a text to a complaint unless it has it already. */
export async function addToContent(
  transaction: Transaction,
  { id, content }: Pick<ComplaintRecord, 'id' | 'content'>,
  added: string,
): Promise<void> {
  if (content.split(contentSeparator).includes(added)) return;
  await transaction
    .update(complaints)
    .set({ content: `${content}${contentSeparator}${added}` })
    .where(eq(complaints.id, id));
}

const contentSeparator = '\n\n';

export function findComplaintByFolio(database: Queryable, folio: string) {
  return firstRow(
    selectComplaints(database, eq(complaints.folio, folio), {
      order: asc(complaints.id),
      limit: 1,
    }),
  );
}

/** Locks a complaint until the transaction ends; undefined when there is none. */
export async function lockComplaint(transaction: Transaction, folio: string) {
  const isIt = eq(complaints.folio, folio);
  await transaction.select({ id: complaints.id }).from(complaints).where(isIt).for('update');
  return firstRow(selectComplaints(transaction, isIt, { order: asc(complaints.id), limit: 1 }));
}

export async function updateComplaint(
  transaction: Transaction,
  complaintId: string,
  facts: Partial<
    Pick<
      typeof complaints.$inferSelect,
      'state' | 'reviewedAt' | 'answeredAt' | 'closedAt' | 'reply' | 'interimAnswers' | 'dueAt' | 'extendedAt'
    >
  >,
): Promise<void> {
  await transaction.update(complaints).set(facts).where(eq(complaints.id, complaintId));
}

/** Stores the first rating of a complaint. @returns false for a later one, which changes nothing. */
export function insertComplaintRating(
  transaction: Transaction,
  complaintId: string,
  score: Score,
  now: Date,
) {
  return hasRows(
    transaction
      .update(complaints)
      .set({ score, ratedAt: now })
      .where(and(eq(complaints.id, complaintId), isNull(complaints.score)))
      .returning({ id: complaints.id }),
  );
}

export function loansOf(database: Queryable, borrowerId: string, limit: number) {
  return database
    .select({
      loanId: loans.id,
      ...columnsOf(loans, 'orderNumber', 'market', 'status', 'principalMinor', 'appliedAt'),
      productName: products.name,
      productLogo: products.logo,
    })
    .from(loans)
    .innerJoin(products, eq(products.productId, loans.productId))
    .where(eq(loans.borrowerId, borrowerId))
    .orderBy(desc(loans.serialNumber))
    .limit(limit);
}

function selectComplaints(
  database: Queryable,
  condition: SQL | undefined,
  { order, limit }: { readonly order: SQL; readonly limit: number },
) {
  return database
    .select({
      ...columnsExcept(complaints, 'loanId', 'submissionHash', 'ratedAt'),
      orderNumber: loanNumbers.orderNumber,
      market: borrowers.market,
      language: borrowers.language,
    })
    .from(complaints)
    .innerJoin(borrowers, eq(borrowers.id, complaints.borrowerId))
    .leftJoin(loanNumbers, eq(loanNumbers.loanId, complaints.loanId))
    .where(condition)
    .orderBy(order)
    .limit(limit);
}

export interface ImageOwner {
  readonly borrowerId: string;
  readonly sentBy: 'borrower' | 'host';
}

function isLooseOf({ borrowerId, sentBy }: ImageOwner) {
  return and(isNull(complaintImages.complaintId), hasValues(complaintImages, { borrowerId, sentBy }));
}

export async function insertImage(
  database: Queryable,
  name: string,
  { borrowerId, sentBy }: ImageOwner,
  uploadedAt: Date,
): Promise<void> {
  await database.insert(complaintImages).values({ name, borrowerId, sentBy, uploadedAt });
}

export async function countUnattachedImages(database: Queryable, owner: ImageOwner): Promise<number> {
  return database.$count(complaintImages, isLooseOf(owner));
}

export async function unattachedImagesOf(
  database: Queryable,
  names: readonly string[],
  owner: ImageOwner,
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await database
    .select({ name: complaintImages.name })
    .from(complaintImages)
    .where(and(inArray(complaintImages.name, [...names]), isLooseOf(owner)));
  return names.filter((name) => rows.some((row) => row.name === name));
}

/** Attaches images to a complaint in the order of their names. @returns whether all were the owner's and unattached. */
export async function takeUpImages(
  transaction: Transaction,
  names: readonly string[],
  owner: ImageOwner,
  complaintId: string,
  firstPosition = 0,
): Promise<boolean> {
  for (const [index, name] of names.entries()) {
    const taken = await transaction
      .update(complaintImages)
      .set({ complaintId, position: firstPosition + index })
      .where(and(eq(complaintImages.name, name), isLooseOf(owner)))
      .returning({ name: complaintImages.name });
    if (taken.length === 0) return false;
  }
  return true;
}

export function imageCountOf(transaction: Transaction, complaintId: string): Promise<number> {
  return transaction.$count(complaintImages, eq(complaintImages.complaintId, complaintId));
}

export function imagesOfComplaints(database: Queryable, complaintIds: readonly string[]) {
  return database
    .select(columnsOf(complaintImages, 'name', 'complaintId', 'sentBy'))
    .from(complaintImages)
    .where(inArray(complaintImages.complaintId, [...complaintIds]))
    .orderBy(asc(complaintImages.position));
}

export async function isUnattachedImage(database: Queryable, borrowerId: string, name: string) {
  const isIt = eq(complaintImages.name, name);
  return (
    (await database.$count(complaintImages, and(isIt, isLooseOf({ borrowerId, sentBy: 'borrower' })))) > 0
  );
}

/** Whether an image that staff uploaded for a borrower is unattached: the proof of a payment. */
export async function isProofOf(database: Queryable, borrowerId: string, name: string): Promise<boolean> {
  const isIt = eq(complaintImages.name, name);
  return (await database.$count(complaintImages, and(isIt, isLooseOf({ borrowerId, sentBy: 'host' })))) > 0;
}

export async function isImageOf(database: Queryable, borrowerId: string, name: string): Promise<boolean> {
  const isTheirs = and(eq(complaintImages.name, name), eq(complaintImages.borrowerId, borrowerId));
  return (await database.$count(complaintImages, isTheirs)) > 0;
}

/** Deletes images from before an instant that are unattached, in no draft and no proof of a payment. @returns their names. */
export async function forgetUnattachedImages(database: Database, before: Date): Promise<string[]> {
  const isLoose = and(
    isNull(complaintImages.complaintId),
    lt(complaintImages.uploadedAt, before),
    sql`not exists (select from ${deskDrafts} where ${complaintImages.name} = any(${deskDrafts.images}))`,
  );
  const loose = await database.select({ name: complaintImages.name }).from(complaintImages).where(isLoose);
  if (loose.length === 0) return [];
  const names = loose.map(({ name }) => name);
  const claims = await database
    .select({ name: paymentClaims.imageName })
    .from(paymentClaims)
    .where(inArray(paymentClaims.imageName, names));
  const proofs = await database
    .select({ name: providerEvents.proofName })
    .from(providerEvents)
    .where(and(inArray(providerEvents.proofName, names), isNotNull(providerEvents.proofName)));
  const claimed = new Set([...claims, ...proofs].map(({ name }) => name));
  const unclaimed = names.filter((name) => !claimed.has(name));
  if (unclaimed.length === 0) return [];
  // In a transaction, so that it is retried when a complaint takes an image at once and two machines lock them in different orders.
  const gone = await inTransaction(database, (transaction) =>
    transaction
      .delete(complaintImages)
      .where(and(inArray(complaintImages.name, unclaimed), isNull(complaintImages.complaintId)))
      .returning({ name: complaintImages.name }),
  );
  return gone.map(({ name }) => name);
}

export async function knownNames(database: Queryable, names: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .select({ name: complaintImages.name })
    .from(complaintImages)
    .where(inArray(complaintImages.name, [...names]));
  return new Set(rows.map(({ name }) => name));
}
