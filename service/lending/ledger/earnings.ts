import { and, asc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { columnsOf, firstRow } from '#db/rows.ts';
import { earningDays } from '#db/schema/ledger.ts';
import type { LedgerAccount } from '#domain/booking/movement.ts';
import { addDays, type LocalDate, localDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/money/money.ts';
import { bookableThrough } from './bookable-day.ts';
import { inParts } from './in-batches.ts';

/** Earnings of a currency's loans by their periods on a day; amounts are digits, since a sum may have any size. */
export interface EarningDay {
  readonly day: LocalDate;
  readonly interestMinor: string;
  readonly feeMinor: string;
}

export const earningAccounts = [
  { figure: 'interestMinor', component: 'interest', from: 'unearned-interest', to: 'interest-income' },
  { figure: 'feeMinor', component: 'fee', from: 'unearned-fee', to: 'fee-income' },
] as const satisfies readonly {
  readonly figure: keyof EarningDay;
  readonly component: string;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
}[];

const batchSize = 50_000;

interface Place {
  readonly day: LocalDate;
  readonly id: string;
}

/** The earned part of an amount after some days of its period: equal parts, rounded half-even like `earnedThrough`. */
function earnedAfter(amount: SQL, days: SQL): SQL {
  const span = sql`(period.through_day - period.from_day)`;
  const product = sql`(${amount} * ${days})`;
  const rest = sql`(2 * (${product} % ${span}))`;
  return sql`(${product} / ${span} + case when ${rest} > ${span} or ${rest} = ${span} and (${product} / ${span}) % 2 = 1
    then 1 else 0 end)`;
}

const firstDay = localDate('1970-01-01');

export function earnedBy(amount: SQL, day: SQL): SQL {
  const days = sql`least(greatest(${day} - period.from_day, 0), period.through_day - period.from_day)`;
  return earnedAfter(amount, days);
}

type Earned = Omit<EarningDay, 'day'>;

/**
 * Earnings of a currency's loans by their periods over days, both included: for each period what it earned by the end minus what it earned
 * before. A change counts from the next day on, so a day's earnings are final once it began.
 */
async function earnedOver(database: Database | Transaction, { currency, fromDay, throughDay }: DaysRange) {
  const place = sql`(period.through_day, period.id)`;
  const isOfDays = sql`period.currency = ${currency} and period.through_day >= ${fromDay}::date`;
  const isAfter = (key: Place | undefined) =>
    key === undefined ? sql`` : sql`and ${place} > (${key.day}::date, ${key.id}::uuid)`;
  const before = sql`greatest(${addDays(fromDay, -1)}::date, period.since)`;
  const end = sql`least(${throughDay}::date, period.until)`;
  const earned = (amount: SQL) =>
    sql`coalesce(sum(${earnedBy(amount, end)} - ${earnedBy(amount, before)}), 0)::text`;
  const parts = await inParts<Place, Earned>(database, {
    size: batchSize,
    async endAfter(queryable, after, size) {
      return firstRow(
        queryRows<Place>(
          queryable,
          sql`select day, id from (
            select period.through_day::text as day, period.id from earning_periods as period
            where ${isOfDays} ${isAfter(after)} order by period.through_day, period.id limit ${size}::integer
          ) as batch order by day desc, id desc limit 1`,
        ),
      );
    },
    read: (queryable, after, last) =>
      queryRows(
        queryable,
        sql`select ${earned(sql`period.interest_minor`)} as "interestMinor", ${earned(sql`period.fee_minor`)} as "feeMinor"
          from earning_periods as period
          where ${isOfDays} ${isAfter(after)} and ${place} <= (${last.day}::date, ${last.id}::uuid) and ${before} < ${end}`,
      ),
  });
  return addEarned(parts);
}

function addEarned(parts: readonly Earned[]): Earned {
  const total = (figure: keyof Earned) => String(parts.reduce((sum, part) => sum + BigInt(part[figure]), 0n));
  return { interestMinor: total('interestMinor'), feeMinor: total('feeMinor') };
}

export async function earnedOn(
  database: Database | Transaction,
  currency: Currency,
  day: LocalDate,
): Promise<EarningDay> {
  return { day, ...(await earnedOver(database, { currency, fromDay: day, throughDay: day })) };
}

export const isEarning = ({ interestMinor, feeMinor }: EarningDay): boolean =>
  interestMinor !== '0' || feeMinor !== '0';

interface DaysRange {
  readonly currency: Currency;
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate;
}

export function storedEarnings(
  queryable: Queryable,
  { currency, fromDay, throughDay }: DaysRange,
): Promise<EarningDay[]> {
  return queryable
    .select(columnsOf(earningDays, 'day', 'interestMinor', 'feeMinor'))
    .from(earningDays)
    .where(
      and(
        eq(earningDays.currency, currency),
        gte(earningDays.day, fromDay),
        lte(earningDays.day, throughDay),
      ),
    )
    .orderBy(asc(earningDays.day));
}

interface SeenDays extends DaysRange {
  readonly today: LocalDate;
  /** The last closed and summed day; null for none. */
  readonly summedThrough: LocalDate | null;
}

/** The stored earnings of some days, and the days that must be computed. */
async function daysToEarn(database: Database | Transaction, days: SeenDays) {
  const { fromDay, throughDay, today, summedThrough } = days;
  // A closed day after today, by a clock that went back, has not begun.
  const last = summedThrough !== null && summedThrough > today ? summedThrough : today;
  const kept = (await storedEarnings(database, days)).filter(({ day }) => day <= last);
  const isKept = new Set(kept.map(({ day }) => day));
  const open = await openEarningDays(database, days);
  return {
    kept,
    open: open.filter((day) => day >= fromDay && day <= throughDay && !isKept.has(day)),
  };
}

export async function earningsOf(
  database: Database | Transaction,
  days: SeenDays,
  isWanted: (day: LocalDate) => boolean,
): Promise<EarningDay[]> {
  const { kept, open } = await daysToEarn(database, days);
  const earnings = kept.filter(({ day }) => isWanted(day));
  for (const day of open) if (isWanted(day)) earnings.push(await earnedOn(database, days.currency, day));
  return earnings;
}

/**
 * Earnings before a day, dated the day before, and from it through another, dated that day. Days without stored earnings are computed
 * together.
 */
export async function earningsFrom(database: Database | Transaction, { fromDay, ...days }: SeenDays) {
  const { currency } = days;
  const { kept, open } = await daysToEarn(database, { ...days, fromDay: firstDay });
  const sides = [(day: LocalDate) => day < fromDay, (day: LocalDate) => day >= fromDay];
  const earnings: EarningDay[] = [];
  for (const [place, isOfSide] of sides.entries()) {
    const parts: Earned[] = kept.filter(({ day }) => isOfSide(day));
    for (const range of runsOf(open.filter(isOfSide)))
      parts.push(await earnedOver(database, { currency, ...range }));
    earnings.push({ day: addDays(fromDay, place - 1), ...addEarned(parts) });
  }
  return earnings;
}

function runsOf(days: readonly LocalDate[]): Omit<DaysRange, 'currency'>[] {
  const runs: { fromDay: LocalDate; throughDay: LocalDate }[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && addDays(run.throughDay, 1) === day) run.throughDay = day;
    else runs.push({ fromDay: day, throughDay: day });
  }
  return runs;
}

/**
 * The days after the closed ones on which loans earn: from the first possible one through today, unless the clock's day needs confirmation
 * first. @param summedThrough the last closed and summed day; null for none.
 */
async function openEarningDays(
  queryable: Queryable,
  { currency, today, summedThrough }: Pick<SeenDays, 'currency' | 'today' | 'summedThrough'>,
): Promise<LocalDate[]> {
  const confirmed = await bookableThrough(queryable);
  const last = confirmed !== null && confirmed < today ? confirmed : today;
  const [first] =
    summedThrough === null ? await firstEarningDay(queryable, currency) : [addDays(summedThrough, 1)];
  const days: LocalDate[] = [];
  for (let day = first; day !== undefined && day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

async function firstEarningDay(queryable: Queryable, currency: Currency): Promise<LocalDate[]> {
  const rows = await queryRows<{ since: LocalDate | null }>(
    queryable,
    sql`select min(period.since)::text as since from earning_periods as period where period.currency = ${currency}`,
  );
  return rows.flatMap(({ since }) => (since === null ? [] : [addDays(since, 1)]));
}
