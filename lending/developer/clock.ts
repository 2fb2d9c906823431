import { sql } from 'drizzle-orm';
import { hostClock } from '#contract/host/host.ts';
import { sandboxClock } from '#db/schema/host.ts';
import { currentTime } from '../clock.ts';
import { answerHost } from '../http/host-gate.ts';
import { accrueOverdueLoans } from '../ledger/penalties.ts';

const secondsPerDay = 86_400;

/** Lets days pass: moves the sandbox's clock ahead and books what falls due. */
export const answeredClock = answerHost(hostClock, async (context, { advanceDays }) => {
  const { database } = context;
  const offsetSeconds = advanceDays * secondsPerDay;
  await database
    .insert(sandboxClock)
    .values({ offsetSeconds })
    .onConflictDoUpdate({
      target: sandboxClock.id,
      set: { offsetSeconds: sql`${sandboxClock.offsetSeconds} + ${offsetSeconds}::bigint` },
    });
  const now = await currentTime(context, database);
  await accrueOverdueLoans(database, now);
  return { data: { now: now.toISOString() } };
});
