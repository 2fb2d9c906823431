import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordPayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { readEnvironment } from '#server/environment.ts';
import { type RunningLlano, startLlano } from '#server/start-llano.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import {
  lendingService,
  serviceAt,
  type TestSession,
  testConfiguration,
} from '#tests/setup/lending-service.ts';
import { scrapeMetrics } from '#tests/setup/scraped-metrics.ts';

const paymentOfNobody = {
  provider: 'a-provider',
  orderNumber: 'none',
  amountMinor: minorAmount(12_300),
  currency: 'MXN',
} as const;
let database: Awaited<ReturnType<typeof openPostgresDatabase>>;
let llano: RunningLlano;
let service: ReturnType<typeof serviceAt>;
let session: TestSession;
let loan: TestLoan;
beforeAll(async () => {
  database = await openPostgresDatabase();
  await lendingService(database.db).tell(recordPayment, { ...paymentOfNobody, eventId: 'event-of-nobody' });
  const settings = readEnvironment({
    PORT: '0',
    METRICS_PORT: '0',
    HOST_SIGNING_SECRET: testConfiguration.hostSigningSecrets[0],
    REQUESTS_PER_MINUTE: '1000000',
    ADDRESS_REQUESTS_PER_MINUTE: '1000000',
  });
  llano = await startLlano(settings, { logger: pino({ level: 'silent' }), connection: database });
  service = serviceAt(llano.address);
  session = await newBorrower({ ...service, database: database.db });
  loan = await paidOutLoan({ ...service, database: database.db }, session);
});
afterAll(() => llano.close());

const scrape = () => scrapeMetrics(llano.metricsAddress ?? '');

const ask = (path: string, init?: RequestInit) =>
  fetch(llano.address + path, init).then(({ status }) => status);

const jobDone = (job: string) =>
  expect
    .poll(() => scrape().then((samples) => samples.get(`llano_jobs_total{job="${job}",outcome="done"}`)))
    .toBe(1);

test('a page, the calls it makes, the lender’s calls, jobs, pools and the process are counted', async () => {
  // They count the unmatched payments, of which one more comes below.
  await jobDone('comparison of books');
  await jobDone('retention');
  const before = await scrape();
  const { sessionId, userId, deviceId } = session;
  const query = new URLSearchParams({ sessionId, userId, deviceId, ...loan });
  expect(await ask(`/loanDetail?${query}`)).toBe(200);
  expect(await ask('/health')).toBe(200);
  await service.tell(recordPayment, { ...paymentOfNobody, eventId: randomUUID() });
  expect(await ask('/host/payments', { method: 'POST', body: '{}' })).toBe(401);
  const samples = await scrape();
  const countedOnce = [
    'llano_requests_total{method="GET",route="/loanDetail",status="200"}',
    'llano_requests_total{method="GET",route="/health",status="200"}',
    'llano_requests_total{method="POST",route="/host/payments",status="202"}',
    'llano_requests_total{method="POST",route="/host/payments",status="401"}',
    'llano_request_duration_seconds_count{route="/loanDetail"}',
    'llano_page_calls_total{call="readLoan",outcome="done"}',
    'llano_answered_calls_total{call="readLoan",outcome="done"}',
    'llano_host_calls_total{call="recordPayment",outcome="done"}',
    'llano_host_calls_total{call="recordPayment",outcome="refused"}',
  ];
  expect(countedOnce.map((name) => [name, (samples.get(name) ?? 0) - (before.get(name) ?? 0)])).toEqual(
    countedOnce.map((name) => [name, 1]),
  );
  expect(Object.fromEntries(samples)).toMatchObject({
    'llano_host_calls_total{call="recordDisbursal",outcome="done"}': 1,
    'llano_jobs_total{job="comparison of books",outcome="done"}': 1,
    'llano_reconciliation_differences{books="loans"}': 0,
    'llano_reconciliation_differences{books="events"}': 0,
    'llano_unmatched_payments{currency="MXN"}': 1,
    'llano_unmatched_minor{currency="MXN"}': 12_300,
    'llano_database_sessions{pool="pages",state="waiting"}': 0,
  });
  expect(samples.get('llano_database_sessions{pool="pages",state="total"}')).toBeGreaterThan(0);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  const text = [...samples.keys()].join('\n');
  for (const secret of [
    sessionId,
    deviceId,
    loan.orderId,
    loan.orderNumber,
    'a-provider',
    'event-of-nobody',
  ]) {
    expect(text).not.toContain(secret);
  }
});

/** A request with a method that `fetch` may not know. */
function send(method: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(llano.address + path, { method }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

test('strangers add no series, whatever they ask for', async () => {
  const paths = (round: number) => [
    ...['/', '/v3/', '/host/', '/assets/', '/user-problem/', '/api/'].map((start) => `${start}none-${round}`),
    `/loanDetail?sessionId=${round}`,
    `/loanDetail/${round}`,
  ];
  const askAll = async (round: number) => {
    for (const path of paths(round)) {
      for (const method of ['GET', 'POST', 'PROPFIND', 'REPORT', 'SUBSCRIBE']) await send(method, path);
    }
  };
  await askAll(0);
  const before = await scrape();
  await askAll(1);
  await askAll(2);
  const after = await scrape();
  const own = (samples: ReadonlyMap<string, number>) =>
    [...samples.keys()].filter((name) => name.startsWith('llano_'));
  expect(own(after)).toEqual(own(before));
  const none = 'llano_requests_total{method="GET",route="none",status="404"}';
  expect((after.get(none) ?? 0) - (before.get(none) ?? 0)).toBe(2 * 7);
});

test('metrics are on their own port alone, and nothing else is there', async () => {
  expect(await ask('/metrics')).toBe(404);
  const { status } = await fetch(`${llano.metricsAddress}/loanDetail`);
  expect(status).toBe(404);
  expect((await fetch(`${llano.metricsAddress}/metrics`, { method: 'POST' })).status).toBe(405);
});
