import { once } from 'node:events';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontProxy, startTlsProxy } from './proxy.ts';

const server = createServer(async (order, response) => {
  const body = await text(order);
  response.writeHead(201, { 'Set-Cookie': ['a=1', 'b=2'], Connection: 'close' });
  response.end(JSON.stringify({ method: order.method, path: order.url, headers: order.headers, body }));
});
let proxy: FrontProxy;
let address: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy = await startTlsProxy(['sec-fetch-']);
});

afterAll(async () => {
  await proxy.close();
  server.close();
});

async function send(path: string, headers: Record<string, string>, body: string) {
  const asking = request(proxy.address + path, { method: 'POST', headers, rejectUnauthorized: false });
  asking.end(body);
  const [response] = await once(asking, 'response');
  return response;
}

test('a server that is not there yet is a bad gateway', async () => {
  expect((await send('/', {}, '')).statusCode).toBe(502);
});

test('a request goes on as it came but for what is withheld, with who asked and how, and the answer comes back whole', async () => {
  proxy.forwardTo(address);
  const origin = proxy.address;
  const response = await send(
    '/path?a=%20',
    { Origin: origin, 'X-Forwarded-For': '203.0.113.7', 'Sec-Fetch-Site': 'same-origin' },
    'é'.repeat(50_000),
  );
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([201, ['a=1', 'b=2']]);
  const order = (await json(response)) as { headers: Record<string, string> };
  expect(order.headers).not.toHaveProperty('sec-fetch-site');
  expect(order).toMatchObject({
    method: 'POST',
    path: '/path?a=%20',
    headers: {
      origin,
      host: new URL(address).host,
      'x-forwarded-for': '203.0.113.7, 127.0.0.1',
      'x-forwarded-proto': 'https',
    },
    body: 'é'.repeat(50_000),
  });
});

test('nodes take requests in turn, and one that takes no connection is passed over', async () => {
  const other = createServer((_asked, response) => response.writeHead(204, { Connection: 'close' }).end());
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const otherAddress = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const statuses = async () => {
    const answers = [await send('/', {}, 'a'), await send('/', {}, 'b')];
    for (const answer of answers) answer.resume();
    return answers.map(({ statusCode }) => statusCode).sort();
  };
  proxy.forwardTo(address, otherAddress);
  expect(await statuses()).toEqual([201, 204]);
  other.close();
  await once(other, 'close');
  expect(await statuses()).toEqual([201, 201]);
});
