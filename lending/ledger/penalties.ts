import { and, asc, gt, inArray, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, daysBetween, type LocalDate } from '#domain/calendar.ts';
import { remainingTotal, unpaidBaseMinor } from '#domain/loan/instalment-state.ts';
import { runningStatuses } from '#domain/loan/loan-status.ts';
import { penaltyForDay } from '#domain/loan/penalty.ts';
import { dayIn, startOfDayIn } from '#domain/market.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { bookableThrough } from './bookable-day.ts';
import {
  type BookingContext,
  followInstalments,
  type InstalmentRecord,
  instalmentsOf,
  type LockedLoan,
  lockLoanById,
} from './loans.ts';
import { type Movement, postMovements } from './post.ts';

/** Loans locked at once by the job. */
const usualBatchSize = 50;

/** The first day whose penalty is not booked. */
function firstMissingDay(instalment: InstalmentRecord): LocalDate {
  return addDays(instalment.accruedThrough ?? instalment.dueDate, 1);
}

function isPenaltyMissing(instalment: InstalmentRecord, today: LocalDate): boolean {
  return firstMissingDay(instalment) <= today && remainingTotal([instalment]) > 0;
}

/** Whether booking up to `today` would change anything. */
export function isAccrualDue(records: readonly InstalmentRecord[], today: LocalDate): boolean {
  return records.some((instalment) => isPenaltyMissing(instalment, today));
}

/** How far penalties are booked. */
export interface PenaltyBooking {
  /** The last day that is booked. */
  readonly through: LocalDate;
  /** Tells days that are booked anew from the bookings that were taken back. */
  readonly correction?: string | undefined;
}

/**
 * Books a loan's penalties through a day: each missing day's on what the instalment then leaves unpaid, and with the
 * first day the product's late fee (LEGAL-2, LEGAL-3). Every day is booked once however often this runs, and none that
 * the clock should not have come to yet (`stepDays`).
 */
export async function bookPenalties(
  transaction: Transaction,
  loan: LockedLoan,
  { through: wanted, correction }: PenaltyBooking,
  context: BookingContext,
): Promise<void> {
  const permitted = await bookableThrough(transaction);
  const through = permitted !== null && permitted < wanted ? permitted : wanted;
  const records = await instalmentsOf(transaction, loan.id);
  const late = records.filter((instalment) => isPenaltyMissing(instalment, through));
  if (late.length === 0) return;
  const movements = late.flatMap((instalment) => penaltyMovements(loan, instalment, { through, correction }));
  await postMovements(transaction, loan, movements, context);
  const lateIds = late.map(({ id }) => id);
  await transaction
    .update(instalments)
    .set({ accruedThrough: through })
    .where(inArray(instalments.id, lateIds));
}

/** Books a loan's penalties through today, then makes it overdue or current. Pages and the job use it alike. */
export async function accrueLoan(
  transaction: Transaction,
  loan: LockedLoan,
  context: BookingContext,
): Promise<LockedLoan> {
  await bookPenalties(transaction, loan, { through: dayIn(loan.market, context.now) }, context);
  return followInstalments(transaction, loan, 'accrual', context);
}

function penaltyMovements(
  { terms, market, isRepeatBorrower }: LockedLoan,
  instalment: InstalmentRecord,
  { through, correction }: PenaltyBooking,
): Movement[] {
  const unpaidMinor = unpaidBaseMinor(instalment);
  const firstDay = firstMissingDay(instalment);
  const movements: Movement[] = [];
  const again = [
    ...(instalment.penaltyRound > 0 ? [`round-${instalment.penaltyRound}`] : []),
    ...(correction === undefined ? [] : [correction]),
  ];
  const book = (
    kind: 'accrual' | 'late-fee',
    key: string,
    day: LocalDate,
    amountMinor: MinorAmount,
  ): void => {
    if (amountMinor === 0) return;
    movements.push({
      kind,
      occurredAt: startOfDayIn(market, day),
      idempotencyKey: [key, ...again].join(':'),
      postings: [
        { account: 'receivable', component: 'penalty', instalmentId: instalment.id, amountMinor },
        {
          account: 'penalty-income',
          component: 'penalty',
          amountMinor: subtractMinor(zeroMinor, amountMinor),
        },
      ],
    });
  };
  for (let day = firstDay; day <= through; day = addDays(day, 1)) {
    const daysLate = daysBetween(instalment.dueDate, day);
    if (daysLate === 1 && unpaidMinor > 0) {
      const lateFeeMinor = isRepeatBorrower ? terms.lateFeeRepeatMinor : terms.lateFeeNewMinor;
      book('late-fee', `late-fee:${instalment.id}`, day, lateFeeMinor);
    }
    book(
      'accrual',
      `accrual:${instalment.id}:${day}`,
      day,
      penaltyForDay(unpaidMinor, daysLate, terms.penaltyBands),
    );
  }
  return movements;
}

/** What a run of the job did; a loan that failed keeps the error and is tried again by the next run. */
export interface AccrualRun {
  readonly loanCount: number;
  readonly failures: readonly unknown[];
}

/**
 * Books penalties on every loan that lacks some, in batches; loans that another process holds are left to it. Can be
 * run at any time, twice or in parallel, and catches up the days it was not run.
 */
export async function accrueOverdueLoans(
  outer: Database | Transaction,
  context: BookingContext,
  batchSize = usualBatchSize,
): Promise<AccrualRun> {
  const failures: unknown[] = [];
  let loanCount = 0;
  let lastId: string | undefined;
  do {
    lastId = await inTransaction(outer, async (transaction) => {
      const ids = await lockLoansToAccrue(transaction, context.now, batchSize, lastId);
      for (const id of ids) {
        try {
          await inTransaction(transaction, (step) => accrueById(step, id, context));
          loanCount += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      return ids.length < batchSize ? undefined : ids.at(-1);
    });
  } while (lastId !== undefined);
  return { loanCount, failures };
}

async function accrueById(transaction: Transaction, id: string, context: BookingContext): Promise<void> {
  const loan = await lockLoanById(transaction, id);
  if (loan) await accrueLoan(transaction, loan, context);
}

async function lockLoansToAccrue(
  transaction: Transaction,
  now: Date,
  batchSize: number,
  after: string | undefined,
): Promise<string[]> {
  const today = sql`case ${loans.market} when 'MX' then ${dayIn('MX', now)}::date else ${dayIn('IN', now)}::date end`;
  const hasMissingDay = sql`exists (select 1 from ${instalments}
    where ${instalments.loanId} = ${loans.id}
      and coalesce(${instalments.accruedThrough}, ${instalments.dueDate}) < ${today}
      and (${instalments.penaltyChargedMinor} > ${instalments.penaltyPaidMinor}
        or ${instalments.feeChargedMinor} > ${instalments.feePaidMinor}
        or ${instalments.vatChargedMinor} > ${instalments.vatPaidMinor}
        or ${instalments.interestChargedMinor} > ${instalments.interestPaidMinor}
        or ${instalments.principalChargedMinor} > ${instalments.principalPaidMinor}))`;
  const rows = await transaction
    .select({ id: loans.id })
    .from(loans)
    .where(
      and(
        inArray(loans.status, [...runningStatuses]),
        after === undefined ? undefined : gt(loans.id, after),
        hasMissingDay,
      ),
    )
    .orderBy(asc(loans.id))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  return rows.map(({ id }) => id);
}
