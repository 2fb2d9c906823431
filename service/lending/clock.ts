import { eq, sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { isDatabaseUnavailable } from '#db/failure.ts';
import { sandboxClock } from '#db/schema/host.ts';
import { createReportLimit } from '#domain/report-limit.ts';
import type { LendingDependencies } from './dependencies.ts';
import type { Clock } from './ports.ts';

/** Business time, which loans live in: the database's time, in development shifted by the sandbox. */
export async function currentTime(
  { timeOf, configuration }: Pick<LendingDependencies, 'timeOf' | 'configuration'>,
  database: Queryable,
): Promise<Date> {
  const now = await timeOf(database);
  if (!configuration.isDevelopment) return now;
  const [row] = await database.select().from(sandboxClock).where(eq(sandboxClock.id, 1));
  return new Date(now.getTime() + (row?.offsetSeconds ?? 0) * 1000);
}

/** By how many milliseconds business time is ahead of the database's: 0 except in development. */
export async function timeAheadMs(
  dependencies: Pick<LendingDependencies, 'timeOf' | 'configuration'>,
  database: Queryable,
): Promise<number> {
  if (!dependencies.configuration.isDevelopment) return 0;
  const [loans, own] = [await currentTime(dependencies, database), await dependencies.timeOf(database)];
  return loans.getTime() - own.getTime();
}

export async function advanceSandboxClock(transaction: Transaction, seconds: number): Promise<void> {
  await transaction
    .insert(sandboxClock)
    .values({ offsetSeconds: seconds })
    .onConflictDoUpdate({
      target: sandboxClock.id,
      set: { offsetSeconds: sql`${sandboxClock.offsetSeconds} + ${seconds}::bigint` },
    });
}

/** How long a time of the database is used; the local time since then is added to it. */
export const timeCachedMs = 1000;

const reportAwayMs = 60_000;
const reportEveryMs = 300_000;

/**
 * The database's time, whatever this machine's clock says: `timeOf` reads it unless it was read just now, and `clock` adds the time that
 * has passed here since. Until the database first answers it is this machine's time. @param reportDrift called every five minutes with the
 * seconds by which this machine's clock is ahead, while that is a minute or more either way: providers, file stores and certificates use
 * it.
 */
export async function followDatabaseClock(
  database: Queryable,
  reportDrift: (secondsAhead: number) => void = () => {},
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
    if (Math.abs(aheadMs) >= reportAwayMs && isReportDue()) reportDrift(Math.round(aheadMs / 1000));
    return new Date(last.time);
  };
  await timeOf(database).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    last = { time: Date.now(), passed: performance.now() };
  });
  return { clock: { now: goneOn }, timeOf };
}
