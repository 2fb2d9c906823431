import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { count } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smsSends } from '#db/schema/sms.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { openLanding } from '#tests/setup/registrant.ts';
import { createServer } from './create-server.ts';
import { createObservation } from './observation.ts';
import { createRequestScope } from './request-scope.ts';

const requestScope = createRequestScope();
const service = await testLendingService(
  {},
  { callerAddress: () => requestScope.current()?.address ?? null },
);
let server: ReturnType<typeof serve>;
let origin: string;

beforeAll(async () => {
  const app = createServer({
    api: service.api,
    requestScope,
    observation: createObservation(requestScope, { metrics: null, tracing: null }).server,
    pages: { fetch: async () => new Response('a page') } as never,
    desk: null,
    openApi: {},
    securityText: null,
    version: '1.2.3',
    readiness: { lacks: async () => [] },
    clientDirectory: '.',
    logger: pino({ level: 'silent' }),
    trustedProxyCount: 0,
    shares: { admitRequest: async () => ({ isAdmitted: true, count: 0 }) },
    tooManyPages: {} as never,
    imageOrigins: [],
    redirectOrigins: [],
    frameAncestors: [],
  });
  server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The service as one network address reaches it, which says that it is another one each time. */
function from(forgedAddress: string) {
  const headers = {
    'X-Forwarded-For': forgedAddress,
    'X-Real-IP': forgedAddress,
    'X-Client-Address': forgedAddress,
    'CF-Connecting-IP': forgedAddress,
    Forwarded: `for=${forgedAddress}`,
  };
  return {
    fetch: async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const answer = new Request(origin + pathname + search, request);
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      return fetch(answer);
    },
  };
}

test('forged forwarded addresses change nothing: one address is sent 20 codes an hour, to whatever numbers', async () => {
  const codes: string[] = [];
  for (let index = 0; index < 22; index += 1) {
    // Another block of numbers every few, so that only the limit of the address can hold.
    const phone = `55${4821 + (index % 4)}77${10 + index}`;
    const visitor = await openLanding(from(`203.0.113.${index + 1}`), { phone });
    const answer = await visitor.sendCode({ capcode: await visitor.solveCaptcha() });
    codes.push(answer.body.code);
  }
  expect(codes).toEqual([...Array<string>(20).fill('0'), '429002', '429002']);
  const [sent] = await service.database.select({ rows: count() }).from(smsSends);
  expect(Number(sent?.rows)).toBe(20);
  const rows = await service.database.select().from(smsSends);
  expect(new Set(rows.map(({ addressHash }) => addressHash)).size).toBe(1);
});
