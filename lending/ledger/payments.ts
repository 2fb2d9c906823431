import type { Database } from '#db/database.ts';
import { type LocalDate, localDateAt } from '#domain/calendar.ts';
import { outstandingOf } from '#domain/loan/instalment-state.ts';
import { marketOf } from '#domain/market.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { type Allocation, allocatePayment } from '#domain/repayment/allocation.ts';
import { followInstalments } from '../loan/loan-status.ts';
import { takeBackPenaltiesAfter } from './late-report.ts';
import { type InstalmentRecord, instalmentsOf, type LoanRecord } from './loans.ts';
import { bookPenalties, todayOf } from './penalties.ts';
import { type Movement, type Posting, postTransactions } from './post.ts';

/** Money that arrived for a loan. */
export interface ReceivedPayment {
  /** Above 0, in the loan's currency. */
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  /** Our id of the provider's event. */
  readonly eventId: string;
}

/**
 * Books a payment on a locked loan that was paid out: penalties up to the day it was paid, then the money, oldest
 * instalment first, the rest to suspense, then penalties up to today on what is left. Penalties of days after it was
 * paid are taken back before, so a report that comes late costs the borrower nothing. A settled loan's payment goes
 * wholly to suspense (DESIGN, Money).
 */
export async function bookPayment(
  tx: Database,
  loan: LoanRecord,
  payment: ReceivedPayment,
  now: Date,
): Promise<void> {
  await bookReceived(tx, loan, payment, now, async (records) => {
    const allocation = allocatePayment(payment.amountMinor, records.map(outstandingOf));
    await postTransactions(tx, loan, [paymentMovement(payment, allocation, records)]);
  });
}

/**
 * Everything around the booking of a payment that `book` does itself, given the instalments and the day as they were
 * when it was paid: penalties before and after, and the loan's status.
 */
export async function bookReceived(
  tx: Database,
  loan: LoanRecord,
  { paidAt, eventId }: ReceivedPayment,
  now: Date,
  book: (records: readonly InstalmentRecord[], paidOn: LocalDate) => Promise<void>,
): Promise<void> {
  const today = todayOf(loan, now);
  const paidOn = localDateAt(paidAt, marketOf[loan.market].timeZone);
  const tookBack = await takeBackPenaltiesAfter(tx, loan, paidOn, now);
  await bookPenalties(tx, loan, paidOn);
  await book(await instalmentsOf(tx, loan.id), paidOn);
  await bookPenalties(tx, loan, today, tookBack ? `after:${eventId}` : undefined);
  await followInstalments(tx, loan, await instalmentsOf(tx, loan.id), { today, now, by: 'payment', paidAt });
}

/** The movement of a payment taken apart: cash against what it settles, and suspense for the rest. */
export function paymentMovement(
  { amountMinor, paidAt, eventId }: ReceivedPayment,
  { lines, suspenseMinor }: Allocation,
  records: readonly InstalmentRecord[],
): Movement {
  const postings: Posting[] = [{ account: 'cash', amountMinor }];
  for (const line of lines) {
    const instalment = records.find((record) => record.sequence === line.sequence);
    if (instalment === undefined)
      throw new Error('An allocation names an instalment the loan does not have.');
    postings.push({
      account: 'receivable',
      component: line.component,
      instalmentId: instalment.id,
      amountMinor: subtractMinor(zeroMinor, line.amountMinor),
    });
  }
  if (suspenseMinor > 0) {
    postings.push({ account: 'suspense', amountMinor: subtractMinor(zeroMinor, suspenseMinor) });
  }
  return { kind: 'payment', occurredAt: paidAt, idempotencyKey: `payment:${eventId}`, postings };
}
