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

/** A loan with the terms it was quoted at and what its product is called. */
export type LoanRecord = Awaited<ReturnType<typeof selectLoans>>[number];

/** A loan and whose it is, which tells in which part of the tables its rows stand. */
export type LoanOf = Pick<LoanRecord, 'id' | 'borrowerId'>;

/** The condition that a row is of a loan, or of the loan in the row of another table that it is joined with. */
export function isOfLoan(
  table: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  { id, borrowerId }: LoanOf | { readonly id: AnyPgColumn; readonly borrowerId: AnyPgColumn },
): SQL | undefined {
  return and(eq(table.loanId, id), eq(table.borrowerId, borrowerId));
}

/** The condition that a row is the one of an id, of the borrower of a loan. */
export function isRowOf(
  table: { readonly id: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  id: string,
  { borrowerId }: Pick<LoanOf, 'borrowerId'>,
): SQL | undefined {
  return and(eq(table.id, id), eq(table.borrowerId, borrowerId));
}

/** The condition that a posting is a part of a transaction of the ledger. */
export const isPostingOfTransaction = refersTo(ledgerPostings.transactionId, ledgerTransactions);

/**
 * What is shown of the loan of each row of a table, to be joined laterally: one by one, so that a page looks at as many loans as it
 * has rows, also of tables in partitions. @param whose the one borrower of all of them; absent for rows of several.
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

/** A loan locked until the transaction ends. Only its lock gives one. */
export type LockedLoan = Loan & { readonly [locked]: true };

/** What a booking is made with. */
export interface BookingContext {
  /** The time loans live in. */
  readonly now: Date;
  readonly random: Pick<Random, 'id'>;
  /** Who has it booked; the service itself when absent. */
  readonly actor?: string;
}

/** What names a loan, and its principal. */
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

/** What is read of a loan that is locked, where it stands beside its quote. */
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

/** What a loan is read as, where it stands beside its quote and its product. */
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

/** Which loan has an order number, and whose it is; undefined for none. The directory is asked first, and the borrower's rows then. */
export function placeOfLoan(database: Queryable, orderNumber: string): Promise<LoanOf | undefined> {
  return firstRow(
    database
      .select({ id: loanNumbers.loanId, borrowerId: loanNumbers.borrowerId })
      .from(loanNumbers)
      .where(eq(loanNumbers.orderNumber, orderNumber)),
  );
}

/** The loan that the lender knows by a number. */
export async function findLoan(database: Queryable, orderNumber: string): Promise<LoanRecord | undefined> {
  const place = await placeOfLoan(database, orderNumber);
  if (!place) return undefined;
  return firstRow(selectLoans(database, isRowOf(loans, place.id, place)));
}

/** A borrower's own loan by its id or order number; another's is as if it did not exist (SESS-4). */
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

/** Locks a loan until the transaction ends and gives it as it then is; undefined when there is none. */
export async function lockLoanById(transaction: Transaction, loan: LoanOf): Promise<LockedLoan | undefined> {
  return lockLoan(transaction, isRowOf(loans, loan.id, loan));
}

/** The same, by the number that the lender knows the loan by. */
export async function lockLoanByOrderNumber(
  transaction: Transaction,
  orderNumber: string,
): Promise<LockedLoan | undefined> {
  const place = await placeOfLoan(transaction, orderNumber);
  return place && lockLoanById(transaction, place);
}

/**
 * What stands with a loan, such as a claim, read under the loan's lock, and the loan.
 * @param find reads it; it is read before, too, since it names the loan.
 */
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

async function lockLoan(
  transaction: Transaction,
  condition: SQL | undefined,
): Promise<LockedLoan | undefined> {
  // Who waited for the lock gets the loan as the other left it; its quote and its product's name stand beside it unchanged.
  const [loan] = await selectLoans(transaction, condition).for('update', { of: loans });
  return loan as (LoanRecord & LockedLoan) | undefined;
}

/** The condition that a row is of one of some loans. */
export function isOfLoans(
  table: { readonly loanId: AnyPgColumn; readonly borrowerId: AnyPgColumn },
  loansOf: readonly LoanOf[],
): SQL | undefined {
  const [first, ...others] = loansOf;
  if (first !== undefined && others.length === 0) return isOfLoan(table, first);
  const ids = loansOf.map(({ id }) => id);
  const borrowerIds = [...new Set(loansOf.map(({ borrowerId }) => borrowerId))];
  return and(isAnyOf(table.loanId, ids), isAnyOf(table.borrowerId, borrowerIds));
}

/** The condition that a loan is one of some. */
export function isOneOf(loansOf: readonly LoanOf[]): SQL | undefined {
  return isOfLoans({ loanId: loans.id, borrowerId: loans.borrowerId }, loansOf);
}

/** The instalments of each loan, by the loan's id, first to last. */
export async function instalmentsByLoan(
  database: Queryable,
  loansOf: readonly LoanOf[],
): Promise<ReadonlyMap<string, InstalmentRecord[]>> {
  const rows = await database
    .select()
    .from(instalments)
    .where(isOfLoans(instalments, loansOf))
    .orderBy(asc(instalments.sequence));
  const records = rows.map((row) => ({ loanId: row.loanId, ...instalmentRecord(row) }));
  return Map.groupBy(records, ({ loanId }) => loanId);
}

/** An instalment of a row of its table. */
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
