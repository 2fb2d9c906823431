import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { recordPayment } from '#contract/host/repayment.ts';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { minorAmount } from '#domain/money/money.ts';
import { serviceAt } from '#tests/setup/lending-service.ts';
import { createTestDatabase } from '#tests/setup/postgres.ts';
import { freePort } from '#tests/setup/postgres-server.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { scrapeMetrics } from '#tests/setup/scraped-metrics.ts';
import { startServerProcess } from '#tests/setup/server-process.ts';

/** Has the database at `url` answer at a port of this machine from now on. */
async function comeBack(url: string, port: number) {
  const { hostname, port: serverPort } = new URL(url);
  const sockets = new Set<ReturnType<typeof connect>>();
  const relay = createServer((near) => {
    const far = connect(Number(serverPort || 5432), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => relay.listen(port, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    relay.close();
  });
}

test('a node that starts without its database listens, says so in both languages and in its log, serves when it comes, and tells of writes that fail', async () => {
  const database = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  onTestFinished(database.drop);
  const [databasePort, metricsPort] = [await freePort(), await freePort()];
  const away = new URL(database.url);
  away.hostname = '127.0.0.1';
  away.port = String(databasePort);
  const logged: string[] = [];
  const startedAt = performance.now();
  const node = await startServerProcess(
    {
      ...productionVariables,
      ...{ PORT: '0', METRICS_PORT: String(metricsPort), DATABASE_URL: away.href, LOG_LEVEL: 'info' },
      DATA_DIR: join(inject('testRun').folder, randomUUID()),
    },
    { logged },
  );
  onTestFinished(node.stop);
  // It no longer waits a quarter of a minute, and then ends.
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  const ask = (path: string, init?: RequestInit) => fetch(node.address + path, init);
  const lack = async () => {
    const answer = await ask('/ready');
    return [answer.status, await answer.json()];
  };
  expect((await ask('/health')).status).toBe(200);
  expect(await lack()).toEqual([503, { status: 'unavailable', lacks: ['database'] }]);
  const wantsDatabase = async () =>
    (await scrapeMetrics(`http://127.0.0.1:${metricsPort}`)).get('llano_lacks{lack="database"}');
  expect(await wantsDatabase()).toBe(1);
  for (const [language, words] of [
    ['es', 'El servicio está ocupado'],
    ['en', 'The service is busy'],
  ] as const) {
    const query = new URLSearchParams({
      sessionId: randomUUID(),
      userId: 'u',
      deviceId: 'd',
      lang: language === 'es' ? '2' : '1',
    });
    const page = await ask(`/loanDetail?${query}&orderId=1&productId=mx-120`);
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await page.text()).toContain(words);
  }
  const service = serviceAt(node.address);
  const payment = {
    provider: 'bank',
    eventId: randomUUID(),
    orderNumber: 'LL-1',
    amountMinor: minorAmount(100),
    currency: 'MXN',
  } as const;
  const refused = await service.host('/host/payments', payment, 'msg_away');
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(
    logged.filter((line) => line.includes('the database does not answer: the node listens')),
  ).toHaveLength(1);

  await comeBack(database.url, databasePort);
  await expect.poll(async () => (await ask('/ready')).status, { timeout: 30_000 }).toBe(200);
  expect(await wantsDatabase()).toBe(0);
  expect(logged.filter((line) => line.includes('the database answers, and the node serves'))).toHaveLength(1);
  expect(await service.tell(recordPayment, payment)).toMatchObject({ outcome: 'unmatched' });
  await expect
    .poll(async () =>
      (await scrapeMetrics(`http://127.0.0.1:${metricsPort}`)).get(
        'llano_jobs_total{job="penalties",outcome="done"}',
      ),
    )
    .toBe(1);

  const owner = await connectDatabase({ databaseUrl: database.url }, generousLimits);
  onTestFinished(owner.close);
  await owner.db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await owner.db.execute(
    sql`create trigger full_disk before insert on provider_events for each row execute function refuse()`,
  );
  const next = { ...payment, eventId: randomUUID() };
  expect((await service.host('/host/payments', next, 'msg_full')).status).toBe(503);
  expect(await lack()).toEqual([200, { status: 'degraded', lacks: ['writes'] }]);
  const samples = await scrapeMetrics(`http://127.0.0.1:${metricsPort}`);
  expect(samples.get('llano_lacks{lack="writes"}')).toBe(1);
  expect(samples.get('llano_database_failures_total{statement="write",failure="exhausted"}')).toBe(1);
  expect(logged.filter((line) => line.includes('the database cannot write'))).toHaveLength(1);
  await owner.db.execute(sql`drop trigger full_disk on provider_events`);
  expect(await service.tell(recordPayment, next)).toMatchObject({ outcome: 'unmatched' });
  expect(logged.join('\n')).not.toContain(productionVariables.HOST_SIGNING_SECRET);
});

test('[CONF-2] a database that comes later and can never be used ends the node, which says why', async () => {
  const database = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  onTestFinished(database.drop);
  const databasePort = await freePort();
  const away = new URL(database.url);
  Object.assign(away, { hostname: '127.0.0.1', port: String(databasePort), pathname: '/nowhere' });
  const reportedErrors: string[] = [];
  const folder = join(inject('testRun').folder, randomUUID());
  const node = await startServerProcess(
    { ...productionVariables, PORT: '0', DATABASE_URL: away.href, DATA_DIR: folder, LOG_LEVEL: 'silent' },
    { reportedErrors },
  );
  await comeBack(database.url, databasePort);
  expect(await node.ended).toEqual([1, null]);
  expect(reportedErrors.join('\n')).toContain('DATABASE_URL: database "nowhere" does not exist');
});
