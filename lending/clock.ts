import { eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { sandboxClock } from '#db/schema/host.ts';
import type { LendingDependencies } from './dependencies.ts';

/** The time loans live in: the real one, in development ahead by what the sandbox clock was moved. */
export async function currentTime(
  { clock, configuration }: Pick<LendingDependencies, 'clock' | 'configuration'>,
  database: Database,
): Promise<Date> {
  const now = clock.now();
  if (!configuration.isDevelopment) return now;
  const [row] = await database.select().from(sandboxClock).where(eq(sandboxClock.id, 1));
  return new Date(now.getTime() + (row?.offsetSeconds ?? 0) * 1000);
}
