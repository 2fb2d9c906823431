import { setTimeout } from 'node:timers/promises';
import { and, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Database, inTransaction, queryRows, type Transaction, together } from '#db/database.ts';
import { databaseFailureOf, isRepeatable, withRetries } from '#db/failure.ts';
import { ledgerTransactions } from '#db/schema/ledger.ts';
import { addDays, daysBetween, type LocalDate } from '#domain/calendar.ts';
import { dueNow, remainingTotal } from '#domain/loan/instalment-state.ts';
import { isRunning, runningStatuses } from '#domain/loan/loan-status.ts';
import { penaltyForDay } from '#domain/loan/penalty.ts';
import { type PenaltyPause, penaltyBaseOn } from '#domain/loan/penalty-pause.ts';
import { dayIn, type Market, startOfDayIn } from '#domain/market.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { lateFeeOf } from '#domain/offer/product-terms.ts';
import { bookableThrough } from './bookable-day.ts';
import {
  type BookingContext,
  followInstalments,
  type InstalmentRecord,
  instalmentsOf,
  isOfLoans,
  type LoanOf,
  type LockedAccount,
  type LockedLoan,
  lockFreeLoans,
  markOverdue,
  moveDates,
  statusBy,
} from './loans.ts';
import { pausesByLoan, pausesOf } from './penalty-pauses.ts';
import { afterMovements, balancesAfter, type Movement, postNewMovements, postOnLoans } from './post.ts';

/** Loans locked and booked at once: few, since whoever waits for the processor or for one of them waits so long. */
const usualBatchSize = 10;
/** Instalments looked at in one search. */
const searchSize = 5000;

/** The first day whose penalty is not booked. */
function firstMissingDay(instalment: InstalmentRecord): LocalDate {
  return addDays(instalment.accruedThrough ?? instalment.dueDate, 1);
}

function isPenaltyMissing(instalment: InstalmentRecord, today: LocalDate): boolean {
  const { accruedThrough, dueDate } = instalment;
  return (accruedThrough ?? dueDate) < today && remainingTotal([instalment]) > 0;
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

/** What the penalties of a loan depend on besides its instalments. */
export interface PenaltyFacts {
  /** The last day that may be booked; null for any. */
  readonly permitted: LocalDate | null;
  readonly pauses: readonly PenaltyPause[];
  /** The late fees of the loan, and its penalties of days that its instalments lack, whether they stand or not. */
  readonly booked: readonly BookedPenalty[];
}

interface BookedPenalty {
  readonly id: string;
  readonly key: string;
  readonly isStanding: boolean;
}

/** For a loan that has no penalties to come. */
export const noPenaltyFacts: PenaltyFacts = { permitted: null, pauses: [], booked: [] };

/**
 * What the next day late adds to the penalties of what is asked for; before it is late, what its first one would. Nothing once the
 * loan was written off, or while it pauses.
 */
export function nextDayPenalty({
  loan: { terms, status },
  instalments: records,
  today,
  pauses,
}: {
  readonly loan: Pick<LockedLoan, 'terms' | 'status'>;
  readonly instalments: readonly InstalmentRecord[];
  readonly today: LocalDate;
  readonly pauses: readonly PenaltyPause[];
}): MinorAmount {
  if (status === 'written-off') return zeroMinor;
  const asked = dueNow(records, today)?.instalmentSequences ?? [];
  const amounts = records
    .filter(({ sequence }) => asked.includes(sequence))
    .map((instalment) => {
      const daysLate = Math.max(0, daysBetween(instalment.dueDate, today));
      const unpaidMinor = penaltyBaseOn(instalment, pauses, addDays(today, 1));
      return penaltyForDay(unpaidMinor, daysLate + 1, terms.penaltyBands);
    });
  return addMinor(...amounts);
}

/** Reads what the penalties of a loan depend on that are not booked. @param records its instalments as they stand. */
export async function readPenaltyFacts(
  transaction: Transaction,
  loan: LockedLoan,
  records: readonly InstalmentRecord[],
): Promise<PenaltyFacts> {
  const [permitted, pauses, booked] = await together(
    () => bookableThrough(transaction),
    () => pausesOf(transaction, loan),
    () => bookedPenalties(transaction, [loan], or(isLateFee, isOnMissingDay(loan, records))),
  );
  return { permitted, pauses, booked };
}

const isLateFee = eq(ledgerTransactions.kind, 'late-fee');

/** A day that is missing is booked already where the clock went back after it was, or a payment was extended after its late fee. */
function isOnMissingDay(loan: LockedLoan, records: readonly InstalmentRecord[]): SQL | undefined {
  const { kind, occurredAt } = ledgerTransactions;
  const [firstDay] = records
    .filter((instalment) => remainingTotal([instalment]) > 0)
    .map(firstMissingDay)
    .sort();
  if (firstDay === undefined) return undefined;
  return and(eq(kind, 'accrual'), gte(occurredAt, startOfDayIn(loan.market, firstDay)));
}

/** The penalties and late fees of some loans that `which` is true of, reversals left out. */
async function bookedPenalties(
  transaction: Transaction,
  loansOf: readonly LoanOf[],
  which: SQL | undefined,
): Promise<BookedPenalty[]> {
  const { id, borrowerId, idempotencyKey, reversesId } = ledgerTransactions;
  const reversal = alias(ledgerTransactions, 'reversal');
  const rows = await transaction
    .select({ id, key: idempotencyKey, reversedBy: reversal.id })
    .from(ledgerTransactions)
    .leftJoin(reversal, and(eq(reversal.reversesId, id), eq(reversal.borrowerId, borrowerId)))
    .where(and(isOfLoans(ledgerTransactions, loansOf), isNull(reversesId), which));
  return rows.map(({ reversedBy, ...row }) => ({ ...row, isStanding: reversedBy === null }));
}

/**
 * Whether an instalment has a late fee already, which is charged once (LEGAL-2), also where it was extended and is late again.
 * @param isAnew whether its days are booked anew, under new keys; others need not be asked about.
 */
function hasLateFee(
  instalment: InstalmentRecord,
  booked: readonly BookedPenalty[],
  isAnew: boolean,
): boolean {
  const isItsFee = ({ key }: BookedPenalty) => `${key}:`.startsWith(`${lateFeeKey(instalment)}:`);
  return isAnew && booked.some((each) => each.isStanding && isItsFee(each));
}

/** Penalties that are to be booked, and the instalments as they stand then. */
export interface MissingPenalties {
  readonly movements: readonly Movement[];
  readonly instalments: readonly InstalmentRecord[];
}

/**
 * Works out a loan's penalties through a day: each missing day's on what the instalment then leaves unpaid, and with the
 * first day ever the product's late fee (LEGAL-2, LEGAL-3), while the loan runs and no pause holds for all of it. Every day is booked once, and none that
 * the clock should not have come to yet (`stepDays`).
 */
export function missingPenalties(
  loan: LockedLoan,
  records: readonly InstalmentRecord[],
  { through: wanted, correction }: PenaltyBooking,
  { permitted, pauses, booked }: PenaltyFacts,
): MissingPenalties {
  const through = permitted !== null && permitted < wanted ? permitted : wanted;
  const late = isRunning(loan.status)
    ? records.filter((instalment) => isPenaltyMissing(instalment, through))
    : [];
  if (late.length === 0) return { movements: [], instalments: records };
  const bookedKeys = new Set(booked.map(({ key }) => key));
  const movements = late
    .flatMap((instalment) => {
      const isFeeCharged = hasLateFee(instalment, booked, correction !== undefined || isAgain(instalment));
      return penaltyMovements(loan, instalment, { through, correction }, { pauses, isFeeCharged });
    })
    .filter(({ idempotencyKey }) => !bookedKeys.has(idempotencyKey));
  const after = afterMovements(records, movements).map((record) =>
    late.some(({ id }) => id === record.id) ? { ...record, accruedThrough: through } : record,
  );
  return { movements, instalments: after };
}

/**
 * Books a loan's penalties through today, then makes it overdue or current. Pages and the job use it alike. However often it runs,
 * each day is booked once.
 * @param known its instalments, where they were read under its lock.
 */
export async function accrueLoan(
  transaction: Transaction,
  loan: LockedLoan,
  context: BookingContext,
  known?: readonly InstalmentRecord[],
): Promise<LockedAccount> {
  const through = dayIn(loan.market, context.now);
  const records = known ?? (await instalmentsOf(transaction, loan));
  if (!isRunning(loan.status) || !isAccrualDue(records, through)) {
    const same = await followInstalments(transaction, loan, 'accrual', context, { records });
    return { loan: same, instalments: records };
  }
  const facts = await readPenaltyFacts(transaction, loan, records);
  const { movements, instalments: after } = missingPenalties(loan, records, { through }, facts);
  postNewMovements(transaction, loan, movements, context);
  moveDates(transaction, loan, records, after);
  const owing = { ...loan, ...balancesAfter(loan, movements) };
  const followed = await followInstalments(transaction, owing, 'accrual', context, { records: after });
  return { loan: followed, instalments: after };
}

/** Whether penalties of an instalment were reversed by hand, so that its days may be booked anew. */
const isAgain = ({ penaltyRound }: InstalmentRecord): boolean => penaltyRound > 0;

const lateFeeKey = ({ id }: InstalmentRecord): string => `late-fee:${id}`;

function penaltyMovements(
  { terms, market, isRepeatBorrower }: LockedLoan,
  instalment: InstalmentRecord,
  { through, correction }: PenaltyBooking,
  { pauses, isFeeCharged }: { readonly pauses: readonly PenaltyPause[]; readonly isFeeCharged: boolean },
): Movement[] {
  const firstDay = firstMissingDay(instalment);
  const movements: Movement[] = [];
  const again = [
    ...(isAgain(instalment) ? [`round-${instalment.penaltyRound}`] : []),
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
    const unpaidMinor = penaltyBaseOn(instalment, pauses, day);
    const daysLate = daysBetween(instalment.dueDate, day);
    if (daysLate === 1 && unpaidMinor > 0 && !isFeeCharged) {
      book('late-fee', lateFeeKey(instalment), day, lateFeeOf(terms, isRepeatBorrower));
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

/** How fast the job goes. */
export interface AccrualPace {
  readonly batchSize?: number;
  /** Called between two batches with the milliseconds that the first took; the other begins when it is done. */
  rest?(batchMs: number): Promise<void>;
}

/** How long a search for loans that lack penalties begins again. */
const searchForMs = 60_000;

/**
 * Whether a search took too long. What the days before left behind in the index has each to be looked up once, and PostgreSQL notes
 * which of it is gone: a search that was ended gets further the next time.
 */
const isTooSlow = (error: unknown): boolean => databaseFailureOf(error) === 'too-slow';

/** Leaves half of the time to requests, which come in between. */
export function restForRequests(batchMs: number): Promise<void> {
  return setTimeout(batchMs);
}

/**
 * Books penalties on every loan that lacks some, in batches, each a short transaction; loans that another process holds
 * are left to it. Can be run at any time, twice or in parallel, and catches up the days it was not run.
 * @throws what the database does when it is not there; what is done by then is done.
 */
export async function accrueOverdueLoans(
  outer: Database | Transaction,
  context: BookingContext,
  { batchSize = usualBatchSize, rest }: AccrualPace = {},
): Promise<AccrualRun> {
  const failures: unknown[] = [];
  let loanCount = 0;
  let after: AccrualPlace | undefined;
  let batchMs: number | undefined;
  do {
    const found = await withRetries(searchForMs, isTooSlow, () =>
      queryRows<AccrualPlace & { id: string | null }>(outer, dueForAccrual(context.now, after)),
    );
    const due = [...new Set(found.flatMap(({ id }) => (id === null ? [] : [id])))].sort();
    for (let start = 0; start < due.length; start += batchSize) {
      const ids = due.slice(start, start + batchSize);
      if (batchMs !== undefined) await rest?.(batchMs);
      const begunAt = performance.now();
      const done = await accrueTogether(outer, ids, context);
      batchMs = performance.now() - begunAt;
      loanCount += done.loanCount;
      failures.push(...done.failures);
    }
    after = found.length < searchSize ? undefined : found.at(-1);
  } while (after !== undefined);
  return { loanCount, failures };
}

/** Books the penalties of some loans in one transaction; when that fails or takes too long, of each half in its own. */
async function accrueTogether(
  outer: Database | Transaction,
  ids: readonly string[],
  context: BookingContext,
): Promise<AccrualRun> {
  try {
    const loanCount = await inTransaction(outer, (transaction) => accrueBatch(transaction, ids, context));
    return { loanCount, failures: [] };
  } catch (error) {
    if (isRepeatable(error)) throw error;
    if (ids.length === 1) return { loanCount: 0, failures: [error] };
  }
  const half = Math.ceil(ids.length / 2);
  const runs: AccrualRun[] = [];
  for (const part of [ids.slice(0, half), ids.slice(half)]) {
    runs.push(await accrueTogether(outer, part, context));
  }
  return {
    loanCount: runs.reduce((sum, { loanCount }) => sum + loanCount, 0),
    failures: runs.flatMap(({ failures }) => failures),
  };
}

/** As `accrueLoan`, on those of the loans that are not locked; gives how many. */
async function accrueBatch(
  transaction: Transaction,
  ids: readonly string[],
  context: BookingContext,
): Promise<number> {
  const [permitted, unlocked] = await together(
    () => bookableThrough(transaction),
    () => lockFreeLoans(transaction, ids),
  );
  const free = unlocked.filter(({ loan }) => isRunning(loan.status));
  const loansOf = free.map(({ loan }) => loan);
  const again = free.filter(({ instalments }) => instalments.some(isAgain)).map(({ loan }) => loan);
  const [pauses, fees] = await together(
    () => pausesByLoan(transaction, loansOf),
    async () => (again.length === 0 ? [] : bookedPenalties(transaction, again, isLateFee)),
  );
  const booked = free.map(({ loan, instalments }) => {
    const today = dayIn(loan.market, context.now);
    const through = permitted !== null && permitted < today ? permitted : today;
    const late = instalments.filter((instalment) => isPenaltyMissing(instalment, through));
    const movements = late.flatMap((instalment) =>
      penaltyMovements(
        loan,
        instalment,
        { through },
        {
          pauses: pauses.get(loan.id) ?? [],
          isFeeCharged: hasLateFee(instalment, fees, isAgain(instalment)),
        },
      ),
    );
    const isFallen = loan.status === 'to-repay' && statusBy(instalments, today) === 'overdue';
    const fallenDue = isFallen ? dueNow(instalments, today) : null;
    return { loan, through, instalmentIds: late.map(({ id }) => id), movements, fallenDue };
  });
  await postOnLoans(transaction, booked, context, booked);
  const fallen = booked.flatMap(({ loan, fallenDue: due }) => (due === null ? [] : [{ loan, due }]));
  markOverdue(transaction, fallen, context);
  return booked.filter(({ instalmentIds }) => instalmentIds.length > 0).length;
}

/** A place among the unpaid instalments, by the last day booked. */
interface AccrualPlace {
  readonly bookedThrough: LocalDate;
  readonly instalmentId: string;
}

/**
 * Looks at the next unpaid instalments that were not booked up to today, by the partial index `instalments_to_accrue`: so many and
 * no more, however many there are. Gives the loan of each, null where it does not run or is not late in its market yet.
 */
export function dueForAccrual(now: Date, after: AccrualPlace | undefined): SQL {
  const today = (market: Market) => sql`${dayIn(market, now)}::date`;
  const bookedThrough = sql`coalesce(instalments.accrued_through, instalments.due_date)`;
  const isAfter =
    after === undefined
      ? sql``
      : sql`and (${bookedThrough}, instalments.id) > (${after.bookedThrough}::date, ${after.instalmentId}::uuid)`;
  return sql`with looked_at as materialized (
      select instalments.id, instalments.loan_id, instalments.borrower_id, ${bookedThrough} as booked_through from instalments
      where ${bookedThrough} < ${today('IN')}
        and (instalments.penalty_charged_minor > instalments.penalty_paid_minor
          or instalments.fee_charged_minor > instalments.fee_paid_minor
          or instalments.vat_charged_minor > instalments.vat_paid_minor
          or instalments.interest_charged_minor > instalments.interest_paid_minor
          or instalments.principal_charged_minor > instalments.principal_paid_minor)
        ${isAfter}
      order by ${bookedThrough}, instalments.id limit ${searchSize}
    )
    select loans.id, looked_at.booked_through::text as "bookedThrough", looked_at.id as "instalmentId"
    from looked_at left join loans on loans.id = looked_at.loan_id and loans.borrower_id = looked_at.borrower_id
      and (loans.market <> 'MX' or looked_at.booked_through < ${today('MX')})
      and loans.status in (${sql.join(
        runningStatuses.map((status) => sql`${status}`),
        sql`, `,
      )})
    order by looked_at.booked_through, looked_at.id`;
}
