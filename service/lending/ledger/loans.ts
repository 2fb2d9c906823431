import { and, asc, eq, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { lockThenRead, type Queryable, type Transaction } from '#db/database.ts';
import { isAnyOf } from '#db/input-rows.ts';
import { isId } from '#db/new-id.ts';
import { columnsOf, firstRow } from '#db/rows.ts';
import { refersTo } from '#db/schema/columns.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loanNumbers, loans, quotes } from '#db/schema/loan.ts';
import { products } from '#db/schema/product.ts';
import { instalments } from '#db/schema/repayment.ts';
import type { InstalmentRecord, Loan } from '#domain/booking/state.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Random } from '../ports.ts';

declare const locked: unique symbol;

export type LoanRecord = Awaited<ReturnType<typeof selectLoans>>[number];

/** A loan's id and borrower. The borrower determines the partition of its rows. */
export type LoanOf = Pick<LoanRecord, 'id' | 'borrowerId'>;

export function belongsToLoan(
  table: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  { id, borrowerId }: LoanOf | { readonly id: AnyPgColumn; readonly borrowerId: AnyPgColumn },
): SQL | undefined {
  return and(eq(table.loanId, id), eq(table.borrowerId, borrowerId));
}

/** The condition that a row has an id and a borrower, whose partition it is in. */
export function isRowWithId(
  table: { readonly id: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  id: string,
  { borrowerId }: Pick<LoanOf, 'borrowerId'>,
): SQL | undefined {
  return and(eq(table.id, id), eq(table.borrowerId, borrowerId));
}

export const isPostingOfTransaction = refersTo(ledgerPostings.transactionId, ledgerTransactions);

/**
 * The loan of each row of a table, for a lateral join: a page reads as many loans as it has rows, also in partitions. @param whose the
 * borrower of all rows; absent for rows of several.
 */
export function loanBeside(
  database: Queryable,
  { loanId, borrowerId }: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  whose?: string,
) {
  return database
    .select(columnsOf(loans, 'orderNumber', 'market', 'currency'))
    .from(loans)
    .where(and(eq(loans.id, loanId), eq(loans.borrowerId, whose ?? borrowerId)))
    .limit(1)
    .as('loan');
}

/** A loan locked until the transaction ends. Only its lock makes one. */
export type LockedLoan = Loan & { readonly [locked]: true };

export interface BookingContext {
  readonly now: Date;
  readonly random: Pick<Random, 'id'>;
  /** The actor; the service itself when absent. */
  readonly actor?: string;
}

export const loanNameColumns = columnsOf(
  loans,
  'serialNumber',
  'orderNumber',
  'borrowerId',
  'productId',
  'market',
  'currency',
  'status',
  'principalMinor',
);

export const lockedColumns = {
  ...columnsOf(
    loans,
    'id',
    'termDays',
    'balanceMinor',
    'suspenseMinor',
    'appliedAt',
    'reapplyOn',
    'declineReason',
    'disbursedOn',
    'disbursalReference',
    'settledAt',
    'writtenOffAt',
    'soldAt',
    'buyerName',
    'buyerContact',
    'correctedOn',
    'nonAccrualSince',
    'earningSince',
    'reopenedAt',
  ),
  ...loanNameColumns,
  ...columnsOf(quotes, 'terms', 'schedule', 'isRepeatBorrower'),
} satisfies Record<keyof Loan, unknown>;

export const loanColumns = {
  ...lockedColumns,
  productName: products.name,
  productLogo: products.logo,
  changedAt: loans.changedAt,
};

function selectLoans(database: Queryable, condition: SQL | undefined) {
  return database
    .select(loanColumns)
    .from(loans)
    .innerJoin(quotes, refersTo(loans.quoteId, quotes))
    .innerJoin(products, eq(products.productId, loans.productId))
    .where(condition);
}

/** The id and borrower of a loan by order number, from the directory; undefined for none. */
export function placeOfLoan(database: Queryable, orderNumber: string): Promise<LoanOf | undefined> {
  return firstRow(
    database
      .select({ id: loanNumbers.loanId, borrowerId: loanNumbers.borrowerId })
      .from(loanNumbers)
      .where(eq(loanNumbers.orderNumber, orderNumber)),
  );
}

export async function findLoan(database: Queryable, orderNumber: string): Promise<LoanRecord | undefined> {
  const place = await placeOfLoan(database, orderNumber);
  if (!place) return undefined;
  return firstRow(selectLoans(database, isRowWithId(loans, place.id, place)));
}

/** The borrower's own loan by its id or order number; undefined for a loan of another borrower (SESS-4). */
export async function findLoanOf(database: Queryable, borrowerId: string, idOrNumber: string) {
  const isNamed = or(
    eq(loans.orderNumber, idOrNumber),
    isId(idOrNumber) ? eq(loans.id, idOrNumber) : undefined,
  );
  return firstRow(selectLoans(database, and(eq(loans.borrowerId, borrowerId), isNamed)));
}

/** The borrower's own loan that a call names. @throws CodedError 'not-found' for any other (SESS-4). */
export async function loanOfBorrower(
  { database, borrower }: { readonly database: Queryable; readonly borrower: { readonly id: string } },
  { productId, orderId }: { readonly productId: string; readonly orderId: string },
): Promise<LoanRecord> {
  const loan = await findLoanOf(database, borrower.id, orderId);
  if (!loan || (productId !== '' && productId !== loan.productId)) throw new CodedError('not-found');
  return loan;
}

/** Locks a loan until the transaction ends; undefined when there is none. */
export async function lockLoanById(transaction: Transaction, loan: LoanOf): Promise<LockedLoan | undefined> {
  return lockLoan(transaction, isRowWithId(loans, loan.id, loan));
}

export async function lockLoanByOrderNumber(transaction: Transaction, orderNumber: string) {
  const place = await placeOfLoan(transaction, orderNumber);
  return place && lockLoanById(transaction, place);
}

/** Locks the loan of a row, such as a claim, and reads the row again under the lock. @param find reads the row. */
export async function lockWithLoan<Place extends { readonly loanId: string; readonly borrowerId: string }>(
  transaction: Transaction,
  find: () => Promise<Place | undefined>,
): Promise<{ readonly loan: LockedLoan; readonly place: Place } | undefined> {
  const place = await find();
  if (!place) return undefined;
  const [loan, loanPlace] = await lockThenRead(
    () => lockLoanById(transaction, { id: place.loanId, borrowerId: place.borrowerId }),
    find,
  );
  return loan && loanPlace && { loan, place: loanPlace };
}

async function lockLoan(transaction: Transaction, condition: SQL | undefined) {
  // After a wait the loan is as the other transaction left it; its quote and product do not change.
  const [loan] = await selectLoans(transaction, condition).for('update', { of: loans });
  return loan as (LoanRecord & LockedLoan) | undefined;
}

export function belongsToLoans(
  table: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  loansOf: readonly LoanOf[],
): SQL | undefined {
  const [first, ...others] = loansOf;
  if (first !== undefined && others.length === 0) return belongsToLoan(table, first);
  const ids = loansOf.map(({ id }) => id);
  const borrowerIds = [...new Set(loansOf.map(({ borrowerId }) => borrowerId))];
  return and(isAnyOf(table.loanId, ids), isAnyOf(table.borrowerId, borrowerIds));
}

export function isOneOf(loansOf: readonly LoanOf[]): SQL | undefined {
  return belongsToLoans({ loanId: loans.id, borrowerId: loans.borrowerId }, loansOf);
}

export async function instalmentsByLoan(database: Queryable, loansOf: readonly LoanOf[]) {
  const rows = await database
    .select()
    .from(instalments)
    .where(belongsToLoans(instalments, loansOf))
    .orderBy(asc(instalments.sequence));
  const records = rows.map((row) => ({ loanId: row.loanId, ...instalmentRecord(row) }));
  return Map.groupBy(records, ({ loanId }) => loanId);
}

export function instalmentRecord(
  row: Omit<typeof instalments.$inferSelect, 'borrowerId' | 'loanId'>,
): InstalmentRecord {
  return {
    id: row.id,
    sequence: row.sequence,
    dueDate: row.dueDate,
    accruedThrough: row.accruedThrough,
    penaltyRound: row.penaltyRound,
    extendedFrom: row.extendedFrom,
    charged: {
      penalty: row.penaltyChargedMinor,
      fee: row.feeChargedMinor,
      vat: row.vatChargedMinor,
      interest: row.interestChargedMinor,
      principal: row.principalChargedMinor,
    },
    paid: {
      penalty: row.penaltyPaidMinor,
      fee: row.feePaidMinor,
      vat: row.vatPaidMinor,
      interest: row.interestPaidMinor,
      principal: row.principalPaidMinor,
    },
  };
}
