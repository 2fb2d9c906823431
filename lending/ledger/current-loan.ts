import type { LoanKey } from '#contract/calls/loan.ts';
import { type Database, inTransaction } from '#db/database.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import {
  type BookingContext,
  findLoanOf,
  type InstalmentRecord,
  instalmentsOf,
  type LoanRecord,
  lockLoanById,
} from './loans.ts';
import { accrueLoan, isAccrualDue } from './penalties.ts';
import { type LoanPause, pausesOf } from './penalty-pauses.ts';

/** A borrower's loan as it stands today. */
export interface CurrentLoan {
  readonly loan: LoanRecord;
  readonly instalments: readonly InstalmentRecord[];
  readonly today: LocalDate;
  /** When it, or a part of it, is charged no penalties. */
  readonly pauses: readonly LoanPause[];
}

interface BorrowerBooking extends BookingContext {
  readonly database: Database;
  readonly borrower: { readonly id: string };
}

/**
 * The borrower's own loan with its penalties booked up to today, by id or order number.
 * @throws CodedError 'not-found' for any other, another borrower's included (SESS-4).
 */
export async function currentLoan(context: BorrowerBooking, key: LoanKey): Promise<CurrentLoan> {
  const current = await asStored(context, key);
  const { loan, instalments, today } = current;
  if (!isRunning(loan.status) || !isAccrualDue(instalments, today)) return current;
  return inTransaction(context.database, async (transaction) => {
    const locked = await lockLoanById(transaction, loan.id);
    if (locked) await accrueLoan(transaction, locked, context);
    const accrued = (await lockLoanById(transaction, loan.id)) ?? loan;
    return { ...current, loan: accrued, instalments: await instalmentsOf(transaction, loan.id) };
  });
}

/** The loan and its instalments of one moment, so that a payment between two queries cannot part them. */
function asStored({ database, borrower, now }: BorrowerBooking, key: LoanKey): Promise<CurrentLoan> {
  return inTransaction(
    database,
    async (transaction) => {
      const loan = await findLoanOf(transaction, borrower.id, key.orderId);
      const isOther = key.productId !== '' && key.productId !== loan?.productId;
      if (!loan || isOther) throw new CodedError('not-found');
      return {
        loan,
        instalments: await instalmentsOf(transaction, loan.id),
        today: dayIn(loan.market, now),
        pauses: await pausesOf(transaction, loan),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
