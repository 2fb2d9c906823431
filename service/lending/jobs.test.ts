import { expect, test } from 'vitest';
import { jobLeases } from '#db/schema/job.ts';
import type { ReferenceProvider } from '#providers/ports/payment-references.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { referencesWith, scriptedReferences } from '#tests/setup/scripted-references.ts';

const { database } = await testLendingService();

/** The jobs that ended after a node was started and all that it began was done. */
async function jobsOf(jobs: 'all' | 'comparison'): Promise<string[]> {
  const ended: string[] = [];
  const { api } = lendingService(database, { jobs }, { jobEnded: (job) => void ended.push(job) });
  api.jobs.start();
  await api.jobs.stop();
  return ended;
}

test('a node that looks at a restored database does nothing by itself but compare its books', async () => {
  expect(await jobsOf('comparison')).toEqual(['comparison of books']);
  expect(await jobsOf('all')).toEqual(
    expect.arrayContaining(['penalties', 'unused images', 'erasures', 'retention']),
  );
});

test('a provider’s lists are gone through once a day, from before the last time, and from a month back after they failed', async () => {
  const requests: number[] = [];
  let isAway = true;
  const provider: ReferenceProvider = {
    ...scriptedReferences('listed'),
    async *sweep(since) {
      requests.push(Math.round((now.getTime() - since.getTime()) / 3_600_000));
      if (isAway) throw new Error('away');
      yield* [];
    },
  };
  const service = lendingService(database, {}, { references: referencesWith(provider) });
  let now = new Date();
  const hoursLater = async (hours: number) => {
    now = new Date(now.getTime() + hours * 3_600_000);
    service.setTime(now.toISOString());
    service.api.jobs.start();
    await service.api.jobs.stop();
  };
  const endedHoursAgo = (hours: number) =>
    database.update(jobLeases).set({ endedAt: new Date(now.getTime() - hours * 3_600_000) });
  await hoursLater(0);
  expect(requests).toEqual([720]);
  isAway = false;
  await endedHoursAgo(0.5);
  await hoursLater(0);
  expect(requests).toEqual([720]);
  await endedHoursAgo(1);
  await hoursLater(0);
  expect(requests).toEqual([720, 720]);
  await endedHoursAgo(23);
  await hoursLater(0);
  expect(requests).toEqual([720, 720]);
  await endedHoursAgo(26);
  await hoursLater(0);
  expect(requests).toEqual([720, 720, 50]);
});
