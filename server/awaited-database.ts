import { setTimeout } from 'node:timers/promises';
import { AnswerMissingError } from '#db/failure.ts';
import type { StatementHook } from '#db/session.ts';
import { createReportLimit } from '#domain/report-limit.ts';
import type { Logger } from '#lending/ports.ts';
import { DatabaseAwayError } from './prepare-database.ts';

export interface AwaitedDatabase {
  isPrepared(): boolean;
  /** Refuses statements until the database is prepared, as if it were down. */
  readonly around: StatementHook;
  /** Resolves to `stopped` if `stop` was called first. @throws Error if the database can never be used. */
  readonly prepared: Promise<'prepared' | 'stopped'>;
  stop(): void;
}

const againMs = 1_000;
/** How often the log repeats that the database is down. */
const reportEveryMs = 30_000;

/**
 * Prepares a database at once, or retries in the background while it is down.
 * @throws the first error of `prepare`, except DatabaseAwayError.
 */
export async function awaitDatabase(
  prepare: () => Promise<unknown>,
  logger: Pick<Logger, 'info' | 'error'>,
): Promise<AwaitedDatabase> {
  const stopping = new AbortController();
  const isReportDue = createReportLimit({ everyMs: reportEveryMs });
  const isThere = async (): Promise<boolean> => {
    try {
      await prepare();
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseAwayError)) throw error;
      if (isReportDue()) {
        const reason = error.problems.join('; ');
        logger.error('the database does not answer: the node listens, and answers 503 until it does', {
          reason,
        });
      }
      return false;
    }
  };
  let isPrepared = await isThere();
  const prepareWhenReached = async (): Promise<'prepared' | 'stopped'> => {
    const { signal } = stopping;
    while (!isPrepared) {
      await setTimeout(againMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return 'stopped';
      isPrepared = await isThere();
      if (isPrepared) logger.info('the database answers, and the node serves');
    }
    return 'prepared';
  };
  return {
    isPrepared: () => isPrepared,
    around: (_text, ask) => (isPrepared ? ask() : Promise.reject(new AnswerMissingError())),
    prepared: prepareWhenReached(),
    stop: () => stopping.abort(),
  };
}
