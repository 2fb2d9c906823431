import { and, asc, desc, eq, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { DeskLoan } from '#contract/desk.ts';
import type { Queryable } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { loans, quotes, statusChanges } from '#db/schema/loan.ts';
import { products } from '#db/schema/product.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import { minorAmountFromText } from '#domain/money/money.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import { isRowWithId, placeOfLoan } from '../../ledger/loans.ts';

const loanColumns = {
  id: loans.id,
  serialNumber: loans.serialNumber,
  orderNumber: loans.orderNumber,
  productName: products.name,
  market: loans.market,
  currency: loans.currency,
  status: loans.status,
  productId: loans.productId,
  quoteId: loans.quoteId,
  borrowerId: loans.borrowerId,
  borrowerName: borrowers.name,
  mobilePhone: borrowers.mobilePhone,
  address: borrowers.address,
  principalMinor: loans.principalMinor,
  balanceMinor: loans.balanceMinor,
  suspenseMinor: loans.suspenseMinor,
  lateToleranceMinor: loans.lateToleranceMinor,
  appliedAt: loans.appliedAt,
  disbursedOn: loans.disbursedOn,
};

export type LoanRow = Awaited<ReturnType<typeof selectLoans>>[number];

function selectLoans(database: Queryable, condition: SQL | undefined, limit: number) {
  return database
    .select(loanColumns)
    .from(loans)
    .innerJoin(products, eq(products.productId, loans.productId))
    .innerJoin(borrowers, eq(borrowers.id, loans.borrowerId))
    .where(condition)
    .orderBy(desc(loans.serialNumber))
    .limit(limit);
}

/** A page of loans below a serial number, newest first. Details are read only for the rows of the page, also on partitioned tables. */
export function listLoansBelow(
  database: Queryable,
  {
    status,
    below,
    limit,
  }: { readonly status: LoanStatus | null; readonly below: number | null; readonly limit: number },
): Promise<LoanRow[]> {
  const isIn = status === null ? undefined : eq(loans.status, status);
  const page = database
    .select({ id: loans.id, borrowerId: loans.borrowerId })
    .from(loans)
    .where(and(isIn, below === null ? undefined : lt(loans.serialNumber, below)))
    .orderBy(desc(loans.serialNumber))
    .limit(limit)
    .as('page');
  return database
    .select(loanColumns)
    .from(page)
    .innerJoin(loans, and(eq(loans.borrowerId, page.borrowerId), eq(loans.id, page.id)))
    .innerJoin(products, eq(products.productId, loans.productId))
    .innerJoin(borrowers, eq(borrowers.id, page.borrowerId))
    .orderBy(desc(loans.serialNumber));
}

export async function findDeskLoan(database: Queryable, orderNumber: string): Promise<LoanRow | undefined> {
  const place = await placeOfLoan(database, orderNumber);
  if (!place) return undefined;
  const [loan] = await selectLoans(database, isRowWithId(loans, place.id, place), 1);
  return loan;
}

export function loansOfBorrower(database: Queryable, borrowerId: string, limit: number): Promise<LoanRow[]> {
  return selectLoans(database, eq(loans.borrowerId, borrowerId), limit);
}

export async function schedulesOf(
  database: Queryable,
  loansOf: readonly Pick<LoanRow, 'quoteId' | 'borrowerId'>[],
): Promise<ReadonlyMap<string, { readonly termDays: number; readonly schedule: Schedule }>> {
  if (loansOf.length === 0) return new Map();
  const rows = await database
    .select({ id: quotes.id, termDays: quotes.termDays, schedule: quotes.schedule })
    .from(quotes)
    .where(
      and(
        isAnyOf(
          quotes.id,
          loansOf.map(({ quoteId }) => quoteId),
        ),
        isAnyOf(quotes.borrowerId, borrowersOf(loansOf)),
      ),
    );
  return new Map(rows.map(({ id, ...accepted }) => [id, accepted]));
}

export async function loanCountsOf(database: Queryable, loansOf: readonly Pick<LoanRow, 'borrowerId'>[]) {
  if (loansOf.length === 0) return [];
  const rows = await database
    .select({
      borrowerId: loans.borrowerId,
      status: loans.status,
      count: sql<number>`count(*)::integer`,
      principalMinor: sql<string>`sum(${loans.principalMinor})::text`,
    })
    .from(loans)
    .where(isAnyOf(loans.borrowerId, borrowersOf(loansOf)))
    .groupBy(loans.borrowerId, loans.status);
  return rows.map((row) => ({ ...row, principalMinor: minorAmountFromText(row.principalMinor) }));
}

function borrowersOf(loansOf: readonly Pick<LoanRow, 'borrowerId'>[]): string[] {
  return [...new Set(loansOf.map(({ borrowerId }) => borrowerId))];
}

/** The borrower's other loans, newest first, with how often each became overdue. */
export function otherLoansOf(database: Queryable, { id, borrowerId }: LoanRow, limit: number) {
  const overdue = database
    .select({ count: sql<number>`count(*)::integer` })
    .from(statusChanges)
    .where(
      and(
        eq(statusChanges.borrowerId, borrowerId),
        eq(statusChanges.loanId, loans.id),
        eq(statusChanges.to, 'overdue'),
      ),
    );
  return database
    .select({
      orderNumber: loans.orderNumber,
      productName: products.name,
      status: loans.status,
      principalMinor: loans.principalMinor,
      declinedAt: loans.declinedAt,
      settledAt: loans.settledAt,
      writtenOffAt: loans.writtenOffAt,
      soldAt: loans.soldAt,
      overdueCount: sql<number>`(${overdue})`,
    })
    .from(loans)
    .innerJoin(products, eq(products.productId, loans.productId))
    .where(and(eq(loans.borrowerId, borrowerId), ne(loans.id, id)))
    .orderBy(desc(loans.serialNumber))
    .limit(limit);
}

export function loanCountOf(database: Queryable, borrowerId: string): Promise<number> {
  return database.$count(loans, eq(loans.borrowerId, borrowerId));
}

/** Photos of proofs of payments recorded by hand on a loan, oldest first. */
export async function proofsOf(
  database: Queryable,
  { id }: Pick<LoanRow, 'id'>,
): Promise<DeskLoan['proofs']> {
  const { loanId, eventId, proofName, receivedAt } = providerEvents;
  const rows = await database
    .select({ eventId, name: proofName })
    .from(providerEvents)
    .where(and(eq(loanId, id), isNotNull(proofName)))
    .orderBy(asc(receivedAt));
  return rows.flatMap(({ name, ...row }) => (name === null ? [] : [{ ...row, name }]));
}
