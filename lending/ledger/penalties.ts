import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, daysBetween, type LocalDate, localDateAt, startOfDay } from '#domain/calendar.ts';
import { remainingTotal, unpaidBaseMinor } from '#domain/loan/instalment-state.ts';
import { runningStatuses } from '#domain/loan/loan-status.ts';
import { penaltyForDay } from '#domain/loan/penalty.ts';
import { marketOf } from '#domain/market.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { followInstalments } from '../loan/loan-status.ts';
import { type InstalmentRecord, instalmentsOf, type LoanRecord, lockLoan } from './loans.ts';
import { type Movement, postTransactions } from './post.ts';

/** Loans locked at once by the job. */
const usualBatchSize = 50;

/** The calendar day of a loan's market at an instant. */
export function todayOf(loan: Pick<LoanRecord, 'market'>, now: Date): LocalDate {
  return localDateAt(now, marketOf[loan.market].timeZone);
}

/** The first day whose penalty is not booked, and whether there is one up to `today`. */
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

/**
 * Books penalties on a locked loan up to and including `today`: each missing day's on what the instalment then leaves
 * unpaid, and with the first day the product's late fee (LEGAL-2, LEGAL-3). Every day is booked once however often
 * this runs.
 * @param correction tells days that are booked anew from the bookings that were taken back.
 */
export async function bookPenalties(
  tx: Database,
  loan: LoanRecord,
  today: LocalDate,
  correction?: string,
): Promise<void> {
  const records = await instalmentsOf(tx, loan.id);
  const late = records.filter((instalment) => isPenaltyMissing(instalment, today));
  if (late.length === 0) return;
  await postTransactions(
    tx,
    loan,
    late.flatMap((instalment) => penaltyMovements(loan, instalment, today, correction)),
  );
  const lateIds = late.map(({ id }) => id);
  await tx.update(instalments).set({ accruedThrough: today }).where(inArray(instalments.id, lateIds));
}

/** Books a locked loan's penalties up to today, then makes it overdue or current. Pages and the job use it alike. */
export async function accrueLoan(tx: Database, loan: LoanRecord, now: Date): Promise<void> {
  const today = todayOf(loan, now);
  await bookPenalties(tx, loan, today);
  await followInstalments(tx, loan, await instalmentsOf(tx, loan.id), { today, now, by: 'accrual' });
}

function penaltyMovements(
  loan: LoanRecord,
  instalment: InstalmentRecord,
  today: LocalDate,
  correction: string | undefined,
): Movement[] {
  const { terms, market, isRepeatBorrower } = loan;
  const unpaidMinor = unpaidBaseMinor(instalment);
  const firstDay = firstMissingDay(instalment);
  const movements: Movement[] = [];
  const book = (
    kind: 'accrual' | 'late-fee',
    key: string,
    day: LocalDate,
    amountMinor: MinorAmount,
  ): void => {
    if (amountMinor === 0) return;
    movements.push({
      kind,
      occurredAt: startOfDay(day, marketOf[market].timeZone),
      idempotencyKey: correction === undefined ? key : `${key}:${correction}`,
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
  for (let day = firstDay; day <= today; day = addDays(day, 1)) {
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
  database: Database,
  now: Date,
  batchSize = usualBatchSize,
): Promise<AccrualRun> {
  const failures: unknown[] = [];
  let loanCount = 0;
  let lastId: string | undefined;
  do {
    lastId = await database.transaction(async (tx) => {
      const ids = await lockLoansToAccrue(tx, now, batchSize, lastId);
      for (const id of ids) {
        try {
          await tx.transaction((step) => accrueById(step, id, now));
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

async function accrueById(tx: Database, id: string, now: Date): Promise<void> {
  const loan = await lockLoan(tx, eq(loans.id, id));
  if (loan) await accrueLoan(tx, loan, now);
}

async function lockLoansToAccrue(
  tx: Database,
  now: Date,
  batchSize: number,
  after: string | undefined,
): Promise<string[]> {
  const today = sql`case ${loans.market} when 'MX' then ${todayOf({ market: 'MX' }, now)}::date
    else ${todayOf({ market: 'IN' }, now)}::date end`;
  const hasMissingDay = sql`exists (select 1 from ${instalments}
    where ${instalments.loanId} = ${loans.id}
      and coalesce(${instalments.accruedThrough}, ${instalments.dueDate}) < ${today}
      and (${instalments.penaltyChargedMinor} > ${instalments.penaltyPaidMinor}
        or ${instalments.feeChargedMinor} > ${instalments.feePaidMinor}
        or ${instalments.vatChargedMinor} > ${instalments.vatPaidMinor}
        or ${instalments.interestChargedMinor} > ${instalments.interestPaidMinor}
        or ${instalments.principalChargedMinor} > ${instalments.principalPaidMinor}))`;
  const rows = await tx
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
