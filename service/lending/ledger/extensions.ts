import { and, sql } from 'drizzle-orm';
import { enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { findRow } from '#db/rows.ts';
import { extensions } from '#db/schema/extension.ts';
import { currentExtension } from '#domain/booking/extension.ts';
import { penaltyRoomOf } from '#domain/booking/penalties.ts';
import { amountDueOn } from '#domain/booking/settlement.ts';
import type { CurrentExtension } from '#domain/booking/state.ts';
import { CodedError } from '#domain/error-code.ts';
import { type PaymentOption, paymentOptions } from '#domain/extension/payment-options.ts';
import { lateFeeOf } from '#domain/offer/product-terms.ts';
import { figuresOf } from './commit.ts';
import type { CurrentLoan } from './loan-course.ts';
import { type BookingContext, belongsToLoan, type LoanOf, type LockedLoan } from './loans.ts';

export type ExtensionRecord = typeof extensions.$inferSelect;

/**
 * The price of extending a borrower's loan today. @throws CodedError 'status-conflict' for a loan that awaits no payment;
 * 'extension-unavailable' where the product allows none or the instalment was extended before (DELAY-3).
 */
export function offeredExtension(
  current: Pick<CurrentLoan, 'loan' | 'instalments' | 'today'>,
): CurrentExtension {
  const { loan, instalments, today } = current;
  const extension = currentExtension(loan, instalments, today);
  if (extension === 'status' || extension === 'nothing-due') throw new CodedError('status-conflict');
  if (typeof extension === 'string') throw new CodedError('extension-unavailable');
  return extension;
}

/** The options for what is due on a day, side by side (ORDER-7, DELAY-1). */
export function optionsBeside(
  current: Pick<CurrentLoan, 'loan' | 'instalments' | 'entries'>,
  { instalments: due, offer, quotedOn }: CurrentExtension,
): PaymentOption[] {
  const { terms, isRepeatBorrower } = current.loan;
  const lateFeeMinor = lateFeeOf(terms, isRepeatBorrower);
  return paymentOptions(
    due,
    offer,
    { penaltyBands: terms.penaltyBands, lateFeeMinor, room: penaltyRoomOf(current) },
    quotedOn,
    amountDueOn(current, quotedOn).due?.amountMinor,
  );
}

// As a literal, so that the planner sees the condition of the partial index.
const isAwaitingPayment = sql`${extensions.state} = 'awaiting-payment'`;

function isOpenOffer(loan: LoanOf) {
  return and(belongsToLoan(extensions, loan), isAwaitingPayment);
}

export function openOffer(database: Queryable, loan: LoanOf): Promise<ExtensionRecord | undefined> {
  return findRow(database, extensions, isOpenOffer(loan));
}

/** Stores a loan's offer: one is open at a time, with the figures of the day. */
export function keepOffer(
  transaction: Transaction,
  loan: LockedLoan,
  current: CurrentExtension,
  { now, random }: BookingContext,
): void {
  const figures = figuresOf(current);
  const offer = { id: random.id(), borrowerId: loan.borrowerId, loanId: loan.id, offeredAt: now };
  const insertion = transaction
    .insert(extensions)
    .values({ ...offer, state: 'awaiting-payment', ...figures })
    .onConflictDoUpdate({
      target: [extensions.loanId, extensions.borrowerId],
      targetWhere: isAwaitingPayment,
      set: figures,
    });
  enqueue(transaction, insertion);
}
