import { databaseFailureOf, isStorageFailure } from '#db/failure.ts';
import type { HeldLock } from '#db/readiness.ts';
import { isWriting, type StatementHook } from '#db/session.ts';
import { createReportLimit } from '#domain/report-limit.ts';
import type { Logger } from '#lending/ports.ts';

/** What statements failed for, by `read` or `write` and the cause, since the start: `write exhausted`. */
export type FailureCounts = ReadonlyMap<string, number>;

/** What a node learns of its database by using it, for metrics, readiness and the log. */
export interface DatabaseWatch {
  /** Stands around each statement. */
  readonly around: StatementHook;
  readonly failures: FailureCounts;
  /** Statements that waited half as long for a lock as they may, by who has it: another `llano` or an `other` program. */
  readonly lockWaits: ReadonlyMap<string, number>;
  /** How long the transaction is open that held up others within the last minute, of several the oldest; 0 for none. */
  lockHeldSeconds(): number;
  /** Told of a lock that a statement waits for. */
  lockFound(lock: HeldLock): void;
  /** Whether within the last minute something could not be written for want of room, or since the storage is damaged. */
  areWritesFailing(): boolean;
}

const lateMs = 60_000;
/** The log hears so often of the same, and in that time of so many locks. */
const reportEveryMs = 10_000;
const reportedMax = 1_000;
const ownPrograms = /^llano\b/;

/** Watches a database. @param now milliseconds of a clock that only goes on. */
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
    // A key that is taken is an answer, not a failure of the database.
    if (failure === 'fault') return;
    const isWrite = isWriting(text);
    const name = `${isWrite ? 'write' : 'read'} ${failure}`;
    failures.set(name, (failures.get(name) ?? 0) + 1);
    if (!isStorage || !isWrite) return;
    writesFailedAt = now();
    if (isNews('writes'))
      logger.error('the database has no room for what is to be written, or cannot write it');
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
