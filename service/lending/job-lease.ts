import { and, eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#db/database.ts';
import { type JobOutcome, jobLeases } from '#db/schema/job.ts';

const leaseSeconds = 60;
const renewalMs = 20_000;

/** The end and result of a job's last run; null before the first. */
export async function lastRun(
  database: Queryable,
  job: string,
): Promise<{ readonly endedAt: Date; readonly outcome: JobOutcome } | null> {
  const [row] = await database.select().from(jobLeases).where(eq(jobLeases.job, job));
  return row?.endedAt && row.outcome ? { endedAt: row.endedAt, outcome: row.outcome } : null;
}

/**
 * Runs a job unless another process does. The lease is renewed while the job runs and ends a minute after the last renewal by the
 * database's clock, so a crash does not block the job. @param holder a name unique to this process. @returns the job's result, or
 * `held-elsewhere`; `refused` and `failed` are stored as its outcome, anything else as done.
 */
export async function withLease<Result>(
  database: Database,
  { job, holder }: { readonly job: string; readonly holder: string },
  work: () => Promise<Result>,
): Promise<Result | 'held-elsewhere'> {
  const heldUntil = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds}::integer)`;
  const taken = await database
    .insert(jobLeases)
    .values({ job, holder, heldUntil })
    .onConflictDoUpdate({
      target: jobLeases.job,
      set: { holder, heldUntil },
      setWhere: sql`${jobLeases.holder} is null or ${jobLeases.heldUntil} < clock_timestamp()`,
    })
    .returning({ job: jobLeases.job });
  if (taken.length === 0) return 'held-elsewhere';
  const isOwn = and(eq(jobLeases.job, job), eq(jobLeases.holder, holder));
  const renewal = setInterval(() => {
    database
      .update(jobLeases)
      .set({ heldUntil })
      .where(isOwn)
      .catch(() => undefined);
  }, renewalMs);
  renewal.unref();
  let outcome: JobOutcome = 'failed';
  try {
    const result = await work();
    outcome = result === 'refused' ? 'refused' : result === 'failed' ? 'failed' : 'done';
    return result;
  } finally {
    clearInterval(renewal);
    await database
      .update(jobLeases)
      .set({ holder: null, endedAt: sql`clock_timestamp()`, outcome })
      .where(isOwn)
      .catch(() => undefined);
  }
}
