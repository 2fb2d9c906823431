import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { HTTPException } from 'hono/http-exception';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPages } from '#pages/create-pages.tsx';
import type { PagesBindings } from '#pages/screen.tsx';
import { pagesDependencies } from '#tests/setup/open-page.ts';
import { createRefusals } from './admission/refusal.ts';
import { writeRefusalPages } from './admission/refusal-pages.ts';
import type { Precedence } from './admission/room.ts';
import { createShares } from './admission/shares.ts';
import { createServer, freePathsOf } from './create-server.ts';
import { type Listening, listen } from './listen.ts';
import type { AnsweredRequest } from './metrics.ts';
import { createObservation } from './observation.ts';
import { backendHeaders, createRequestScope } from './request-scope.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly path?: string;
  readonly status?: number;
  readonly count?: number;
}

const lines: Line[] = [];
const errorLevel = 50;
const borrowerPages = createPages(pagesDependencies);
const requestScope = createRequestScope();
const shares = createShares({
  databaseUrl: '',
  key: Buffer.from('a key'),
  requestsPerMinute: 100,
  addressRequestsPerMinute: 1000,
  hostRequestsPerMinute: 1000,
  databaseSessions: 0,
  trustedProxyCount: 0,
  current: requestScope.current,
  nodeCount: 1,
});
let listening: Listening;
/** The same server, which has no patience with bodies. */
let hasty: Listening;
let isBusy = false;
let leftCount = 0;
let givenUpCount = 0;
let turn: Promise<void> | null = null;
const entered: Precedence[] = [];
const answeredRequests: AnsweredRequest[] = [];
const leave = (wasAnswered = true) => {
  if (wasAnswered) leftCount += 1;
  else givenUpCount += 1;
};

const page = '<p>Hola</p>'.repeat(500);

async function answer(request: Request, { compress }: PagesBindings = {}): Promise<Response> {
  const { pathname } = new URL(request.url);
  const compressed = pathname === '/page' ? compress?.(page, [page]) : null;
  if (pathname === '/page') {
    return new Response(compressed ?? page, {
      headers: { 'Content-Type': 'text/html', ...(compressed && { 'Content-Encoding': 'gzip' }) },
    });
  }
  if (pathname.endsWith('/fault')) throw new Error('a fault');
  if (pathname.endsWith('/refused')) throw new HTTPException(403, { message: 'not yours' });
  const scope = requestScope.current();
  if (pathname === '/host/signed' && scope) scope.isSigned = true;
  if (pathname === '/backend') return Response.json(backendHeaders(requestScope.current(), 'a-credential'));
  if (request.method === 'POST') await request.arrayBuffer();
  return new Response('an answer');
}

beforeAll(async () => {
  const observation = createObservation(requestScope, { metrics: null, tracing: null }).server;
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as Line) });
  const loadGate = {
    enter(precedence: Precedence) {
      entered.push(precedence);
      return isBusy ? null : { turn, leave };
    },
  };
  const app = createServer({
    api: { fetch: answer },
    requestScope,
    observation,
    pages: { fetch: answer } as never,
    desk: null,
    openApi: {},
    securityText: () => 'Contact: mailto:a@b.example\n',
    version: '1.2.3',
    readiness: { lacks: async () => [] },
    clientDirectory: import.meta.dirname,
    logger,
    trustedProxyCount: 0,
    shares,
    tooManyPages: await writeRefusalPages(borrowerPages, 'too-many-requests'),
    imageOrigins: [],
    redirectOrigins: [],
    frameAncestors: [],
  });
  const at = { host: '127.0.0.1', port: 0, isHttps: true };
  hasty = await listen(app, { ...at, bodyPace: { everyMs: 10, graceMs: 50, bytesPerSecond: 1_000 } });
  listening = await listen(app, {
    ...at,
    refusals: createRefusals({
      ...{ loadGate, logger },
      freePaths: freePathsOf(import.meta.dirname),
      pages: await writeRefusalPages(borrowerPages, 'service-unavailable'),
      callerOf: ({ url }) => ({ name: 'one', isKnown: url !== '/assets/none.js' }),
      observation: { requestAnswered: (request) => answeredRequests.push(request) },
    }),
  });
});
beforeEach(() => {
  lines.length = 0;
  isBusy = false;
  leftCount = 0;
  givenUpCount = 0;
  turn = null;
  entered.length = 0;
  answeredRequests.length = 0;
});
afterAll(async () => {
  await hasty.close(0);
  await listening.close(0);
});

/** Writes to the server without any client's help. */
async function connection(text: string, { address } = listening) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test.each([
  '/health',
  '/openapi.json',
  '/.well-known/security.txt',
  '/assets/none.js',
  '/v3/call',
  '/v3/fault',
  '/a-page',
  '/fault',
  '/refused',
])('%s is answered with what keeps it from being sniffed, embedded or asked for in clear', async (path) => {
  const { headers } = await fetch(listening.address + path);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin',
    'strict-transport-security': 'max-age=31536000',
  });
});

test('the text that says whom to tell of a weakness is plain text', async () => {
  const answered = await fetch(`${listening.address}/.well-known/security.txt`);
  expect(answered.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i);
  expect(await answered.text()).toBe('Contact: mailto:a@b.example\n');
});

test('a node that is too busy refuses at once and says when to ask again, but still says that it lives', async () => {
  isBusy = true;
  const responseOf = (path: string, method = 'GET') => fetch(`${listening.address}${path}`, { method });
  const page = await responseOf('/order');
  const text = await page.text();
  expect([page.status, page.headers.get('retry-after'), page.headers.get('refresh')]).toEqual([
    503,
    '5',
    '5',
  ]);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(text).toContain('<html lang="es-MX"');
  expect(text).toContain('El servicio no responde');
  expect(await (await responseOf('/order?lang=1')).text()).toContain('The service is not answering');
  const form = await responseOf('/confirmLoan', 'POST');
  expect([form.status, form.headers.get('refresh')]).toEqual([503, null]);
  for (const path of ['/v3/loan-details/loan-details', '/host/signed']) {
    const call = await responseOf(path, 'POST');
    expect(await call.json()).toMatchObject({ success: false, code: '503' });
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
  }
  expect((await responseOf('/assets/none.js')).status).toBe(503);
  expect((await responseOf('/health', 'POST')).status).toBe(503);
  expect(entered).toEqual(['known', 'known', 'begun', 'known', 'begun', 'stranger', 'begun']);
  expect(page.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(answeredRequests).toHaveLength(7);
  expect(answeredRequests[0]).toMatchObject({ method: 'GET', route: 'none', status: 503 });
  expect((await responseOf('/health')).status).toBe(200);
  expect((await responseOf('/ready')).status).toBe(200);
  expect((await responseOf('/listen.ts', 'HEAD')).status, 'a file of the build').not.toBe(503);
  expect(leftCount).toBe(0);
  isBusy = false;
  expect((await responseOf('/order')).status).toBe(200);
  await responseOf('/v3/fault', 'POST');
  expect(leftCount).toBe(2);
});

test('who waits for their turn is answered when it comes, and one who left meanwhile costs nothing', async () => {
  const gate = Promise.withResolvers<void>();
  turn = gate.promise;
  const stays = fetch(`${listening.address}/order`, { method: 'POST', body: 'typed=kept' });
  const leaves = await connection('GET /order HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => entered).toHaveLength(2);
  leaves.destroy();
  await once(leaves, 'close');
  expect(lines).toEqual([]);
  // The server hears of it from the system, in a turn of its loop that comes next.
  for (let turns = 0; turns < 10; turns += 1) await setImmediate();
  gate.resolve();
  expect(await (await stays).text()).toBe('an answer');
  await expect.poll(() => [leftCount, givenUpCount]).toEqual([1, 1]);
  expect(lines).toHaveLength(1);
});

test('the log tells how many were refused, not each', async () => {
  isBusy = true;
  const responseOf = Array.from({ length: 20 }, () => fetch(`${listening.address}/order`));
  const ids = (await Promise.all(responseOf)).map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(20);
  await expect.poll(() => lines.filter(({ path }) => path === undefined)).not.toEqual([]);
  const counted = lines.reduce((sum, { count = 0 }) => sum + count, 0);
  expect(counted).toBeGreaterThanOrEqual(20);
  expect(lines.filter(({ path }) => path !== undefined)).toEqual([]);
});

/** What the server sends on a connection, as it comes. */
function heardOn(socket: Socket): { readonly text: string; readonly closed: Promise<unknown> } {
  const heard = { text: '', closed: new Promise((resolve) => socket.once('close', resolve)) };
  socket.on('data', (data) => {
    heard.text += String(data);
  });
  socket.on('error', () => undefined);
  return heard;
}

test('who is refused may ask again on the same connection, whatever they sent along', async () => {
  isBusy = true;
  const body = 'x'.repeat(300_000);
  const ask = `POST /confirmLoan HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = await connection(ask + ask);
  const heard = heardOn(socket);
  const refused = () => heard.text.match(/HTTP\/1\.1 503/g);
  await expect.poll(refused).toHaveLength(2);
  socket.write(ask);
  await expect.poll(refused).toHaveLength(3);
  socket.destroy();
});

test.each(['Content-Length: 50000000', 'Transfer-Encoding: chunked'])(
  'an upload that is refused and goes on does not hold its connection (%s)',
  async (length) => {
    isBusy = true;
    const socket = await connection(
      `POST /upload HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n4\r\npart\r\n`,
    );
    const heard = heardOn(socket);
    await heard.closed;
    expect(heard.text).toContain('HTTP/1.1 503');
  },
);

test('so is a request that has no address', async () => {
  const socket = await connection('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
  const text = String(await socket.setEncoding('utf8').take(1).toArray()).toLowerCase();
  expect(text).toContain('400 bad request');
  expect(text).toContain('cross-origin-resource-policy: same-origin');
});

test.each([
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 40'],
  ['a length and parts', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
  ['parts of another kind', 'Transfer-Encoding: xchunked'],
])(
  'a request that two could read to different ends is refused, and nothing behind it is read: %s',
  async (_name, lengths) => {
    const socket = await connection(
      `POST /order HTTP/1.1\r\nHost: localhost\r\n${lengths}\r\n\r\n0\r\n\r\nGET /order HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    const heard = heardOn(socket);
    await heard.closed;
    expect(heard.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  },
);

test('TRACE gets nothing back of what it sent', async () => {
  const socket = await connection(
    'TRACE /orders HTTP/1.1\r\nHost: localhost\r\nX-Of-The-Caller: abc\r\nConnection: close\r\n\r\n',
  );
  const text = String(await socket.setEncoding('utf8').take(1).toArray());
  expect(text).toContain('HTTP/1.1 405');
  expect(text.toLowerCase()).not.toContain('x-of-the-caller');
});

test('who asks whether the node lives learns which version it is', async () => {
  const response = await fetch(`${listening.address}/health`);
  expect(await response.json()).toEqual({ status: 'ok', version: '1.2.3' });
});

test('a refusal is no error in the log, a fault is one', async () => {
  expect((await fetch(`${listening.address}/refused`)).status).toBe(403);
  expect(lines.filter(({ level }) => level >= errorLevel)).toEqual([]);
  expect((await fetch(`${listening.address}/fault`)).status).toBe(500);
  expect(lines.filter(({ level }) => level >= errorLevel)).toMatchObject([{ msg: 'request failed' }]);
});

test.each(['/v3/upload', '/upload'])(
  'an upload to %s that breaks off is 499 in the log and no error',
  async (path) => {
    const socket = await connection(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na part of it`,
    );
    await expect.poll(() => setImmediate().then(() => socket.writableLength)).toBe(0);
    socket.resetAndDestroy();
    await expect.poll(() => lines).toMatchObject([{ msg: 'request', path, status: 499 }]);
    expect(lines.filter(({ level }) => level >= errorLevel)).toEqual([]);
  },
);

test('a request whose body came too slowly is 408 in the log', async () => {
  const slow = 'POST /v3/call HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nslow';
  await once((await connection(slow, hasty)).resume(), 'close');
  await expect.poll(() => lines).toMatchObject([{ msg: 'request', path: '/v3/call', status: 408 }]);
});

test('the name that a request comes with is given back, logged and sent on with whose it is, whatever address it claims', async () => {
  const id = 'req-01HZX.7:a_b';
  const forged = {
    'X-Forwarded-For': '203.0.113.7',
    'X-Real-IP': '203.0.113.7',
    Forwarded: 'for=203.0.113.7',
  };
  const response = await fetch(`${listening.address}/backend`, {
    headers: { ...forged, 'X-Request-Id': id },
  });
  expect(response.headers.get('X-Request-Id')).toBe(id);
  expect(lines).toMatchObject([{ requestId: id }]);
  expect(await response.json()).toEqual({
    'X-Request-Id': id,
    'X-Forwarded-For': '127.0.0.1',
    Authorization: 'Bearer a-credential',
  });
});

test.each(['', 'short', 'a name with spaces', '{"level":50}', 'x'.repeat(129)])(
  'a request that calls itself %j gets a name of ours',
  async (id) => {
    const response = await fetch(`${listening.address}/a-page`, { headers: { 'X-Request-Id': id } });
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
  },
);

test.each([
  ['GET', 'gzip, br', 'gzip'],
  ['GET', 'br', null],
  ['GET', 'gzip;q=0', null],
  ['HEAD', 'gzip', null],
])('a page asked for by %s that takes %s is sent as %s', async (method, accepted, encoding) => {
  const response = await fetch(`${listening.address}/page`, {
    method,
    headers: { 'Accept-Encoding': accepted },
  });
  expect(response.headers.get('Content-Encoding')).toBe(encoding);
  if (method === 'GET') expect(response.headers.get('Vary')).toBe('Accept-Encoding');
  expect(await response.text()).toBe(method === 'HEAD' ? '' : page);
});

test('an address beyond its limit is refused, but not its signed calls, nor who asks whether the node lives', async () => {
  const statuses = async (path: string) => {
    const answers = await Promise.all(Array.from({ length: 120 }, () => fetch(listening.address + path)));
    return new Set(answers.map(({ status }) => status));
  };
  expect(await statuses('/host/signed')).toEqual(new Set([200]));
  expect(await statuses('/health')).toEqual(new Set([200]));
  expect(await statuses('/ready')).toEqual(new Set([200]));
  expect(await statuses('/host/unsigned')).toContain(429);
  const refused = await fetch(`${listening.address}/a-page`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('a caller over the limit gets a page in their language, and calls get JSON', async () => {
  // The last of the file: its address may ask no more.
  const asked = async (path: string) => {
    let response = await fetch(`${listening.address}${path}`);
    for (let at = 0; at < 100 && response.status !== 429; at += 1) {
      await response.body?.cancel();
      response = await fetch(`${listening.address}${path}`);
    }
    return response;
  };
  const spanish = await asked('/order?sessionId=made-up&lang=2');
  expect([spanish.status, spanish.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(spanish.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(spanish.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const page = await spanish.text();
  expect(page).toContain('Recibimos demasiadas solicitudes');
  expect(page).toContain('<link rel="icon" href="data:,"');
  expect(page).not.toContain('<script');
  expect(page).not.toContain('made-up');
  expect(await (await asked('/order?lang=1')).text()).toContain('We received too many requests');
  const call = await asked('/v3/loan-details/loan-details');
  expect([call.status, await call.json()]).toMatchObject([429, { success: false }]);
});
