import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect as connectTo, createServer, type ListenOptions, type Server } from 'node:net';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startSmallThread } from '#tests/setup/small-thread.ts';
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

/** Has so many come from another process while this one takes nobody. */
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

test.skipIf(!isLinux)('of many that come together several are taken for each turn of the loop', async () => {
  const count = 160;
  let answered = 0;
  const counting = {
    fetch: () => {
      answered += 1;
      return new Response('answered');
    },
  };
  const server = await listen(counting, { host, port: 0, isHttps: false });
  comeMeanwhile(server.address, count);
  let turns = 0;
  while (answered < count) {
    await setImmediate();
    turns += 1;
  }
  expect(turns).toBeLessThan(count / 4);
  await server.close(0);
});

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

test.skipIf(!isLinux)('of two that start in the same moment one is refused', async () => {
  const probe = await listen(app, { host, port: 0, isHttps: false });
  const port = Number(new URL(probe.address).port);
  await probe.close(0);
  const starting = await opened({ path: `\0llano starts at ${host}:${port}` });
  await expect(listen(app, { host, port, isHttps: false })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await new Promise((closed) => starting.close(closed));
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
  const asked = async () => {
    const [answer] = (await once(get(server.address, { agent }), 'response')) as [IncomingMessage];
    await answer.resume().toArray();
    return [answer.headers.connection, answer.headers['keep-alive']];
  };
  // How long is for the proxy alone.
  expect(await asked()).toEqual([undefined, undefined]);
  const closed = server.close(3_600_000, 3_000);
  await expect(fetch(server.address)).rejects.toThrow('fetch failed');
  expect(await asked()).toEqual(['close', undefined]);
  await expect(asked()).rejects.toThrow('ECONNREFUSED');
  await closed;
});

/** Sends a request as it is, all of it before anything is read of the answer; then gives the answer's head. */
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

test('a client of HTTP/1.0 that would keep the connection is told that it may', async () => {
  const server = await listen(app, { host, port: 0, isHttps: false });
  const head = await answerAfter(server.address, 'GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive');
  expect(head.toLowerCase()).toContain('connection: keep-alive');
  await server.close(0);
});

test('whoever keeps a connection and asks no more does not keep a server from closing', async () => {
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

  const kept = await askedFor(3_600_000);
  for (const answer of waiting.splice(0)) answer();
  await kept.closed;
  expect(new Set((await kept.texts).map(({ status }) => status))).toEqual(new Set(['fulfilled']));

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

/** Characters that each answer leaves behind, and how many are asked for. */
const leftCharacters = 4000;
const answerCount = 4000;

/** Has a small thread answer several at a time; gives how much V8 takes for lasting meanwhile, in bytes. */
async function takenForLasting(): Promise<number> {
  const code = `
    import { setTimeout } from 'node:timers/promises';
    import { parentPort } from 'node:worker_threads';
    const { listen } = await import(${JSON.stringify(new URL('./listen.ts', import.meta.url).href)});
    let count = 0;
    const app = {
      async fetch({ url }) {
        count += 1;
        // So long that what knows of what is under way becomes old meanwhile.
        for (let time = 0; url.endsWith('/long') && time < 100; time += 1) {
          Array.from({ length: 100_000 }, () => ({}));
          await setTimeout(1);
        }
        await setTimeout(1);
        return new Response('answered', { headers: { Left: String(count).padStart(${leftCharacters}, '0') } });
      },
    };
    const { address } = await listen(app, { host: '${host}', port: 0, isHttps: false });
    parentPort.on('message', () => parentPort.postMessage(takenForLasting()));
    parentPort.postMessage(address);`;
  const worker = startSmallThread(code);
  const told = async <Told>() => ((await once(worker, 'message')) as [Told])[0];
  const address = await told<string>();
  const taken = () => {
    worker.postMessage(null);
    return told<number>();
  };
  const askOften = async (times: number) => {
    for (let time = 0; time < times; time += 1) await (await fetch(address)).text();
  };
  const askTogether = (times: number) =>
    Promise.all(Array.from({ length: 8 }, () => askOften(Math.round(times / 8))));
  // What lasts is there once it was used.
  await askTogether(answerCount / 4);
  await fetch(new URL('/long', address));
  const before = await taken();
  await askTogether(answerCount);
  const after = await taken();
  await worker.terminate();
  return after - before;
}

test('what was answered is garbage at once, and does not wait for a collection of all memory', async () => {
  expect(await takenForLasting()).toBeLessThan((leftCharacters * answerCount) / 5);
});
