import { and, gte, inArray, lt } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { ledgerTransactions } from '#db/schema/ledger.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import type { BookingContext, InstalmentRecord, LoanOf } from './loans.ts';
import type { MissingPenalties, PenaltyFacts } from './penalties.ts';
import { afterMovements } from './post.ts';
import { type BookedMovement, reversalOf, standingMovements } from './standing.ts';

/** What taking penalties back comes to. */
export interface TakenBack extends MissingPenalties {
  readonly facts: PenaltyFacts;
}

/**
 * Takes back a loan's penalties, all those for the days after `day`, by reversals, so that they can be booked anew
 * once a payment of that day is counted.
 * @param records the loan's instalments, as they stand.
 * @returns null when there are none, or part of them was paid by a later payment already.
 */
export function takeBackPenalties(
  penalties: readonly BookedMovement[],
  { day, records, facts }: { day: LocalDate; records: readonly InstalmentRecord[]; facts: PenaltyFacts },
  { now }: Pick<BookingContext, 'now'>,
): TakenBack | null {
  if (penalties.length === 0) return null;
  const takenBack = penaltiesByInstalment(penalties);
  const isUnpaid = records.every(
    ({ id, charged, paid }) =>
      !takenBack.has(id) || paid.penalty <= subtractMinor(charged.penalty, takenBack.get(id) ?? zeroMinor),
  );
  if (!isUnpaid) return null;
  const movements = penalties.map((penalty) => reversalOf(penalty, now));
  const instalments = afterMovements(records, movements).map((record) =>
    takenBack.has(record.id) ? { ...record, accruedThrough: day > record.dueDate ? day : null } : record,
  );
  const reversedIds = new Set(penalties.map(({ id }) => id));
  const booked = facts.booked.map((each) =>
    reversedIds.has(each.id) ? { ...each, isStanding: false } : each,
  );
  return { movements, instalments, facts: { ...facts, booked } };
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
  loan: LoanOf,
  { from, before }: { readonly from: Date; readonly before: Date | null },
): Promise<BookedMovement[]> {
  const { kind, occurredAt } = ledgerTransactions;
  const isOfTime = and(gte(occurredAt, from), before === null ? undefined : lt(occurredAt, before));
  return standingMovements(transaction, loan, and(inArray(kind, ['accrual', 'late-fee']), isOfTime));
}
