import { and, asc, desc, eq, getTableColumns, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { columnsExcept, columnsOf, firstRow } from '#db/rows.ts';
import { refersTo } from '#db/schema/columns.ts';
import { complaints } from '#db/schema/complaint.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { keyOfEvent, loanPayments, paymentReferences, providerEvents } from '#db/schema/repayment.ts';
import type { ClaimState } from '#domain/repayment/payment-claim.ts';
import { isInTimePage } from '../http/store.ts';
import { isOfLoan, isRowOf, type LoanOf, loanBeside } from '../ledger/loans.ts';

/** A claim with its loan, the payment it was and the complaint it became, each null where there is none. */
export type ClaimRecord = Awaited<ReturnType<typeof selectClaims>>[number];

function selectClaims(database: Queryable, condition: SQL | undefined, whose?: string) {
  const loan = loanBeside(database, paymentClaims, whose);
  return database
    .select({
      ...columnsExcept(paymentClaims, 'providerEventId'),
      orderNumber: loan.orderNumber,
      market: loan.market,
      currency: loan.currency,
      ...columnsOf(loanPayments, 'provider', 'eventId'),
      /** When the payment that it was was taken back. */
      reversedAt: loanPayments.reversedAt,

      folio: complaints.folio,
    })
    .from(paymentClaims)
    .innerJoinLateral(loan, sql`true`)
    .leftJoin(loanPayments, refersTo(paymentClaims.providerEventId, loanPayments))
    .leftJoin(complaints, eq(complaints.id, paymentClaims.complaintId))
    .where(condition);
}

/** Most claims of a loan that are looked at; a borrower has a handful. */
const claimsOfLoanMax = 50;

/** A loan's claims, newest first. */
export function claimsOf(database: Queryable, loan: LoanOf): Promise<ClaimRecord[]> {
  return selectClaims(database, isOfLoan(paymentClaims, loan), loan.borrowerId)
    .orderBy(desc(paymentClaims.claimedAt), desc(paymentClaims.id))
    .limit(claimsOfLoanMax);
}

/** A page of all claims in a state, oldest first, from after a time and id on. */
export function listClaims(
  database: Queryable,
  state: ClaimState,
  { after, limit }: { readonly after: readonly [string, string] | undefined; readonly limit: number },
): Promise<ClaimRecord[]> {
  const isAfter = isInTimePage(paymentClaims.claimedAt, paymentClaims.id, { since: undefined, after });
  return selectClaims(database, and(eq(paymentClaims.state, state), isAfter))
    .orderBy(asc(paymentClaims.claimedAt), asc(paymentClaims.id))
    .limit(limit);
}

/** One claim. */
export function findClaim(database: Queryable, claimId: string): Promise<ClaimRecord | undefined> {
  return firstRow(selectClaims(database, eq(paymentClaims.id, claimId)));
}

/** Keeps a claim. */
export async function insertClaim(transaction: Transaction, claim: typeof paymentClaims.$inferInsert) {
  await transaction.insert(paymentClaims).values(claim);
}

/** Changes a claim; the caller holds the lock of its loan. */
export function updateClaim(
  transaction: Transaction,
  claim: Pick<ClaimRecord, 'id' | 'borrowerId'>,
  facts: Partial<
    Pick<
      typeof paymentClaims.$inferInsert,
      | 'state'
      | 'answeredAt'
      | 'answeredBy'
      | 'answer'
      | 'providerEventId'
      | 'complaintId'
      | 'trackingKey'
      | 'imageName'
    >
  >,
): void {
  const isClaim = isRowOf(paymentClaims, claim.id, claim);
  enqueue(transaction, transaction.update(paymentClaims).set(facts).where(isClaim));
}

/** The payments booked on a loan that no claim was found to be, newest first, each with the channel of its code. */
export function unclaimedPayments(transaction: Transaction, loan: LoanOf) {
  const claimed = transaction
    .select({ id: paymentClaims.id })
    .from(paymentClaims)
    .where(
      and(eq(paymentClaims.providerEventId, loanPayments.id), eq(paymentClaims.borrowerId, loan.borrowerId)),
    );
  const isItsCode = and(
    isOfLoan(paymentReferences, loan),
    eq(paymentReferences.code, loanPayments.reference),
  );
  return transaction
    .select({ ...getTableColumns(loanPayments), channelOfCode: paymentReferences.channelKind })
    .from(loanPayments)
    .leftJoin(paymentReferences, isItsCode)
    .where(and(isOfLoan(loanPayments, loan), eq(loanPayments.outcome, 'posted'), notExists(claimed)))
    .orderBy(desc(loanPayments.paidAt));
}

/** Whether a payment with this tracking key stands on a loan, or waits for one. */
export async function hasArrived(database: Queryable, loanId: string, trackingKey: string): Promise<boolean> {
  const [rows] = await database
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(isArrived(loanId, trackingKey))
    .limit(1);
  return rows !== undefined;
}

/** The same, as a condition of events that indexes answer. */
export function isArrived(loanId: string, trackingKey: string): SQL | undefined {
  const { outcome } = providerEvents;
  const hasKey = eq(keyOfEvent(providerEvents), trackingKey);
  // Written out, so that the database sees that the partial index serves.
  const isWaiting = sql`${outcome} = 'unmatched'`;
  return or(and(eq(providerEvents.loanId, loanId), eq(outcome, 'posted'), hasKey), and(isWaiting, hasKey));
}

/** The claims that have waited since before an instant and are no complaint yet, longest first; ids with their loans'. */
export function unansweredClaims(database: Queryable, before: Date, limit: number) {
  return database
    .select(columnsOf(paymentClaims, 'id', 'loanId', 'borrowerId'))
    .from(paymentClaims)
    .where(
      and(
        eq(paymentClaims.state, 'waiting'),
        isNull(paymentClaims.complaintId),
        lt(paymentClaims.claimedAt, before),
      ),
    )
    .orderBy(asc(paymentClaims.claimedAt))
    .limit(limit);
}
