import { expect, test } from 'vitest';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { lendingService } from '#tests/setup/lending-service.ts';

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
