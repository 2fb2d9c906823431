import { inTransaction } from '#db/database.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { act } from '../ledger/act.ts';
import { latestDay } from '../ledger/bookable-day.ts';
import { unansweredPlans } from './store.ts';

const expiredAtOnce = 200;

/** Expires proposals without an answer, each with an event. Several processes may run it at once. @returns how many it looked at. */
export async function expirePlans(dependencies: LendingDependencies): Promise<number> {
  const { database, random, logger } = dependencies;
  const now = await currentTime(dependencies, database);
  const over = await unansweredPlans(database, latestDay(now), expiredAtOnce);
  for (const { id: planId, loanId: id, borrowerId } of over) {
    await inTransaction(database, (transaction) =>
      act(transaction, { id, borrowerId }, { act: 'expire-plan', planId }, { now, random }),
    ).catch((error: unknown) => {
      logger.error('a new plan did not expire', { planId, ...describeFailure(error) });
    });
  }
  return over.length;
}
