import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { recordPayment } from '#contract/host/repayment.ts';
import { connectDatabase, type DatabaseConnection } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { minorAmount } from '#domain/money/money.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';
import { createTestDatabase, onServer } from '#tests/setup/postgres.ts';

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** An empty database whose texts are in the order of a language, as most servers have it. */
async function databaseInLanguage(): Promise<string> {
  const { url, drop } = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  closers.push(drop);
  const name = `${new URL(url).pathname.slice(1)}_language`;
  await onServer(url, async (server) => {
    await server.query(
      `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'en' locale 'C'`,
    );
  });
  closers.push(() =>
    onServer(url, async (server) => void (await server.query(`drop database ${name} with (force)`))),
  );
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function open(databaseUrl: string): Promise<DatabaseConnection> {
  const connection = await connectDatabase({ databaseUrl });
  closers.push(() => connection.close());
  return connection;
}

/** Has sessions that are opened later put 9 before 10, as another library may order texts otherwise; no index is made anew. */
async function changeOrder(url: string): Promise<void> {
  await onServer(url, async (server) => {
    const named = `select attname from pg_attribute
      where attrelid = 'pg_database'::regclass and attname in ('datlocale', 'daticulocale')`;
    const { rows } = await server.query<{ attname: string }>(named);
    await server.query(
      `update pg_database set ${rows[0]?.attname} = 'en-u-kn' where datname = current_database()`,
    );
  });
}

test('messages and payments that are sent again count once, although the order of texts changed under the indexes', async () => {
  const url = await databaseInLanguage();
  const before = await open(url);
  await migrate(before.db);
  await loadDemoData(before.db, new Date('2026-11-01T12:00:00Z'));
  const service = lendingService(before.db);
  // Keys of figures and letters in any order, as banks give them.
  const payments = Array.from({ length: 60 }, (_, place) => {
    const key = ((place + 1) * 7_654_321).toString(36);
    const facts = { reference: 'of-no-loan', amountMinor: minorAmount(100), currency: 'MXN' as const };
    return {
      provider: 'bank',
      eventId: `e-${key}`,
      trackingKey: key,
      paidAt: '2026-11-20T12:00:00Z',
      ...facts,
    };
  });
  type Payment = (typeof payments)[number];
  const answersOf = async ({ host }: LendingService, change: (payment: Payment) => [Payment, string?]) => {
    const answers: unknown[] = [];
    for (const payment of payments) {
      const [body, messageId] = change(payment);
      answers.push((await host(recordPayment.path, body, messageId)).body);
    }
    return answers;
  };
  const first = await answersOf(service, (payment) => [payment, payment.trackingKey]);
  await changeOrder(url);
  // As where the tables are large.
  const { db } = await open(`${url}?options=-c enable_seqscan=off`);
  const changed = lendingService(db);
  expect(await answersOf(changed, (payment) => [payment, payment.trackingKey])).toEqual(first);
  const repeated = payments.map(() =>
    expect.objectContaining({ data: expect.objectContaining({ isRepeated: true }) }),
  );
  expect(await answersOf(changed, (payment) => [payment])).toEqual(repeated);
  const renamed = (payment: Payment): [Payment] => [{ ...payment, eventId: `other-${payment.eventId}` }];
  expect(await answersOf(changed, renamed)).toEqual(repeated);
  const [counts] = await queryRows(
    db,
    sql`select (select count(*)::integer from provider_events) as events, count(*)::integer as movements from cash_movements`,
  );
  expect(counts).toEqual({ events: payments.length, movements: payments.length });
});
