import { and, asc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { earningDays } from '#db/schema/ledger.ts';
import type { LedgerAccount } from '#domain/booking/movement.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import type { Currency } from '#domain/money/money.ts';
import { bookableThrough } from './bookable-day.ts';
import { inParts } from './in-batches.ts';

/** What loans of a currency earned by their periods on a day; amounts are digits, since a sum may be any size. */
export interface EarningDay {
  readonly day: LocalDate;
  readonly interestMinor: string;
  readonly feeMinor: string;
}

/** The accounts that a day's earnings stand on. */
export const earningAccounts = [
  { figure: 'interestMinor', component: 'interest', from: 'unearned-interest', to: 'interest-income' },
  { figure: 'feeMinor', component: 'fee', from: 'unearned-fee', to: 'fee-income' },
] as const satisfies readonly {
  readonly figure: keyof EarningDay;
  readonly component: string;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
}[];

/** Periods that are looked at in one statement. */
const batchSize = 50_000;

interface Place {
  readonly day: LocalDate;
  readonly id: string;
}

/** What an amount has earned after some days of its period: in equal parts, rounded half-even as `earnedThrough` rounds. */
function earnedAfter(amount: SQL, days: SQL): SQL {
  const span = sql`(period.through_day - period.from_day)`;
  const product = sql`(${amount} * ${days})`;
  const rest = sql`(2 * (${product} % ${span}))`;
  return sql`(${product} / ${span} + case when ${rest} > ${span} or ${rest} = ${span} and (${product} / ${span}) % 2 = 1
    then 1 else 0 end)`;
}

/** What of an amount a period has earned by the end of a day. */
export function earnedBy(amount: SQL, day: SQL): SQL {
  const days = sql`least(greatest(${day} - period.from_day, 0), period.through_day - period.from_day)`;
  return earnedAfter(amount, days);
}

function earnedOnDay(amount: SQL, day: LocalDate): SQL {
  const used = sql`(${day}::date - period.from_day)`;
  const earned = sql`${earnedAfter(amount, used)} - ${earnedAfter(amount, sql`(${used} - 1)`)}`;
  return sql`coalesce(sum(${earned}), 0)::text`;
}

/**
 * What all loans of a currency earned on a day by their periods. What changes on a day counts from the next one on, so that a day
 * earns the same whenever it is worked out, once it began.
 */
export async function earnedOn(
  database: Database | Transaction,
  currency: Currency,
  day: LocalDate,
): Promise<EarningDay> {
  const place = sql`(period.through_day, period.id)`;
  const isOfDay = sql`period.currency = ${currency} and period.through_day >= ${day}::date`;
  const isAfter = (key: Place | undefined) =>
    key === undefined ? sql`` : sql`and ${place} > (${key.day}::date, ${key.id}::uuid)`;
  const parts = await inParts<Place, Omit<EarningDay, 'day'>>(database, {
    size: batchSize,
    async endAfter(queryable, after, size) {
      const [end] = await queryRows<Place>(
        queryable,
        sql`select day, id from (
            select period.through_day::text as day, period.id from earning_periods as period
            where ${isOfDay} ${isAfter(after)} order by period.through_day, period.id limit ${size}::integer
          ) as batch order by day desc, id desc limit 1`,
      );
      return end;
    },
    read: (queryable, after, end) =>
      queryRows(
        queryable,
        sql`select ${earnedOnDay(sql`period.interest_minor`, day)} as "interestMinor",
            ${earnedOnDay(sql`period.fee_minor`, day)} as "feeMinor"
          from earning_periods as period
          where ${isOfDay} ${isAfter(after)} and ${place} <= (${end.day}::date, ${end.id}::uuid)
            and period.from_day < ${day}::date and period.since < ${day}::date
            and (period.until is null or period.until >= ${day}::date)`,
      ),
  });
  const total = (figure: 'interestMinor' | 'feeMinor') =>
    String(parts.reduce((sum, part) => sum + BigInt(part[figure]), 0n));
  return { day, interestMinor: total('interestMinor'), feeMinor: total('feeMinor') };
}

/** Whether anything was earned. */
export const isEarning = ({ interestMinor, feeMinor }: EarningDay): boolean =>
  interestMinor !== '0' || feeMinor !== '0';

/** Days of which earnings are read, both included. */
interface DaysRange {
  readonly currency: Currency;
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate;
}

/** What was earned on each day of those that are kept. */
export function keptEarnings(
  queryable: Queryable,
  { currency, fromDay, throughDay }: DaysRange,
): Promise<EarningDay[]> {
  return queryable
    .select({
      day: earningDays.day,
      interestMinor: earningDays.interestMinor,
      feeMinor: earningDays.feeMinor,
    })
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

/** What was earned on each day of some that is wanted: what is kept of it, and else what is worked out. */
export async function earningsOf(
  database: Database | Transaction,
  days: DaysRange & { readonly today: LocalDate; readonly summedThrough: LocalDate | null },
  isWanted: (day: LocalDate) => boolean = () => true,
): Promise<EarningDay[]> {
  const { currency, fromDay, throughDay, today, summedThrough } = days;
  // A day that was kept and that a clock is not at any more has not begun.
  const last = summedThrough !== null && summedThrough > today ? summedThrough : today;
  const kept = (await keptEarnings(database, days)).filter(({ day }) => day <= last);
  const isKept = new Set(kept.map(({ day }) => day));
  const earnings = kept.filter(({ day }) => isWanted(day));
  for (const day of await openEarningDays(database, days)) {
    if (day < fromDay || day > throughDay || isKept.has(day) || !isWanted(day)) continue;
    earnings.push(await earnedOn(database, currency, day));
  }
  return earnings;
}

/**
 * The days after those that are closed that loans earn on: from the first on which one can, through today, while the clock's day need
 * not be confirmed first.
 * @param summedThrough the last day that is closed and summed; null for none.
 */
async function openEarningDays(
  queryable: Queryable,
  {
    currency,
    today,
    summedThrough,
  }: { readonly currency: Currency; readonly today: LocalDate; readonly summedThrough: LocalDate | null },
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
