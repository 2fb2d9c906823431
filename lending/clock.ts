import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { sandboxClock } from '#db/schema/host.ts';
import type { LendingDependencies } from './dependencies.ts';

/** The time loans live in: the real one, in development ahead by what the sandbox's clock was moved. */
export async function currentTime(
  { clock, configuration }: Pick<LendingDependencies, 'clock' | 'configuration'>,
  database: Queryable,
): Promise<Date> {
  const now = clock.now();
  if (!configuration.isDevelopment) return now;
  const [row] = await database.select().from(sandboxClock).where(eq(sandboxClock.id, 1));
  return new Date(now.getTime() + (row?.offsetSeconds ?? 0) * 1000);
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
