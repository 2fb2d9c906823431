import { and, gte, inArray, lt } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { ledgerTransactions } from '#db/schema/ledger.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { startOfDayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { type BookingContext, instalmentsOf, isRowOf, type LockedLoan } from './loans.ts';
import { postMovements } from './post.ts';
import { type BookedMovement, reversalOf, standingMovements } from './standing.ts';

/**
 * Takes back a loan's penalties for the days after `paidOn` by reversals, so that they can be booked anew
 * once a payment of that day is counted. Does nothing when part of them was paid by a later payment already.
 * @returns whether anything was taken back.
 */
export async function takeBackPenaltiesAfter(
  transaction: Transaction,
  loan: LockedLoan,
  paidOn: LocalDate,
  context: BookingContext,
): Promise<boolean> {
  const from = startOfDayIn(loan.market, addDays(paidOn, 1));
  const penalties = await standingPenalties(transaction, loan, { from, before: null });
  if (penalties.length === 0) return false;
  const takenBack = penaltiesByInstalment(penalties);
  const records = (await instalmentsOf(transaction, loan)).filter(({ id }) => takenBack.has(id));
  const isUnpaid = records.every(
    ({ id, charged, paid }) => paid.penalty <= subtractMinor(charged.penalty, takenBack.get(id) ?? zeroMinor),
  );
  if (!isUnpaid) return false;
  const reversals = penalties.map((penalty) => reversalOf(penalty, context.now));
  await postMovements(transaction, loan, reversals, context);
  for (const { id, dueDate } of records) {
    const accruedThrough = paidOn > dueDate ? paidOn : null;
    await transaction
      .update(instalments)
      .set({ accruedThrough })
      .where(isRowOf(instalments, id, loan));
  }
  return true;
}

/** What of some movements was charged to each instalment, by its id. */
export function penaltiesByInstalment(movements: readonly BookedMovement[]): Map<string, MinorAmount> {
  const chargedMinor = new Map<string, MinorAmount>();
  for (const { account, instalmentId, amountMinor } of movements.flatMap(({ postings }) => postings)) {
    if (account === 'receivable' && instalmentId !== undefined) {
      chargedMinor.set(instalmentId, addMinor(chargedMinor.get(instalmentId) ?? zeroMinor, amountMinor));
    }
  }
  return chargedMinor;
}

/** A loan's penalties and late fees of a time that were not reversed; `before` null for no end. */
export function standingPenalties(
  transaction: Transaction,
  loan: LockedLoan,
  { from, before }: { readonly from: Date; readonly before: Date | null },
): Promise<BookedMovement[]> {
  const { kind, occurredAt } = ledgerTransactions;
  const isOfTime = and(gte(occurredAt, from), before === null ? undefined : lt(occurredAt, before));
  return standingMovements(transaction, loan, and(inArray(kind, ['accrual', 'late-fee']), isOfTime));
}
