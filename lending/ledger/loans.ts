import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { loans, quotes, statusChanges } from '#db/schema/loan.ts';
import { products } from '#db/schema/product.ts';
import { instalments } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { InstalmentBalance } from '#domain/loan/instalment-state.ts';
import { canTransition, type LoanStatus } from '#domain/loan/loan-status.ts';

/** A loan with the terms it was quoted at and what its product is called. */
export type LoanRecord = Awaited<ReturnType<typeof selectLoans>>[number];

/** An instalment with what was charged and paid, and how far its penalties are booked. */
export interface InstalmentRecord extends InstalmentBalance {
  readonly id: string;
  readonly accruedThrough: LocalDate | null;
  /** The date it was due before it was extended; null when it never was. */
  readonly extendedFrom: LocalDate | null;
}

/** Loans that meet a condition, oldest first. */
export function selectLoans(database: Database, condition: SQL | undefined) {
  return database
    .select({
      id: loans.id,
      serialNumber: loans.serialNumber,
      orderNumber: loans.orderNumber,
      borrowerId: loans.borrowerId,
      productId: loans.productId,
      productName: products.name,
      productLogo: products.logo,
      market: loans.market,
      currency: loans.currency,
      status: loans.status,
      principalMinor: loans.principalMinor,
      termDays: loans.termDays,
      balanceMinor: loans.balanceMinor,
      suspenseMinor: loans.suspenseMinor,
      appliedAt: loans.appliedAt,
      reapplyOn: loans.reapplyOn,
      disbursedOn: loans.disbursedOn,
      disbursalReference: loans.disbursalReference,
      settledAt: loans.settledAt,
      terms: quotes.terms,
      schedule: quotes.schedule,
      isRepeatBorrower: quotes.isRepeatBorrower,
    })
    .from(loans)
    .innerJoin(quotes, eq(quotes.id, loans.quoteId))
    .innerJoin(products, eq(products.productId, loans.productId))
    .where(condition)
    .orderBy(asc(loans.id));
}

/** Locks a loan until the transaction ends and gives it as it then is; undefined when there is none. */
export async function lockLoan(tx: Database, condition: SQL): Promise<LoanRecord | undefined> {
  const [locked] = await tx.select({ id: loans.id }).from(loans).where(condition).for('update');
  if (!locked) return undefined;
  const [loan] = await selectLoans(tx, eq(loans.id, locked.id));
  return loan;
}

/** The instalments of a loan, first to last; none before it is paid out. */
export async function instalmentsOf(database: Database, loanId: string): Promise<InstalmentRecord[]> {
  const rows = await database
    .select()
    .from(instalments)
    .where(eq(instalments.loanId, loanId))
    .orderBy(asc(instalments.sequence));
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    dueDate: row.dueDate,
    accruedThrough: row.accruedThrough,
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
  }));
}

/** What a change of status also writes on the loan. */
export type StatusFacts = Partial<
  Pick<
    typeof loans.$inferInsert,
    'declinedAt' | 'declineReason' | 'reapplyOn' | 'disbursedOn' | 'disbursalReference' | 'settledAt'
  >
>;

/**
 * Moves a locked loan to another status and records who did it and when.
 * @throws Error for a transition that the domain does not allow; callers refuse those before.
 */
export async function changeStatus(
  tx: Database,
  loan: Pick<LoanRecord, 'id' | 'status'>,
  to: LoanStatus,
  { at, by, facts = {} }: { readonly at: Date; readonly by: string; readonly facts?: StatusFacts },
): Promise<void> {
  if (!canTransition(loan.status, to)) throw new Error(`A loan cannot go from ${loan.status} to ${to}.`);
  await tx
    .update(loans)
    .set({ status: to, ...facts })
    .where(and(eq(loans.id, loan.id), eq(loans.status, loan.status)));
  await tx.insert(statusChanges).values({ loanId: loan.id, from: loan.status, to, at, by });
}
