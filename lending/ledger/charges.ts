import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { chargesIn, feeKinds } from '#domain/booking/charges.ts';
import type { InstalmentRecord } from '#domain/booking/state.ts';
import type { Charge } from '#domain/loan/charge-dispute.ts';
import { type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { instalmentsOf, isOfLoan, isPostingOfTransaction, type LoanOf } from './loans.ts';

/** What `chargesIn` needs to know of postings, with the ledger transactions that they are of. */
export const feePostingColumns = {
  transactionId: ledgerTransactions.id,
  reversesId: ledgerTransactions.reversesId,
  kind: ledgerTransactions.kind,
  key: ledgerTransactions.idempotencyKey,
  instalmentId: ledgerPostings.instalmentId,
  amountMinor: ledgerPostings.amountMinor,
};

/** The condition that a posting tells something of a fee. */
export const isFeePosting = and(
  eq(ledgerPostings.account, 'receivable'),
  inArray(ledgerTransactions.kind, feeKinds),
);

/** The charges of a loan as they stand. @param records its instalments. */
export async function chargesOfLoan(
  database: Queryable,
  loan: LoanOf,
  records: readonly InstalmentRecord[],
): Promise<Charge[]> {
  const postings = await database
    .select(feePostingColumns)
    .from(ledgerPostings)
    .innerJoin(ledgerTransactions, isPostingOfTransaction)
    .where(and(isOfLoan(ledgerPostings, loan), isFeePosting));
  return chargesIn(records, postings);
}

/** What stands of a disputed charge; 0 where it was taken off otherwise. */
export async function chargedNow(
  database: Queryable,
  loan: LoanOf,
  { sequence, kind }: Pick<Charge, 'sequence' | 'kind'>,
): Promise<MinorAmount> {
  const charges = await chargesOfLoan(database, loan, await instalmentsOf(database, loan));
  return charges.find((each) => each.sequence === sequence && each.kind === kind)?.chargedMinor ?? zeroMinor;
}
