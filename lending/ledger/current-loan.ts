import { eq } from 'drizzle-orm';
import type { LoanKey } from '#contract/calls/loan.ts';
import { loans } from '#db/schema/loan.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { findLoanOf } from '../loan/store.ts';
import { type InstalmentRecord, instalmentsOf, type LoanRecord, lockLoan } from './loans.ts';
import { accrueLoan, isAccrualDue, todayOf } from './penalties.ts';

/** A borrower's loan as it stands today. */
export interface CurrentLoan {
  readonly loan: LoanRecord;
  readonly instalments: readonly InstalmentRecord[];
  readonly today: LocalDate;
}

/**
 * The borrower's own loan with its penalties booked up to today, by id or order number.
 * @throws CodedError 'not-found' for any other, another borrower's included (SESS-4).
 */
export async function currentLoan(context: BorrowerContext, key: LoanKey): Promise<CurrentLoan> {
  const { database, now } = context;
  const current = await asStored(context, key);
  const { loan, instalments, today } = current;
  if (!isAccrualDue(instalments, today)) return current;
  return database.transaction(async (tx) => {
    const isThisLoan = eq(loans.id, loan.id);
    const locked = await lockLoan(tx, isThisLoan);
    if (locked) await accrueLoan(tx, locked, now);
    const accrued = (await lockLoan(tx, isThisLoan)) ?? loan;
    return { loan: accrued, instalments: await instalmentsOf(tx, loan.id), today };
  });
}

/** The loan and its instalments of one moment, so that a payment between two queries cannot part them. */
function asStored({ database, borrower, now }: BorrowerContext, key: LoanKey): Promise<CurrentLoan> {
  return database.transaction(
    async (tx) => {
      const loan = await findLoanOf(tx, borrower.id, key.orderId);
      const isOther = key.productId !== '' && key.productId !== loan?.productId;
      if (!loan || isOther) throw new CodedError('not-found');
      return { loan, instalments: await instalmentsOf(tx, loan.id), today: todayOf(loan, now) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
