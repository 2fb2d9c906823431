import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readEnvironment } from '#server/environment.ts';
import { type RunningLlano, startLlano } from '#server/start-llano.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { serviceAt, testConfiguration } from '#tests/setup/lending-service.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface ExportedSpans {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A collector: takes OTLP over HTTP and keeps it. */
const received: ExportedSpans[] = [];
const collector = createServer(async (request, response) => {
  if (request.url === '/v1/traces') received.push((await json(request)) as ExportedSpans);
  response.setHeader('Content-Type', 'application/json').end('{}');
});
const spans = () =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const attribute = (span: Span | undefined, name: string) => {
  const { stringValue, intValue } = span?.attributes.find(({ key }) => key === name)?.value ?? {};
  return stringValue ?? intValue;
};

let database: Awaited<ReturnType<typeof openPostgresDatabase>>;
let llano: RunningLlano;
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  vi.stubEnv('OTEL_SERVICE_NAME', 'pages-of-a-test');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=trial');
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50');
  database = await openPostgresDatabase();
  const settings = readEnvironment({
    PORT: '0',
    DATABASE_URL: database.url,
    HOST_SIGNING_SECRET: testConfiguration.hostSigningSecrets[0],
  });
  llano = await startLlano(settings, { logger: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await llano.close();
  await database.close();
  collector.close();
});

test('a page is one trace of its screen, its calls and their statements, and says nothing of its borrower', async () => {
  const service = { ...serviceAt(llano.address), database: database.db };
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const { sessionId, userId, deviceId } = session;
  await fetch(`${llano.address}/health`);
  const response = await fetch(
    `${llano.address}/loanDetail?${new URLSearchParams({ sessionId, userId, deviceId, ...loan })}`,
    { headers: { 'X-Request-Id': 'request-of-the-test' } },
  );
  expect(response.status).toBe(200);
  const root = () => spans().find((span) => attribute(span, 'llano.request_id') === 'request-of-the-test');
  await expect.poll(root, { timeout: 10_000 }).toBeDefined();
  const trace = spans().filter(({ traceId }) => traceId === root()?.traceId);
  const one = (name: string) => trace.filter((span) => span.name === name);

  expect(root()).toMatchObject({ name: 'GET /loanDetail' });
  expect(root()?.parentSpanId).toBeFalsy();
  expect(attribute(root(), 'http.response.status_code')).toBe(200);
  const [screen] = one('screen /loanDetail');
  const [call] = one('call readLoan');
  const [answer] = one('answer readLoan');
  expect(screen?.parentSpanId).toBe(root()?.spanId);
  expect(call?.parentSpanId).toBe(screen?.spanId);
  expect(answer?.parentSpanId).toBe(call?.spanId);
  const statements = one('sql select').filter(({ parentSpanId }) => parentSpanId === answer?.spanId);
  expect(statements.map((span) => String(attribute(span, 'db.query.text'))).join()).toContain(
    'from "sessions"',
  );

  expect(received[0]?.resourceSpans[0]?.resource.attributes).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'pages-of-a-test' } },
      { key: 'deployment.environment.name', value: { stringValue: 'trial' } },
    ]),
  );
  const names = spans().map(({ name }) => name);
  expect(names).toContain('POST /host/disbursals');
  expect(names).toContain('sql insert');
  expect(names.filter((name) => name.includes('/health'))).toEqual([]);
  const sent = JSON.stringify(received);
  for (const secret of [sessionId, userId, deviceId, loan.orderId, loan.orderNumber, 'Prueba Pérez', '?']) {
    expect(sent).not.toContain(secret);
  }
});
