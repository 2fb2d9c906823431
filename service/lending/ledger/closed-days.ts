import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { firstRow } from '#db/rows.ts';
import { closedBooks, earningDays, ledgerDaySums } from '#db/schema/ledger.ts';
import type { LedgerAccount } from '#domain/booking/movement.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { allMarkets, currencyOf, dayIn, marketOf, marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import type { Currency } from '#domain/money/money.ts';
import { bookableThrough, latestDay } from './bookable-day.ts';
import { type EarningDay, earnedOn, isEarning, storedEarnings } from './earnings.ts';
import { inParts } from './in-batches.ts';

/** The sum of an account on a day; amounts are digits, since a sum may have any size. */
export interface DaySum {
  readonly day: LocalDate;
  readonly account: LedgerAccount;
  readonly debitMinor: string;
  readonly creditMinor: string;
}

/** A day is closed once no booking of it can be under way. */
const closesAfterMs = 60 * 60 * 1000;
const daysAtOnce = 31;
const batchSize = 5000;

/**
 * Closes past days and sums their movements, and what loans earned on them and on the day after. Idempotent; continues where it stopped.
 * Closes none while the clock waits for confirmation, since a closed day stays closed. @returns how many days with movements were summed.
 */
export async function closeDays(database: Database, now: Date): Promise<number> {
  const permitted = await bookableThrough(database);
  if (permitted === null || permitted < latestDay(now)) return 0;
  let dayCount = 0;
  for (const market of allMarkets) {
    const currency = currencyOf(market);
    const through = addDays(dayIn(market, new Date(now.getTime() - closesAfterMs)), -1);
    dayCount += await sumClosedDays(database, currency, await closeThrough(database, currency, through));
  }
  return dayCount;
}

async function closeThrough(database: Database, currency: Currency, through: LocalDate): Promise<LocalDate> {
  const [sums] = await database.select().from(closedBooks).where(eq(closedBooks.currency, currency));
  if (sums && sums.closedThrough >= through) return sums.closedThrough;
  const opensAt = startOfDayIn(marketOfCurrency(currency), addDays(through, 1));
  const closed = { closedThrough: through, opensAt };
  // Waits for the bookings under way, by the trigger `close_after_bookings`; later bookings see the days closed.
  await inTransaction(database, (transaction) =>
    transaction
      .insert(closedBooks)
      .values({ currency, ...closed })
      .onConflictDoUpdate({ target: closedBooks.currency, set: closed }),
  );
  return through;
}

async function sumClosedDays(database: Database, currency: Currency, closedThrough: LocalDate) {
  let dayCount = 0;
  for (;;) {
    const before = await lastSummedDay(database, currency);
    const next = before === null ? null : addDays(before, 1);
    if (next !== null && next > closedThrough) return dayCount;
    const fromDay = next ?? (await firstBookedDay(database, currency)) ?? addDays(closedThrough, 1);
    const throughDay = earlierOf(addDays(fromDay, daysAtOnce - 1), closedThrough);
    const sums = fromDay > throughDay ? [] : await bookedSums(database, { currency, fromDay, throughDay });
    // The earnings of the day after are final too: changes on it count from the next day on.
    const days = { currency, fromDay, throughDay: addDays(throughDay, 1) };
    const kept = await storedEarnings(database, days);
    const earned: EarningDay[] = [];
    for (let day = fromDay; day <= days.throughDay; day = addDays(day, 1)) {
      if (!kept.some((each) => each.day === day)) earned.push(await earnedOn(database, currency, day));
    }
    const earnings = earned.filter(isEarning).map((each) => ({ currency, ...each }));
    const isKept = await inTransaction(database, async (transaction) => {
      const isAsBefore = sql`${closedBooks.summedThrough} is not distinct from ${before}::date`;
      const moved = await transaction
        .update(closedBooks)
        .set({ summedThrough: throughDay })
        .where(and(eq(closedBooks.currency, currency), isAsBefore))
        .returning({ currency: closedBooks.currency });
      if (moved.length > 0 && sums.length > 0)
        await transaction.insert(ledgerDaySums).values(sums.map((sum) => ({ currency, ...sum })));
      if (moved.length > 0 && earnings.length > 0)
        await transaction.insert(earningDays).values(earnings).onConflictDoNothing();
      return moved.length > 0;
    });
    // Another process does the same.
    if (!isKept) return dayCount;
    dayCount += new Set(sums.map(({ day }) => day)).size;
  }
}

export function earlierOf(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b;
}

export async function lastSummedDay(queryable: Queryable, currency: Currency): Promise<LocalDate | null> {
  const [row] = await queryable
    .select({ through: closedBooks.summedThrough })
    .from(closedBooks)
    .where(eq(closedBooks.currency, currency));
  return row?.through ?? null;
}

async function firstBookedDay(queryable: Queryable, currency: Currency): Promise<LocalDate | undefined> {
  const [row] = await queryRows<{ day: LocalDate | null }>(
    queryable,
    sql`select min(day)::text as day from (
        (select ${dayOfBooking(currency)} as day from ledger_transactions as movement
          where movement.currency = ${currency} order by movement.booked_at, movement.id limit 1)
        union all (select ${dayOfBooking(currency)} from cash_movements as movement
          where movement.currency = ${currency} order by movement.booked_at, movement.id limit 1)
      ) as first`,
  );
  return row?.day ?? undefined;
}

function startOf(currency: Currency, day: LocalDate): SQL {
  return sql`${startOfDayIn(marketOfCurrency(currency), day).toISOString()}::timestamptz`;
}

function dayOfBooking(currency: Currency): SQL {
  return sql`(movement.booked_at at time zone ${sql.raw(`'${marketOf[marketOfCurrency(currency)].timeZone}'`)})::date`;
}

/** Accounting days, both included; `fromDay` null for the first. */
interface BookedDays {
  readonly currency: Currency;
  readonly fromDay: LocalDate | null;
  readonly throughDay: LocalDate;
}

/**
 * Stored sums through a day: of each account the balance before `fromDay`, dated the day before, and the later movements, dated that day.
 */
export function closedSums(
  queryable: Queryable,
  { currency, fromDay, throughDay }: BookedDays & { readonly fromDay: LocalDate },
): Promise<DaySum[]> {
  return queryRows<DaySum>(
    queryable,
    sql`select (case when day < ${fromDay}::date then ${addDays(fromDay, -1)} else ${fromDay} end)::text as day, account,
        sum(debit_minor)::text as "debitMinor", sum(credit_minor)::text as "creditMinor"
      from ledger_day_sums where currency = ${currency} and day <= ${throughDay}::date group by 1, 2`,
  );
}

/** Sums the movements of some days in batches; an account's day may come in parts. */
export async function bookedSums(
  database: Database | Transaction,
  { currency, fromDay, throughDay }: BookedDays,
): Promise<DaySum[]> {
  interface Key {
    readonly at: string;
    readonly id: string;
  }
  const isOfDays = sql`movement.currency = ${currency} and movement.booked_at < ${startOf(currency, addDays(throughDay, 1))}
    ${fromDay === null ? sql`` : sql`and movement.booked_at >= ${startOf(currency, fromDay)}`}`;
  const place = sql`(movement.booked_at, movement.id)`;
  const keyOf = ({ at, id }: Key) => sql`(${at}::timestamptz, ${id}::uuid)`;
  const isAfter = (key: Key | undefined) => (key === undefined ? sql`` : sql`and ${place} > ${keyOf(key)}`);
  const partsOf = (table: SQL, sums: (isOfPart: SQL) => SQL) =>
    inParts<Key, DaySum>(database, {
      size: batchSize,
      async endAfter(queryable, after, size) {
        return firstRow(
          queryRows<Key>(
            queryable,
            sql`select to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from (
            select movement.booked_at, movement.id from ${table} as movement where ${isOfDays} ${isAfter(after)}
            order by movement.booked_at, movement.id limit ${size}::integer
          ) as batch order by booked_at desc, id desc limit 1`,
          ),
        );
      },
      read: (queryable, after, end) =>
        queryRows<DaySum>(queryable, sums(sql`${isOfDays} ${isAfter(after)} and ${place} <= ${keyOf(end)}`)),
    });
  const day = sql`${dayOfBooking(currency)}::text as day`;
  const onLoans = await partsOf(
    sql`ledger_transactions`,
    (isOfPart) => sql`select ${day}, posting.account,
        coalesce(sum(posting.amount_minor) filter (where posting.amount_minor > 0), 0)::text as "debitMinor",
        coalesce(-sum(posting.amount_minor) filter (where posting.amount_minor < 0), 0)::text as "creditMinor"
      from ledger_transactions as movement join ledger_postings as posting
        on posting.transaction_id = movement.id and posting.borrower_id = movement.borrower_id
      where ${isOfPart} group by 1, 2`,
  );
  const onNone = await partsOf(
    sql`cash_movements`,
    (
      isOfPart,
    ) => sql`select ${day}, side.account, sum(side.debit)::text as "debitMinor", sum(side.credit)::text as "creditMinor"
      from cash_movements as movement cross join lateral (values
        (movement.debit_account, movement.amount_minor, 0), (movement.credit_account, 0, movement.amount_minor)
      ) as side (account, debit, credit)
      where ${isOfPart} group by 1, 2`,
  );
  return addedByDay([...onLoans, ...onNone]);
}

function addedByDay(sums: readonly DaySum[]): DaySum[] {
  const byPlace = new Map<string, DaySum>();
  for (const sum of sums) {
    const place = `${sum.day} ${sum.account}`;
    const sums = byPlace.get(place);
    const add = (side: 'debitMinor' | 'creditMinor') => String(BigInt(sum[side]) + BigInt(sums?.[side] ?? 0));
    byPlace.set(place, { ...sum, debitMinor: add('debitMinor'), creditMinor: add('creditMinor') });
  }
  return [...byPlace.values()];
}
