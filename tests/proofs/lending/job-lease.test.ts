import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { withLease } from '#lending/job-lease.ts';
import { openEmbeddedDatabase, openPostgresDatabase } from '#tests/setup/lending-databases.ts';

const kinds = { PGlite: openEmbeddedDatabase, PostgreSQL: openPostgresDatabase };

test.each(Object.entries(kinds))('on %s a job is done by one process at a time', async (_kind, open) => {
  const { db, close } = await open();
  onTestFinished(close);
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const first = withLease(db, { job: 'penalties', holder: 'one' }, async () => {
    started.resolve();
    await release.promise;
    return 'done';
  });
  await started.promise;
  const attempt = (job: string) => withLease(db, { job, holder: 'other' }, async () => 'done');
  expect(await attempt('penalties')).toBe('held-elsewhere');
  expect(await attempt('retention')).toBe('done');

  await db.execute(sql`update job_leases set held_until = clock_timestamp() - interval '1 second'`);
  expect(await attempt('penalties'), 'a process that died leaves its job to another').toBe('done');
  release.resolve();
  expect(await first).toBe('done');
  expect(await attempt('penalties')).toBe('done');
});

test.each(Object.entries(kinds))('on %s a job that fails can be done at once', async (_kind, open) => {
  const { db, close } = await open();
  onTestFinished(close);
  const failing = withLease(db, { job: 'penalties', holder: 'one' }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await withLease(db, { job: 'penalties', holder: 'other' }, async () => 'done')).toBe('done');
});
