import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isFetchable } from './readiness.ts';

test.each(['http://127.0.0.1:6000', 'http://127.0.0.1:1', 'http://name:password@127.0.0.1:3000'])(
  '[CONF-2] a backend at %s can never be asked',
  async (address) => {
    expect(await isFetchable(address)).toBe(false);
  },
);

test('a backend that is not there yet, or refuses, can be asked later', async () => {
  const server = createServer((_request, response) => response.writeHead(500).end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  expect(await isFetchable(`http://127.0.0.1:${port}/base`)).toBe(true);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  expect(await isFetchable(`http://127.0.0.1:${port}`)).toBe(true);
});
