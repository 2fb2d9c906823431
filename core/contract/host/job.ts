import { z } from 'zod';
import { defineHostCall, namedObject } from '../host-call.ts';

const job = namedObject('HostJob', {
  job: z.string(),
  isRunning: z.boolean(),
  endedAt: z.string().nullable().describe('When its last run ended; null before the first'),
  outcome: z
    .enum(['done', 'failed', 'refused'])
    .nullable()
    .describe('refused: it waits for a decision, as penalties wait for `/host/penalties/step`'),
});

export const readJobs = defineHostCall({
  name: 'readJobs',
  summary: 'Read how jobs stand',
  path: '/host/jobs',
  isRead: true,
  request: z.object({}),
  response: z.object({
    jobs: z.array(job),
    oldestWaitingEventAt: z.string().nullable().describe('Time of the oldest pending event; null for none'),
    hasDeadEvents: z.boolean().describe('Whether `/host/events/dead` lists any'),
  }),
});
