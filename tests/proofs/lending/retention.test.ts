import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { readOffer } from '#contract/calls/offer.ts';
import { queryRows } from '#db/database.ts';
import { reconcileAll } from '#lending/ledger/reconcile.ts';
import { configurationTables, forgetExpired, retainedTables, retentions } from '#lending/retention.ts';
import { openEmbeddedDatabase, openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, rowCounts } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';

const kinds = { PGlite: openEmbeddedDatabase, PostgreSQL: openPostgresDatabase };

test.each(Object.entries(kinds))('on %s old rows go in batches, and the books stay', async (_kind, open) => {
  const { db, close } = await open();
  onTestFinished(close);
  const service = lendingService(db);
  const borrower = await newBorrower(service);
  await paidOutLoan(service, borrower);
  await service.ask(readOffer, { productId: 'mx-90-steps', isReload: true }, borrower);
  await db.execute(sql`insert into promotion_visits (id, page_id, client_type, app_from, user_from, utm_tag, visited_at)
    select gen_random_uuid(), 'page', 'ios', '', '', '', timestamptz '2026-11-20 12:00Z' from generate_series(1, 25)`);
  const before = await rowCounts(db);
  const untouched = await forgetExpired(db, new Date('2026-11-20T18:00:00Z'));
  expect(untouched).toEqual({});
  expect(await rowCounts(db)).toEqual(before);

  const forgotten = await forgetExpired(db, new Date('2038-11-20T12:00:00Z'), 10);
  const after = await rowCounts(db);
  expect(forgotten).toMatchObject({ promotion_visits: 25, quotes: 1 });
  expect(forgotten.sessions).toBeGreaterThan(0);
  expect(forgotten.host_messages).toBeGreaterThan(0);
  for (const { table } of retentions) {
    expect(after[table], table).toBe((before[table] ?? 0) - (forgotten[table] ?? 0));
  }
  for (const table of [...Object.keys(retainedTables), ...configurationTables]) {
    expect(after[table], table).toBe(before[table]);
  }
  expect(await reconcileAll(db)).toEqual([]);
});

test('old rows of a partitioned table are deleted, and no row at the same place of another partition', async () => {
  const { db, close } = await openPostgresDatabase(4);
  onTestFinished(close);
  const service = lendingService(db);
  const now = new Date('2027-11-20T12:00:00Z');
  for (let number = 0; number < 24; number += 1) {
    const { borrowerId } = await newBorrower(service);
    const at = number % 2 === 0 ? '2020-01-01T12:00:00Z' : '2027-11-01T12:00:00Z';
    await db.execute(sql`insert into burial_point_events (id, event, borrower_id, product_id, occurred_at)
      values (gen_random_uuid(), 'loan-confirmed', ${borrowerId}::uuid, 'mx-120', ${at}::timestamptz)`);
  }
  expect(await forgetExpired(db, now, 5)).toEqual({ burial_point_events: 12 });
  expect((await rowCounts(db)).burial_point_events).toBe(12);
});

test('each table has its retention, and what is forgotten is found by an index', async () => {
  const { db, close } = await kinds.PGlite();
  onTestFinished(close);
  const named = [
    ...retentions.map(({ table }) => table),
    ...Object.keys(retainedTables),
    ...configurationTables,
  ];
  expect(named.toSorted()).toEqual(Object.keys(await rowCounts(db)).toSorted());
  for (const { table, from } of retentions) {
    const indexes = await queryRows<{ definition: string }>(
      db,
      sql`select indexdef as definition from pg_indexes where tablename = ${table}`,
    );
    expect(
      indexes.some(({ definition }) => definition.includes(`(${from})`)),
      `${table}.${from}`,
    ).toBe(true);
  }
});
