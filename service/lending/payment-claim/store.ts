import { and, asc, desc, eq, getTableColumns, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { columnsExcept, columnsOf, firstRow } from '#db/rows.ts';
import { refersTo } from '#db/schema/columns.ts';
import { complaints } from '#db/schema/complaint.ts';
import { paymentClaims } from '#db/schema/payment-claim.ts';
import { keyOfEvent, loanPayments, paymentReferences, providerEvents } from '#db/schema/repayment.ts';
import type { ClaimState } from '#domain/repayment/payment-claim.ts';
import { isInTimePage } from '../http/store.ts';
import { belongsToLoan, isRowWithId, type LoanOf, loanBeside } from '../ledger/loans.ts';

/** A claim with its loan, its matched payment and its complaint, each null where there is none. */
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
      reversedAt: loanPayments.reversedAt,

      folio: complaints.folio,
    })
    .from(paymentClaims)
    .innerJoinLateral(loan, sql`true`)
    .leftJoin(loanPayments, refersTo(paymentClaims.providerEventId, loanPayments))
    .leftJoin(complaints, eq(complaints.id, paymentClaims.complaintId))
    .where(condition);
}

const claimsOfLoanMax = 50;

export function claimsOf(database: Queryable, loan: LoanOf): Promise<ClaimRecord[]> {
  return selectClaims(database, belongsToLoan(paymentClaims, loan), loan.borrowerId)
    .orderBy(desc(paymentClaims.claimedAt), desc(paymentClaims.id))
    .limit(claimsOfLoanMax);
}

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

export function findClaim(database: Queryable, claimId: string): Promise<ClaimRecord | undefined> {
  return firstRow(selectClaims(database, eq(paymentClaims.id, claimId)));
}

export async function insertClaim(transaction: Transaction, claim: typeof paymentClaims.$inferInsert) {
  await transaction.insert(paymentClaims).values(claim);
}

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
  const isClaim = isRowWithId(paymentClaims, claim.id, claim);
  enqueue(transaction, transaction.update(paymentClaims).set(facts).where(isClaim));
}

/** Payments of a loan that match no claim, newest first, each with the channel of its code. */
export function unclaimedPayments(transaction: Transaction, loan: LoanOf) {
  const claimed = transaction
    .select({ id: paymentClaims.id })
    .from(paymentClaims)
    .where(
      and(eq(paymentClaims.providerEventId, loanPayments.id), eq(paymentClaims.borrowerId, loan.borrowerId)),
    );
  const isItsCode = and(
    belongsToLoan(paymentReferences, loan),
    eq(paymentReferences.code, loanPayments.reference),
  );
  return transaction
    .select({ ...getTableColumns(loanPayments), channelOfCode: paymentReferences.channelKind })
    .from(loanPayments)
    .leftJoin(paymentReferences, isItsCode)
    .where(and(belongsToLoan(loanPayments, loan), eq(loanPayments.outcome, 'posted'), notExists(claimed)))
    .orderBy(desc(loanPayments.paidAt));
}

export async function hasArrived(database: Queryable, loanId: string, trackingKey: string): Promise<boolean> {
  const [rows] = await database
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(isArrived(loanId, trackingKey))
    .limit(1);
  return rows !== undefined;
}

/** The condition of `hasArrived`, written so that indexes answer it. */
export function isArrived(loanId: string, trackingKey: string): SQL | undefined {
  const { outcome } = providerEvents;
  const hasKey = eq(keyOfEvent(providerEvents), trackingKey);
  // As a literal, so that the planner sees that the partial index serves.
  const isWaiting = sql`${outcome} = 'unmatched'`;
  return or(and(eq(providerEvents.loanId, loanId), eq(outcome, 'posted'), hasKey), and(isWaiting, hasKey));
}

/** Open claims from before an instant without a complaint, oldest first, with the ids of their loans. */
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
