import { setTimeout } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction, queryRows, type Transaction } from '#db/database.ts';
import { databaseFailureOf, isRepeatable, withRetries } from '#db/failure.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { isRunning, runningStatuses } from '#domain/loan/loan-status.ts';
import { allMarkets, dayIn } from '#domain/market.ts';
import { decideOn } from './act.ts';
import { latestDay } from './bookable-day.ts';
import { commit } from './commit.ts';
import { unpaid } from './loan-lists.ts';
import type { BookingContext, LoanOf } from './loans.ts';
import { readFreeStates } from './states.ts';

/** Loans locked and booked at once: few, since requests wait that long for the processor or a loan. */
const usualBatchSize = 10;
const searchSize = 5000;

/** The result of a run; a loan that failed is tried again by the next run. */
export interface AccrualRun {
  readonly loanCount: number;
  readonly failures: readonly unknown[];
}

export interface AccrualPace {
  readonly batchSize?: number;
  /** Called after a batch with its duration in milliseconds; the next begins when it resolves. */
  rest?(batchMs: number): Promise<void>;
}

const searchForMs = 60_000;

/**
 * Whether a search took too long. Its index holds dead entries of the days before, each of which PostgreSQL looks up once and then marks,
 * so the next search gets further.
 */
const isTooSlow = (error: unknown): boolean => databaseFailureOf(error) === 'too-slow';

export function restForRequests(batchMs: number): Promise<void> {
  return setTimeout(batchMs);
}

/**
 * Books missing penalties on every loan, in batches, each a short transaction; skips loans that another process holds. It may run at any
 * time, twice or in parallel, and catches up missed days. @throws the database's failure; what is done stays done.
 */
export async function accrueOverdueLoans(
  outer: Database | Transaction,
  context: BookingContext,
  pace: AccrualPace = {},
): Promise<AccrualRun> {
  const failures: unknown[] = [];
  let loanCount = 0;
  let after: AccrualPlace | undefined;
  do {
    const places = await withRetries(searchForMs, isTooSlow, () =>
      queryRows<AccrualPlace & { id: string | null; borrowerId: string }>(
        outer,
        dueForAccrual(context.now, after),
      ),
    );
    const due = new Map(
      places.flatMap(({ id, borrowerId }) => (id === null ? [] : [[id, { id, borrowerId }]])),
    );
    const done = await accrueInBatches(outer, [...due.values()].sort(byId), context, pace);
    loanCount += done.loanCount;
    failures.push(...done.failures);
    after = places.length < searchSize ? undefined : places.at(-1);
  } while (after !== undefined);
  return { loanCount, failures };
}

/**
 * Begins the earning periods of running loans that have none, from before there were such periods (`followIncome`): unearned income leaves
 * their income. It may run at any time, as `accrueOverdueLoans`, and continues where it stopped.
 */
export async function beginEarnings(
  outer: Database | Transaction,
  context: BookingContext,
  pace: AccrualPace = {},
): Promise<AccrualRun> {
  const failures: unknown[] = [];
  let loanCount = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await queryRows<LoanOf>(
      outer,
      sql`select loans.id, loans.borrower_id as "borrowerId" from loans where loans.status in (${statusList}) and loans.earning_since is null
        and loans.id > ${after}::uuid order by loans.id limit ${searchSize}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return { loanCount, failures };
    const done = await accrueInBatches(outer, rows, context, pace);
    loanCount += done.loanCount;
    failures.push(...done.failures);
    after = last.id;
  }
}

async function accrueInBatches(
  outer: Database | Transaction,
  due: readonly LoanOf[],
  context: BookingContext,
  { batchSize = usualBatchSize, rest }: AccrualPace,
): Promise<AccrualRun> {
  const failures: unknown[] = [];
  let loanCount = 0;
  let batchMs: number | undefined;
  for (let start = 0; start < due.length; start += batchSize) {
    if (batchMs !== undefined) await rest?.(batchMs);
    const begunAt = performance.now();
    const done = await accrueTogether(outer, due.slice(start, start + batchSize), context);
    batchMs = performance.now() - begunAt;
    loanCount += done.loanCount;
    failures.push(...done.failures);
  }
  return { loanCount, failures };
}

/** Books the penalties of some loans in one transaction; when that fails or takes too long, of each half separately. */
async function accrueTogether(
  outer: Database | Transaction,
  due: readonly LoanOf[],
  context: BookingContext,
): Promise<AccrualRun> {
  try {
    const loanCount = await inTransaction(outer, (transaction) => accrueBatch(transaction, due, context));
    return { loanCount, failures: [] };
  } catch (error) {
    if (isRepeatable(error)) throw error;
    if (due.length === 1) return { loanCount: 0, failures: [error] };
  }
  const half = Math.ceil(due.length / 2);
  const runs: AccrualRun[] = [];
  for (const part of [due.slice(0, half), due.slice(half)]) {
    runs.push(await accrueTogether(outer, part, context));
  }
  return {
    loanCount: runs.reduce((sum, { loanCount }) => sum + loanCount, 0),
    failures: runs.flatMap(({ failures }) => failures),
  };
}

/** Books missing penalties on loans that are not locked. @returns how many loans changed. */
async function accrueBatch(transaction: Transaction, due: readonly LoanOf[], context: BookingContext) {
  const states = await readFreeStates(transaction, due);
  const decisions = states
    .filter(({ loan }) => isRunning(loan.status))
    .map((state) => decideOn(state, { act: 'accrue' }, context));
  commit(transaction, decisions, context);
  return decisions.filter(({ booking }) => booking.dates.length + booking.earnings.length > 0).length;
}

const byId = (one: LoanOf, other: LoanOf) => (one.id < other.id ? -1 : 1);

const statusList = sql.raw(runningStatuses.map((status) => `'${status}'`).join(', '));

interface AccrualPlace {
  readonly bookedThrough: LocalDate;
  readonly instalmentId: string;
}

/**
 * Examines the next unpaid instalments that are not booked up to today, by the partial index `instalments_to_accrue`, at most `searchSize`
 * of them. Gives the loan of each, null where it does not run or is not late in its market yet.
 */
export function dueForAccrual(now: Date, after: AccrualPlace | undefined): SQL {
  const bookedThrough = sql`coalesce(instalments.accrued_through, instalments.due_date)`;
  const isAfter =
    after === undefined
      ? sql``
      : sql`and (${bookedThrough}, instalments.id) > (${after.bookedThrough}::date, ${after.instalmentId}::uuid)`;
  const lookedAt = sql`select instalments.id, instalments.loan_id, instalments.borrower_id, ${bookedThrough} as booked_through from instalments
    where ${bookedThrough} < ${latestDay(now)}::date and ${unpaid('instalments')} ${isAfter}
    order by ${bookedThrough}, instalments.id limit ${searchSize}`;
  return sql`with looked_at as materialized (${lookedAt})
    select loans.id, looked_at.borrower_id as "borrowerId", looked_at.booked_through::text as "bookedThrough", looked_at.id as "instalmentId"
    from looked_at left join loans on loans.id = looked_at.loan_id and loans.borrower_id = looked_at.borrower_id
      and looked_at.booked_through < case loans.market ${sql.join(
        allMarkets.map((market) => sql`when ${market} then ${dayIn(market, now)}::date`),
        sql` `,
      )} end
      and loans.status in (${sql.join(
        runningStatuses.map((status) => sql`${status}`),
        sql`, `,
      )})
    order by looked_at.booked_through, looked_at.id`;
}
