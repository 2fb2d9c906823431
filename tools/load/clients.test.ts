import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { askOnce, askServer, type ClientRequest, floodServer } from './clients.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener) => listening(createServer(listener));

/** Serves what each connection sends when it comes. A client that is let go may leave an answer unread, which breaks the connection. */
const serveBytes = (answer: (socket: Socket) => Promise<void>) =>
  listening(
    createPlainServer({ noDelay: true }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => answer(socket));
    }),
  );

const paths = Array.from({ length: 50 }, (_none, place) => `/${place}`);
const requests: ClientRequest[] = paths.map((path) => ({
  method: 'POST',
  path,
  headers: {},
  body: '{"á":1}',
}));

test('each request is made once, whether answers tell their length or where they end', async () => {
  const seenRequests: string[] = [];
  const address = await serve((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (data: Buffer) => body.push(data));
    request.on('end', () => {
      seenRequests.push(`${request.url} ${Buffer.concat(body)}`);
      if (seenRequests.length % 2 === 0) response.setHeader('Content-Length', 200_000);
      response.write(Buffer.alloc(100_000, '0\r\n\r'));
      setImmediate(() => response.end(Buffer.alloc(100_000, '0\r\n\r')));
    });
  });
  const { answers } = await askOnce(address, requests, { clients: 4 });
  expect(answers).toBe(50);
  expect(seenRequests.toSorted()).toEqual(paths.map((path) => `${path} {"á":1}`).toSorted());
});

test('headers that come in pieces are one answer', async () => {
  const address = await serveBytes(async (socket) => {
    for (const piece of ['HTTP/1.1 200 OK\r\nContent-', 'Length: 2\r\n\r', '\nok']) {
      socket.write(piece);
      await setTimeout(2);
    }
  });
  expect((await askOnce(address, requests, { clients: 2, perSecond: 1000 })).answers).toBe(50);
});

test('an unsuccessful answer and a lost connection are reported', async () => {
  const failing = await serve((_request, response) => response.writeHead(500).end());
  await expect(askOnce(failing, requests, { clients: 2 })).rejects.toThrow('500');
  const leaving = await serve((request) => request.socket.destroy());
  await expect(askServer(leaving, requests, { clients: 2, seconds: 0.1 })).rejects.toThrow(/\d+ requests/);
});

test('who is late asks all the same, and has waited since it was due, but in a flood', async () => {
  const pauses = [100];
  const address = await serveBytes(async (socket) => {
    await setTimeout(pauses.shift());
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  });
  const asking = { clients: 1, perSecond: 100_000 };
  const { answers, p50Ms } = await askOnce(address, requests, asking);
  expect(answers).toBe(50);
  expect(p50Ms).toBeGreaterThan(90);
  const { unsent, failed } = await floodServer(address, requests, { ...asking, seconds: 0.2 });
  expect(unsent).toBeGreaterThan(0);
  expect(failed).toBe(0);
});
