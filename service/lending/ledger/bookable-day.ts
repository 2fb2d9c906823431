import { gte } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { bookableDays } from '#db/schema/job.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { allMarkets, dayIn } from '#domain/market.ts';

/** The last day penalties may be booked for; null before the job ran for the first time. */
export async function bookableThrough(queryable: Queryable): Promise<LocalDate | null> {
  const [row] = await queryable.select({ through: bookableDays.through }).from(bookableDays);
  return row?.through ?? null;
}

/** The day it is where the day begins first. */
export function latestDay(now: Date): LocalDate {
  return allMarkets
    .map((market) => dayIn(market, now))
    .sort()
    .at(-1) as LocalDate;
}

/**
 * Lets penalties be booked up to `stepDays` after today. Refuses a day that lies further ahead than was let before: the
 * clock leapt, or nothing ran for days, and only a person can tell which.
 * @param isConfirmed whether a person said that it is this day.
 * @returns the last day that may be booked; null when refused.
 */
export async function stepDays(
  queryable: Database | Transaction,
  { now, days, isConfirmed }: { readonly now: Date; readonly days: number; readonly isConfirmed: boolean },
): Promise<LocalDate | null> {
  const today = latestDay(now);
  const through = addDays(today, days);
  const stepped = await queryable
    .insert(bookableDays)
    .values({ through })
    .onConflictDoUpdate({
      target: bookableDays.id,
      set: { through },
      ...(isConfirmed ? {} : { setWhere: gte(bookableDays.through, today) }),
    })
    .returning({ through: bookableDays.through });
  return stepped[0]?.through ?? null;
}
