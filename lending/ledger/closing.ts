import type { Transaction } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { canTransition } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { followCorrection, markCorrected, upToDate } from './corrections.ts';
import { bookReinstatement, followDerecognition } from './derecognition.ts';
import {
  type BookingContext,
  changeStatus,
  instalmentsOf,
  isRowOf,
  type LockedLoan,
  lockLoanById,
  moveDates,
  tellOfChange,
} from './loans.ts';
import { type Posting, postMovements } from './post.ts';

/** A loan that was closed, and what it owed then. */
export interface ClosedLoan {
  readonly loan: LockedLoan;
  readonly owedMinor: MinorAmount;
}

/**
 * Writes a running loan off: what it owes is the lender's expense and no asset any more. The borrower owes it all the same, at no
 * further penalty; what comes in is recovered.
 * @throws CodedError 'status-conflict' for a loan that does not run.
 */
export async function writeOff(
  transaction: Transaction,
  given: LockedLoan,
  reason: string,
  context: BookingContext,
): Promise<ClosedLoan> {
  const { loan, instalments: records } = await upToDate(transaction, given, context);
  if (!canTransition(loan.status, 'written-off') || loan.status === 'settled') {
    throw new CodedError('status-conflict');
  }
  const facts = { writtenOffAt: context.now };
  const by = context.actor ?? 'host';
  const closed = changeStatus(transaction, loan, { to: 'written-off', by, reason, facts }, context);
  const key = `${loan.id}:${context.random.id()}`;
  await followDerecognition(transaction, closed, { cause: 'correction', key, reason }, context);
  markCorrected(transaction, closed, context);
  return { loan: closed, owedMinor: remainingTotal(records) };
}

/**
 * Takes a write-off back: the loan runs again as its instalments stand, and the time it was written off cost no penalty.
 * @throws CodedError 'status-conflict' for a loan that is not written off.
 */
export async function reinstate(
  transaction: Transaction,
  loan: LockedLoan,
  reason: string,
  context: BookingContext,
): Promise<ClosedLoan> {
  if (loan.status !== 'written-off') throw new CodedError('status-conflict');
  await bookReinstatement(transaction, loan, { reason, key: `${loan.id}:${context.random.id()}` }, context);
  const today = dayIn(loan.market, context.now);
  const before = await instalmentsOf(transaction, loan);
  const records = before.map((record) =>
    record.dueDate < today ? { ...record, accruedThrough: today } : record,
  );
  moveDates(transaction, loan, before, records);
  await transaction
    .update(loans)
    .set({ writtenOffAt: null })
    .where(isRowOf(loans, loan.id, loan));
  markCorrected(transaction, loan, context);
  const account = { loan: { ...loan, writtenOffAt: null }, instalments: records };
  const reinstated = followCorrection(transaction, account, reason, context);
  tellOfChange(transaction, { loan: reinstated, instalments: records }, context);
  return { loan: reinstated, owedMinor: remainingTotal(records) };
}

/** To whom and for how much a loan is sold. */
export interface LoanSale {
  /** Who bought it, where that is said, and how to reach them. */
  readonly buyer?: { readonly name: string; readonly contact?: string | undefined } | undefined;
  readonly priceMinor: MinorAmount;
  readonly reason: string;
}

/**
 * Sells a loan that is owed: it is no asset any more, and what the price does not cover is the lender's loss; for one that was
 * written off before, the price is recovered. Money that still comes in is held.
 * @throws CodedError 'status-conflict' for a loan that is not owed.
 */
export async function sellLoan(
  transaction: Transaction,
  given: LockedLoan,
  { buyer, priceMinor, reason }: LoanSale,
  context: BookingContext,
): Promise<ClosedLoan> {
  const { loan, instalments: records } = await upToDate(transaction, given, context);
  if (!canTransition(loan.status, 'sold')) throw new CodedError('status-conflict');
  const wasWrittenOff = loan.writtenOffAt !== null;
  const owedMinor = remainingTotal(records);
  const by = context.actor ?? 'host';
  const facts = {
    soldAt: context.now,
    buyerName: buyer?.name ?? null,
    buyerContact: buyer?.contact ?? null,
  };
  const sold = changeStatus(transaction, loan, { to: 'sold', by, reason, priceMinor, facts }, context);
  const lossMinor = subtractMinor(owedMinor, priceMinor);
  const postings: Posting[] = wasWrittenOff
    ? [
        { account: 'cash', amountMinor: priceMinor },
        { account: 'recovery-income', amountMinor: subtractMinor(zeroMinor, priceMinor) },
      ]
    : [
        { account: 'cash', amountMinor: priceMinor },
        { account: 'sale-loss', amountMinor: lossMinor },
        { account: 'derecognised-receivable', amountMinor: subtractMinor(zeroMinor, owedMinor) },
      ];
  const present = postings.filter(({ amountMinor }) => amountMinor !== 0);
  if (present.length > 0) {
    const idempotencyKey = `sale:${loan.id}`;
    const movement = {
      kind: 'sale' as const,
      occurredAt: context.now,
      idempotencyKey,
      reason,
      postings: present,
    };
    await postMovements(transaction, sold, [movement], context);
  }
  markCorrected(transaction, sold, context);
  return { loan: sold, owedMinor };
}

/**
 * Cancels a loan that was not paid out.
 * @throws CodedError 'status-conflict' for one that was, or that ended.
 */
export async function cancelLoan(
  transaction: Transaction,
  given: LockedLoan,
  reason: string,
  context: BookingContext,
): Promise<LockedLoan> {
  const loan = (await lockLoanById(transaction, given)) ?? given;
  if (!canTransition(loan.status, 'cancelled')) throw new CodedError('status-conflict');
  const by = context.actor ?? 'host';
  return changeStatus(transaction, loan, { to: 'cancelled', by, reason }, context);
}
