import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { jobLeases } from '#db/schema/job.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { openLanding } from '#tests/setup/registrant.ts';

const service = await testLendingService();

/** How often the job was taken, after one round of all jobs. */
async function leasesAfterARound(): Promise<number> {
  service.api.jobs.start();
  await service.api.jobs.stop();
  const taken = await service.database.select().from(jobLeases).where(eq(jobLeases.job, 'codes that wait'));
  return taken.length;
}

test('the queue of codes is leased only once a code is due', async () => {
  expect(await leasesAfterARound()).toBe(0);
  const visitor = await openLanding(service.api, { phone: '5548217701' });
  await visitor.sendCode({ capcode: await visitor.solveCaptcha(), proof: '' });
  expect(await leasesAfterARound()).toBe(0);
  service.setTime('2026-11-20T12:01:00-06:00');
  expect(await leasesAfterARound()).toBe(1);
});
