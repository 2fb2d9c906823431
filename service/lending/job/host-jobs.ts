import { readJobs } from '#contract/host/job.ts';
import { oldestEventAt } from '../events/store.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { allJobs } from './store.ts';

export const answeredJobs: AnsweredHostCall = answerHost(readJobs, async ({ transaction, clock }) => {
  const oldestWaitingAt = await oldestEventAt(transaction, 'pending');
  const oldestDeadAt = await oldestEventAt(transaction, 'dead');
  const jobs = await allJobs(transaction);
  return {
    data: {
      jobs: jobs.map(({ holder, heldUntil, ...run }) => ({
        ...run,
        isRunning: holder !== null && heldUntil > clock.now(),
      })),
      oldestWaitingEventAt: oldestWaitingAt,
      hasDeadEvents: oldestDeadAt !== null,
    },
  };
});
