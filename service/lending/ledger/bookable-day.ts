import { gte } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { bookableDays } from '#db/schema/job.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { allMarkets, dayIn } from '#domain/market.ts';

/** The last day for which penalties may be booked; null before the job's first run. */
export async function bookableThrough(queryable: Queryable): Promise<LocalDate | null> {
  const [row] = await queryable.select({ through: bookableDays.through }).from(bookableDays);
  return row?.through ?? null;
}

/** Today in the market where the day begins first. */
export function latestDay(now: Date): LocalDate {
  return allMarkets
    .map((market) => dayIn(market, now))
    .sort()
    .at(-1) as LocalDate;
}

/**
 * Allows penalties up to `stepDays` after today. Refuses a day further ahead than that from the last allowed one: the clock jumped, or
 * nothing ran for days, and only a person can tell which. @param isConfirmed whether a person confirmed the day. @returns the last bookable
 * day; null when refused.
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
