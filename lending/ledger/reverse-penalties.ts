import { inArray } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { ledgerTransactions } from '#db/schema/ledger.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, startOfDayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, minorAmount, zeroMinor } from '#domain/money/money.ts';
import { isCorrectionOf } from './charge-corrections.ts';
import { bookCorrection, upToDate } from './corrections.ts';
import { penaltiesByInstalment, standingPenalties } from './late-report.ts';
import { type BookingContext, isRowOf, type LockedAccount, type LockedLoan } from './loans.ts';
import { afterMovements } from './post.ts';
import { type BookedMovement, reversalOf, standingMovements } from './standing.ts';

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
 * Reverses a loan's penalties and late fees for a range of days, those among them that were not booked yet. Days up to today are not
 * booked again, by a payment reported late neither; those after today are, when they come. What a dispute had taken off such a late fee is not taken off twice.
 * Done twice it has no second effect.
 * @throws CodedError 'status-conflict' when the borrower left the contract, which took the penalties off already.
 */
export async function reversePenalties(
  transaction: Transaction,
  given: LockedLoan,
  { fromDay, throughDay, reason }: PenaltyReversal,
  context: BookingContext,
): Promise<ReversedPenalties> {
  const { market } = given;
  const today = dayIn(market, context.now);
  const tomorrow = addDays(today, 1);
  const isBeyondToday = throughDay > today;
  const first = isBeyondToday && fromDay > tomorrow ? tomorrow : fromDay;
  const account = await upToDate(transaction, given, context);
  const { loan, instalments: records } = account;
  const penalties = await standingPenalties(transaction, loan, {
    from: startOfDayIn(market, first),
    before: isBeyondToday ? null : startOfDayIn(market, addDays(throughDay, 1)),
  });
  if (penalties.length === 0) return { loan, reversedMinor: zeroMinor, returnedMinor: zeroMinor };

  const relieving = await relievingMovements(transaction, account, penalties, context);
  const movements = [...penalties, ...relieving].map((movement) => reversalOf(movement, context.now, reason));
  const after = afterMovements(records, movements);
  if (after.some(({ charged }) => charged.penalty < 0)) throw new CodedError('status-conflict');
  const returnedMinor = addMinor(
    ...after.map(({ charged, paid }) => minorAmount(Math.max(0, paid.penalty - charged.penalty))),
  );
  const key = `penalties:${penalties[0]?.id}`;
  const isOfDaysToCome = first > today;
  const correction = { cause: 'correction', key, reason, movements, isOfDaysToCome } as const;
  const corrected = await bookCorrection(transaction, account, correction, context);
  const reversed = penaltiesByInstalment(penalties);
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
  return { loan: corrected.loan, reversedMinor: addMinor(...reversed.values()), returnedMinor };
}

/**
 * What let the borrower off penalties that are reversed now, and is taken back with them: what disputes took off their late fees, and where more would
 * be reversed than is charged then, all waivers and corrections of the penalties of that payment of the plan.
 */
async function relievingMovements(
  transaction: Transaction,
  { loan, instalments: records }: LockedAccount,
  penalties: readonly BookedMovement[],
  { now }: BookingContext,
): Promise<BookedMovement[]> {
  const relieving = await standingMovements(
    transaction,
    loan,
    inArray(ledgerTransactions.kind, ['waiver', 'charge-correction']),
  );
  const relievesAny = (ids: readonly string[]) => (movement: BookedMovement) =>
    movement.postings.some(
      ({ component, instalmentId }) => component === 'penalty' && ids.includes(instalmentId ?? ''),
    );
  const withLateFee = [...penaltiesByInstalment(penalties.filter(({ kind }) => kind === 'late-fee')).keys()];
  const ofLateFees = relieving.filter(
    (movement) => isCorrectionOf('late-fee', movement.key) && relievesAny(withLateFee)(movement),
  );
  const reversals = [...penalties, ...ofLateFees].map((movement) => reversalOf(movement, now));
  const short = afterMovements(records, reversals).filter(({ charged }) => charged.penalty < 0);
  const isInTheWay = relievesAny(short.map(({ id }) => id));
  return relieving.filter((movement) => ofLateFees.includes(movement) || isInTheWay(movement));
}
