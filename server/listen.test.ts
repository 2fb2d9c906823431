import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect as connectTo, createServer, type ListenOptions, type Server } from 'node:net';
import process from 'node:process';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';

const isLinux = process.platform === 'linux';
/** How many connections Linux lets wait for any server. */
const systemMax = isLinux ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) : 0;

const host = '127.0.0.1';
const app = { fetch: () => new Response('answered') };

/** Ends once all are connected, which the system does by itself as long as they may wait, and have asked. */
const connect = `
  const { connect } = await import('node:net');
  const [port, count] = process.argv.slice(1).map(Number);
  const asked = () => new Promise((resolve) => {
    const socket = connect(port, '${host}', () => socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n', resolve));
  });
  await Promise.all(Array.from({ length: count }, asked));
  process.exit(0);
`;

/** Has so many come from another process while this one takes none. */
function comeMeanwhile(address: string, count: number): void {
  const { port } = new URL(address);
  // One that is not let wait would try again for minutes.
  execFileSync(process.execPath, ['--input-type=module', '--eval', connect, port, String(count)], {
    timeout: 30_000,
  });
}

test.skipIf(systemMax < 1000)(
  'of hundreds that come while the server is busy each is connected at once',
  async () => {
    const server = await listen(app, { host, port: 0, isHttps: false });
    comeMeanwhile(server.address, 900);
    expect(await (await fetch(server.address)).text()).toBe('answered');
    await server.close(0);
  },
);

test('a port where anybody listens is refused, and one that was left is free', async () => {
  const first = await listen(app, { host, port: 0, isHttps: false });
  const port = Number(new URL(first.address).port);
  const again = { host, port, isHttps: false };
  await expect(listen(app, again)).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: expect.stringContaining(`${host}:${port}`),
  });
  // Nothing that was opened in vain takes a request.
  expect(await (await fetch(first.address)).text()).toBe('answered');
  await first.close(0);

  for (const options of [{}, ...(isLinux ? [{ reusePort: true }] : [])]) {
    const other = await opened({ host, port, ...options });
    await expect(listen(app, again)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((closed) => other.close(closed));
  }

  const second = await listen(app, again);
  expect(second.address).toBe(first.address);
  await second.close(0);
});

test('who is idle does not keep a server from closing, and nobody is taken after', async () => {
  const server = await listen(app, { host, port: 0, isHttps: false });
  // Each over a connection of its own, which the client keeps.
  const texts = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(server.address)).text()),
  );
  expect(new Set(texts)).toEqual(new Set(['answered']));
  await server.close(3_600_000);
  await expect(fetch(server.address)).rejects.toThrow('fetch failed');
});

test('a connection is kept longer than proxies do, and has a last answer after nobody new is taken', async () => {
  const server = await listen(app, { host, port: 0, isHttps: false });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answerOf = async () => {
    const [answer] = (await once(get(server.address, { agent }), 'response')) as [IncomingMessage];
    await answer.resume().toArray();
    return [answer.headers.connection, answer.headers['keep-alive']];
  };
  // How long is for the proxy alone.
  expect(await answerOf()).toEqual([undefined, undefined]);
  const closed = server.close(3_600_000, 3_000);
  await expect(fetch(server.address)).rejects.toThrow('fetch failed');
  expect(await answerOf()).toEqual(['close', undefined]);
  await expect(answerOf()).rejects.toThrow('ECONNREFUSED');
  await closed;
});

/** Sends a request, all of it before anything is read of the answer; then gives the answer's head. */
async function answerAfter(address: string, head: string, bodyBytes = 0): Promise<string> {
  const { port } = new URL(address);
  const socket = connectTo(Number(port), host);
  let answer = '';
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error));
  const send = async () => {
    socket.write(`${head}\r\n\r\n`);
    const part = Buffer.alloc(65_536);
    for (let left = bodyBytes; left > 0; left -= part.length) {
      if (!socket.write(part.subarray(0, left))) await once(socket, 'drain');
    }
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    while (!answer.includes('\r\n\r\n')) await once(socket, 'data');
    return answer.split('\r\n\r\n', 1)[0] ?? '';
  };
  return Promise.race([send(), failed]).finally(() => socket.destroy());
}

test.each([
  ['was not begun to be read', async () => {}],
  ['is not read to its end', async (request: Request) => void (await request.body?.getReader().read())],
])('a refusal arrives with whoever first sends a body of 24 MB that %s', async (_how, read) => {
  const refusing = {
    fetch: async (request: Request) => {
      await read(request);
      return new Response('', { status: 401 });
    },
  };
  const server = await listen(refusing, { host, port: 0, isHttps: false });
  const bytes = 24_000_000;
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}`;
  expect(await answerAfter(server.address, head, bytes)).toContain('401 Unauthorized');
  await server.close(0);
});

const pace = { everyMs: 10, graceMs: 100, bytesPerSecond: 20_000 };

/** Sends a form of `length` bytes, of which `partBytes` come every 10 ms once `firstBytes` have; gives the whole answer. */
async function answerToSlow(
  address: string,
  {
    length,
    firstBytes,
    partBytes,
    path = '/',
  }: { length: number; firstBytes: number; partBytes: number; path?: string },
): Promise<string> {
  const socket = connectTo(Number(new URL(address).port), host);
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write(Buffer.alloc(firstBytes));
  let left = length - firstBytes;
  const timer = setInterval(() => {
    if (left > 0 && partBytes > 0) socket.write(Buffer.alloc(Math.min(partBytes, left)));
    left -= partBytes;
  }, 10);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  // A client that goes on to send when the connection is closed has it reset.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return answer;
}

/** A server that reads bodies, after a while where the path says so, and what it heard of them. */
async function readingServer() {
  const heard: string[] = [];
  const reading = {
    async fetch(request: Request) {
      if (request.url.endsWith('/late')) await pause(400);
      const { byteLength } = await request.arrayBuffer().catch((error: unknown) => {
        heard.push((error as Error).constructor.name);
        throw error;
      });
      heard.push(String(byteLength));
      return new Response('read');
    },
  };
  const server = await listen(reading, { host, port: 0, isHttps: true, bodyPace: pace });
  onTestFinished(() => server.close(0));
  return { address: server.address, heard };
}

test.each([
  ['stands still', 0],
  ['drips', 10],
])('a body that %s is ended with 408, and whoever reads it hears of it', async (_how, partBytes) => {
  const { address, heard } = await readingServer();
  const slow = { length: 20_000, firstBytes: 100, partBytes };
  const page = await answerToSlow(address, slow);
  expect(page).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(page).toContain('\r\nStrict-Transport-Security: ');
  expect(page).toContain('The request came too slowly.');
  const call = await answerToSlow(address, { ...slow, path: '/host/complaints/images' });
  expect(JSON.parse(call.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code: '408' });
  expect(heard).toEqual(['SlowBodyError', 'SlowBodyError']);
});

test('a body that comes as fast as is asked is read however long it takes, and one that is not asked for is not slow', async () => {
  const { address, heard } = await readingServer();
  expect(await answerToSlow(address, { length: 20_000, firstBytes: 0, partBytes: 500 })).toContain('200 OK');
  const whole = { length: 20_000_000, firstBytes: 20_000_000, partBytes: 0 };
  expect(await answerToSlow(address, { ...whole, path: '/late' })).toContain('200 OK');
  expect(heard).toEqual(['20000', '20000000']);
});

test('an HTTP/1.0 client that asks for keep-alive gets it', async () => {
  const server = await listen(app, { host, port: 0, isHttps: false });
  const head = await answerAfter(server.address, 'GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive');
  expect(head.toLowerCase()).toContain('connection: keep-alive');
  await server.close(0);
});

test('an idle connection does not stop a server from closing', async () => {
  const server = await listen(app, { host, port: 0, isHttps: false });
  await (await fetch(server.address)).text();
  await server.close(3_600_000, 50);
});

test('what is under way when a server closes is answered, and cut off when its time is over', async () => {
  const waiting: (() => void)[] = [];
  const slow = {
    fetch: () => new Promise<Response>((done) => waiting.push(() => done(new Response('late')))),
  };
  const askedFor = async (graceMs: number) => {
    const server = await listen(slow, { host, port: 0, isHttps: false });
    const answers = Array.from({ length: 40 }, () => fetch(server.address));
    const texts = Promise.allSettled(answers.map(async (answer) => (await answer).text()));
    while (waiting.length < 40) await setImmediate();
    const closed = server.close(graceMs);
    return { texts, closed };
  };

  const reply = await askedFor(3_600_000);
  for (const answer of waiting.splice(0)) answer();
  await reply.closed;
  expect(new Set((await reply.texts).map(({ status }) => status))).toEqual(new Set(['fulfilled']));

  const cut = await askedFor(0);
  await cut.closed;
  expect(new Set((await cut.texts).map(({ status }) => status))).toEqual(new Set(['rejected']));
});

function opened(options: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(options, () => resolve(server));
  });
}
