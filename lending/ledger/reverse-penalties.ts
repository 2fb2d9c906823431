import type { Transaction } from '#db/database.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { dayIn, startOfDayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { allocatePayment } from '#domain/repayment/allocation.ts';
import { followDerecognition } from './derecognition.ts';
import { penaltiesByInstalment, standingPenalties } from './late-report.ts';
import {
  type BookingContext,
  followInstalments,
  type InstalmentRecord,
  instalmentsOf,
  isRowOf,
  type LockedLoan,
} from './loans.ts';
import { owedHere } from './payments.ts';
import { type Movement, type Posting, postMovements } from './post.ts';
import { type BookedMovement, reversalOf, standingMovement } from './standing.ts';
import { penaltiesTakenOff } from './waivers.ts';

/** Which penalties a person has reversed, both days included, and why. */
export interface PenaltyReversal {
  readonly fromDay: LocalDate;
  /** A day after today stands for all that is booked after today. */
  readonly throughDay: LocalDate;
  readonly reason: string;
}

/** What a reversal came to, in minor units. */
export interface ReversedPenalties {
  readonly loan: LockedLoan;
  readonly reversedMinor: MinorAmount;
  /** What of it was paid: it settles what else is owed, and the rest is held for the borrower. */
  readonly returnedMinor: MinorAmount;
}

/**
 * Reverses a loan's penalties and late fees for a range of days. Days up to today are not booked again; those after today
 * are, when they come. Done twice it has no second effect.
 */
export async function reversePenalties(
  transaction: Transaction,
  loan: LockedLoan,
  { fromDay, throughDay, reason }: PenaltyReversal,
  context: BookingContext,
): Promise<ReversedPenalties> {
  const { market } = loan;
  const today = dayIn(market, context.now);
  const tomorrow = addDays(today, 1);
  const isBeyondToday = throughDay > today;
  const first = isBeyondToday && fromDay > tomorrow ? tomorrow : fromDay;
  const penalties = await standingPenalties(transaction, loan, {
    from: startOfDayIn(market, first),
    before: isBeyondToday ? null : startOfDayIn(market, addDays(throughDay, 1)),
  });
  if (penalties.length === 0) return { loan, reversedMinor: zeroMinor, returnedMinor: zeroMinor };

  const reversed = penaltiesByInstalment(penalties);
  const returned: Posting[] = [];
  const records = await instalmentsOf(transaction, loan);
  const waivers = await waiversInTheWay(transaction, loan, records, reversed);
  const waived = penaltiesByInstalment(waivers);
  const corrected = records.map((record) => {
    const chargedMinor = subtractMinor(
      subtractMinor(record.charged.penalty, reversed.get(record.id) ?? zeroMinor),
      waived.get(record.id) ?? zeroMinor,
    );
    const excessMinor = subtractMinor(record.paid.penalty, chargedMinor);
    const isPaid = excessMinor > 0;
    if (isPaid) {
      const posting = { account: 'receivable', component: 'penalty', instalmentId: record.id } as const;
      returned.push({ ...posting, amountMinor: excessMinor });
    }
    return {
      ...record,
      charged: { ...record.charged, penalty: chargedMinor },
      paid: { ...record.paid, penalty: isPaid ? chargedMinor : record.paid.penalty },
    };
  });
  const returnedMinor = addMinor(...returned.map(({ amountMinor }) => amountMinor));
  const movements: Movement[] = [
    ...[...penalties, ...waivers].map((movement) => reversalOf(movement, context.now, reason)),
  ];
  if (returnedMinor > 0) {
    const { lines, suspenseMinor } = allocatePayment(returnedMinor, owedHere(loan, corrected));
    for (const { sequence, component, amountMinor } of lines) {
      const instalmentId = records.find((record) => record.sequence === sequence)?.id ?? '';
      returned.push({
        account: 'receivable',
        component,
        instalmentId,
        amountMinor: subtractMinor(zeroMinor, amountMinor),
      });
    }
    if (suspenseMinor > 0) {
      returned.push({ account: 'suspense', amountMinor: subtractMinor(zeroMinor, suspenseMinor) });
    }
    movements.push({
      kind: 'payment',
      occurredAt: context.now,
      idempotencyKey: `returned:${penalties[0]?.id}`,
      reason,
      postings: returned,
    });
  }
  await postMovements(transaction, loan, movements, context);
  for (const { id, dueDate, accruedThrough, penaltyRound } of records) {
    const isAhead = accruedThrough !== null && accruedThrough > today;
    if (!isAhead && !reversed.has(id)) continue;
    const isLate = today > dueDate;
    await transaction
      .update(instalments)
      .set({
        penaltyRound: penaltyRound + 1,
        ...(isBeyondToday && isAhead ? { accruedThrough: isLate ? today : null } : {}),
      })
      .where(isRowOf(instalments, id, loan));
  }
  const cause = { cause: 'correction', key: `penalties:${penalties[0]?.id}`, reason } as const;
  await followDerecognition(transaction, loan, cause, context);
  return {
    loan: await followInstalments(transaction, loan, 'accrual', context),
    reversedMinor: addMinor(...reversed.values()),
    returnedMinor,
  };
}

/** What let the borrower off the penalties that are reversed now: it is taken back with them. */
async function waiversInTheWay(
  transaction: Transaction,
  loan: LockedLoan,
  records: readonly InstalmentRecord[],
  reversed: ReadonlyMap<string, MinorAmount>,
): Promise<BookedMovement[]> {
  const short = records.filter(({ id, charged }) => charged.penalty < (reversed.get(id) ?? zeroMinor));
  if (short.length === 0) return [];
  const ids = await penaltiesTakenOff(
    transaction,
    loan,
    short.map(({ id }) => id),
  );
  const found: BookedMovement[] = [];
  for (const id of ids) {
    const waiver = await standingMovement(transaction, loan, { id });
    if (waiver) found.push(waiver);
  }
  return found;
}
