import { databaseFailureOf, isStorageFailure } from '#db/failure.ts';
import type { HeldLock } from '#db/readiness.ts';
import { isWriting, type StatementHook } from '#db/session.ts';
import { createReportLimit } from '#domain/report-limit.ts';
import type { Logger } from '#lending/ports.ts';

/** Counts since the start by `read` or `write` and cause, such as `write exhausted`. */
export type FailureCounts = ReadonlyMap<string, number>;

/** Failures and lock waits of statements, for metrics, readiness and the log. */
export interface DatabaseWatch {
  readonly around: StatementHook;
  readonly failures: FailureCounts;
  /** Statements that waited half of `lock_timeout`, by holder: a `llano` node or an `other` program. */
  readonly lockWaits: ReadonlyMap<string, number>;
  /** Age of the oldest transaction that blocked others within the last minute; 0 for none. */
  lockHeldSeconds(): number;
  lockFound(lock: HeldLock): void;
  /** Whether a write failed within the last minute because the disk is full or damaged. */
  areWritesFailing(): boolean;
}

const lateMs = 60_000;
/** How often the log repeats a message, and how many locks it names in that time. */
const reportEveryMs = 10_000;
const reportedMax = 1_000;
const ownPrograms = /^llano\b/;

/** @param now a monotonic clock in milliseconds. */
export function createDatabaseWatch(
  logger: Logger,
  now: () => number = () => performance.now(),
): DatabaseWatch {
  const failures = new Map<string, number>();
  const lockWaits = new Map<string, number>([
    ['llano', 0],
    ['other', 0],
  ]);
  const isNews = createReportLimit({ everyMs: reportEveryMs, namesMax: reportedMax, now });
  let writesFailedAt = Number.NEGATIVE_INFINITY;
  let held = { at: Number.NEGATIVE_INFINITY, seconds: 0 };
  const failed = (text: string, error: unknown): void => {
    const isStorage = isStorageFailure(error);
    const failure = isStorage ? 'exhausted' : databaseFailureOf(error);
    // A duplicate key is a result, not a failure of the database.
    if (failure === 'fault') return;
    const isWrite = isWriting(text);
    const name = `${isWrite ? 'write' : 'read'} ${failure}`;
    failures.set(name, (failures.get(name) ?? 0) + 1);
    if (!isStorage || !isWrite) return;
    writesFailedAt = now();
    if (isNews('writes')) logger.error('the database cannot write, or its disk is full');
  };
  return {
    around: (text, ask) =>
      ask().catch((error: unknown) => {
        failed(text, error);
        throw error;
      }),
    failures,
    lockWaits,
    lockHeldSeconds: () => (now() - held.at < lateMs ? held.seconds : 0),
    lockFound({ orderNumber, table, waitedMs, holder }) {
      const program = ownPrograms.test(holder.application) ? 'llano' : 'other';
      lockWaits.set(program, (lockWaits.get(program) ?? 0) + 1);
      const seconds = holder.heldMs / 1000;
      held = { at: now(), seconds: now() - held.at < lateMs ? Math.max(held.seconds, seconds) : seconds };
      if (isNews(`${holder.processId} ${table} ${orderNumber}`))
        logger.warn('a lock is held', { orderNumber, table, waitedMs, holder });
    },
    areWritesFailing: () => now() - writesFailedAt < lateMs,
  };
}
