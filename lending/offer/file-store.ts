import { and, asc, eq, getTableColumns, isNotNull, isNull } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { loanAgreementsAccepted, loanFiles, loans } from '#db/schema/loan.ts';
import { isOfLoan, type LoanOf } from '../ledger/loans.ts';

/** A file of a loan as it is kept. */
export type LoanFileRecord = typeof loanFiles.$inferSelect;

/** What was accepted and has no files yet, the oldest first. */
export function acceptedWithoutFiles(database: Database, limit: number) {
  return database
    .select({
      ...getTableColumns(loanAgreementsAccepted),
      ...{ market: loans.market, orderNumber: loans.orderNumber },
    })
    .from(loanAgreementsAccepted)
    .innerJoin(
      loans,
      and(
        eq(loans.id, loanAgreementsAccepted.loanId),
        eq(loans.borrowerId, loanAgreementsAccepted.borrowerId),
      ),
    )
    .where(and(isNull(loanAgreementsAccepted.filesMadeAt), isNotNull(loanAgreementsAccepted.paperText)))
    .orderBy(asc(loanAgreementsAccepted.acceptedAt))
    .limit(limit);
}

/** Notes that the files of a loan are made; false where they were, or what was accepted is erased. */
export async function markFilesMade(
  transaction: Transaction,
  { loanId: id, borrowerId }: { readonly loanId: string; readonly borrowerId: string },
  now: Date,
): Promise<boolean> {
  const marked = await transaction
    .update(loanAgreementsAccepted)
    .set({ filesMadeAt: now })
    .where(
      and(
        isOfLoan(loanAgreementsAccepted, { id, borrowerId }),
        isNull(loanAgreementsAccepted.filesMadeAt),
        isNotNull(loanAgreementsAccepted.paperText),
      ),
    )
    .returning({ loanId: loanAgreementsAccepted.loanId });
  return marked.length > 0;
}

/** Keeps the files of a loan. */
export async function insertLoanFiles(
  transaction: Transaction,
  files: readonly LoanFileRecord[],
): Promise<void> {
  await transaction.insert(loanFiles).values([...files]);
}

/** The files of a loan, by kind. */
export function filesOfLoan(database: Queryable, loan: LoanOf): Promise<LoanFileRecord[]> {
  return database.select().from(loanFiles).where(isOfLoan(loanFiles, loan)).orderBy(asc(loanFiles.kind));
}
