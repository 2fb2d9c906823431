import { eq, sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { isDatabaseUnavailable } from '#db/failure.ts';
import { sandboxClock } from '#db/schema/host.ts';
import { createReportLimit } from '#domain/report-limit.ts';
import type { LendingDependencies } from './dependencies.ts';
import type { Clock } from './ports.ts';

/** The time loans live in: the database's, in development ahead by what the sandbox's clock was moved. */
export async function currentTime(
  { timeOf, configuration }: Pick<LendingDependencies, 'timeOf' | 'configuration'>,
  database: Queryable,
): Promise<Date> {
  const now = await timeOf(database);
  if (!configuration.isDevelopment) return now;
  const [row] = await database.select().from(sandboxClock).where(eq(sandboxClock.id, 1));
  return new Date(now.getTime() + (row?.offsetSeconds ?? 0) * 1000);
}

/** By how many milliseconds the time of loans is ahead of the database's: none but in development. */
export async function timeAheadMs(
  dependencies: Pick<LendingDependencies, 'timeOf' | 'configuration'>,
  database: Queryable,
): Promise<number> {
  if (!dependencies.configuration.isDevelopment) return 0;
  const [loans, own] = [await currentTime(dependencies, database), await dependencies.timeOf(database)];
  return loans.getTime() - own.getTime();
}

/** Moves the sandbox's clock ahead. */
export async function advanceSandboxClock(transaction: Transaction, seconds: number): Promise<void> {
  await transaction
    .insert(sandboxClock)
    .values({ offsetSeconds: seconds })
    .onConflictDoUpdate({
      target: sandboxClock.id,
      set: { offsetSeconds: sql`${sandboxClock.offsetSeconds} + ${seconds}::bigint` },
    });
}

/** How long the database is not asked again for the time: the time that has passed here is told instead. */
export const timeCachedMs = 1000;

/** How far this machine's clock may be from the database's before it is reported, and how often it is. */
const reportAwayMs = 60_000;
const reportEveryMs = 300_000;

/**
 * The database's time, whatever this process's own clock says: `timeOf` asks for it unless it was asked just now, and `clock` goes
 * on from the last answer by the time that has passed since. Where the database does not answer at first this machine's time is told
 * until it does.
 * @param tellAway is told every five minutes by how many seconds this machine's clock is ahead of the database's, while that is a minute or more
 * either way: providers, stores and certificates go by it.
 */
export async function followDatabaseClock(
  database: Queryable,
  tellAway: (secondsAhead: number) => void = () => {},
): Promise<{ readonly clock: Clock; readonly timeOf: LendingDependencies['timeOf'] }> {
  let last = { time: 0, passed: Number.NEGATIVE_INFINITY };
  const isReportDue = createReportLimit({ everyMs: reportEveryMs });
  const goneOn = () => new Date(last.time + performance.now() - last.passed);
  const timeOf = async (queryable: Queryable): Promise<Date> => {
    if (performance.now() - last.passed < timeCachedMs) return goneOn();
    const [row] = await queryRows<{ time: string }>(
      queryable,
      sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as time`,
    );
    last = { time: Number(row?.time), passed: performance.now() };
    const aheadMs = Date.now() - last.time;
    if (Math.abs(aheadMs) >= reportAwayMs && isReportDue()) tellAway(Math.round(aheadMs / 1000));
    return new Date(last.time);
  };
  await timeOf(database).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    last = { time: Date.now(), passed: performance.now() };
  });
  return { clock: { now: goneOn }, timeOf };
}
