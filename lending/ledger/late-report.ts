import { and, eq, gte, inArray, isNull, lt, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '#db/database.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { startOfDayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { type BookingContext, instalmentsOf, type LockedLoan } from './loans.ts';
import { type Movement, postMovements } from './post.ts';

/** A part of a penalty's movement, as it is booked. */
export interface PenaltyPosting {
  readonly transactionId: string;
  readonly kind: Movement['kind'];
  readonly account: Movement['postings'][number]['account'];
  readonly component: Movement['postings'][number]['component'] | null;
  readonly instalmentId: string | null;
  readonly amountMinor: MinorAmount;
}

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
  const postings = await penaltyPostings(transaction, loan, { from, before: null });
  if (postings.length === 0) return false;
  const takenBack = penaltiesByInstalment(postings);
  const records = (await instalmentsOf(transaction, loan.id)).filter(({ id }) => takenBack.has(id));
  const isUnpaid = records.every(
    ({ id, charged, paid }) => paid.penalty <= subtractMinor(charged.penalty, takenBack.get(id) ?? zeroMinor),
  );
  if (!isUnpaid) return false;
  await postMovements(transaction, loan, reversals(postings, context.now), context);
  for (const { id, dueDate } of records) {
    const accruedThrough = paidOn > dueDate ? paidOn : null;
    await transaction.update(instalments).set({ accruedThrough }).where(eq(instalments.id, id));
  }
  return true;
}

/** What of some postings was charged to each instalment, by its id. */
export function penaltiesByInstalment(postings: readonly PenaltyPosting[]): Map<string, MinorAmount> {
  const chargedMinor = new Map<string, MinorAmount>();
  for (const { instalmentId, amountMinor } of postings) {
    if (instalmentId !== null) {
      chargedMinor.set(instalmentId, addMinor(chargedMinor.get(instalmentId) ?? zeroMinor, amountMinor));
    }
  }
  return chargedMinor;
}

/** A loan's penalties and late fees of a time that were not reversed; `before` null for no end. */
export function penaltyPostings(
  transaction: Transaction,
  loan: LockedLoan,
  { from, before }: { readonly from: Date; readonly before: Date | null },
): Promise<PenaltyPosting[]> {
  const reversal = alias(ledgerTransactions, 'reversal');
  const isTakenBack = transaction
    .select({ id: reversal.id })
    .from(reversal)
    .where(eq(reversal.reversesId, ledgerTransactions.id));
  return transaction
    .select({
      transactionId: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      account: ledgerPostings.account,
      component: ledgerPostings.component,
      instalmentId: ledgerPostings.instalmentId,
      amountMinor: ledgerPostings.amountMinor,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerPostings, eq(ledgerPostings.transactionId, ledgerTransactions.id))
    .where(
      and(
        eq(ledgerTransactions.loanId, loan.id),
        inArray(ledgerTransactions.kind, ['accrual', 'late-fee']),
        gte(ledgerTransactions.occurredAt, from),
        before === null ? undefined : lt(ledgerTransactions.occurredAt, before),
        isNull(ledgerTransactions.reversesId),
        notExists(isTakenBack),
      ),
    );
}

/** The movements that take postings back. */
export function reversals(postings: readonly PenaltyPosting[], now: Date): Movement[] {
  return [...Map.groupBy(postings, ({ transactionId }) => transactionId)].map(([transactionId, parts]) => ({
    kind: parts[0]?.kind ?? 'accrual',
    occurredAt: now,
    idempotencyKey: `reversal:${transactionId}`,
    reversesId: transactionId,
    postings: parts.map(({ account, component, instalmentId, amountMinor }) => ({
      account,
      ...(component ? { component } : {}),
      ...(instalmentId ? { instalmentId } : {}),
      amountMinor: subtractMinor(zeroMinor, amountMinor),
    })),
  }));
}
