import { setTimeout } from 'node:timers/promises';
import { AnswerMissingError } from '#db/failure.ts';
import type { StatementHook } from '#db/session.ts';
import { createReportLimit } from '#domain/report-limit.ts';
import type { Logger } from '#lending/ports.ts';
import { DatabaseAwayError } from './prepare-database.ts';

/** The work that a database needs before a node serves from it, done once the database answers. */
export interface AwaitedDatabase {
  isPrepared(): boolean;
  /** Refuses statements until it is prepared, as one that is away does. */
  readonly around: StatementHook;
  /** Done once it is prepared, `stopped` when that was given up. @throws what says that it can never be used. */
  readonly prepared: Promise<'prepared' | 'stopped'>;
  stop(): void;
}

const againMs = 1_000;
/** How often the log hears that it is still away. */
const reportEveryMs = 30_000;

/**
 * Prepares a database, at once where it answers; otherwise it goes on trying, and the node serves without it meanwhile.
 * @throws what `prepare` throws at first, but for a DatabaseAwayError.
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
  const goOn = async (): Promise<'prepared' | 'stopped'> => {
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
    prepared: goOn(),
    stop: () => stopping.abort(),
  };
}
