import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReadiness, isFetchable } from './readiness.ts';

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

test('what a node lacks is known for a second, and that it is ending at once, also to who asked before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const answers: (() => void)[] = [];
  let lack: 'database' | null = 'database';
  let askedCount = 0;
  const database = {
    async lack() {
      askedCount += 1;
      if (askedCount === 3) await new Promise<void>((answer) => answers.push(answer));
      return lack;
    },
  };
  const readiness = createReadiness({ database, areWritesFailing: () => false, apiBase: '' });
  expect(await readiness.lacks()).toEqual(['database']);
  lack = null;
  vi.advanceTimersByTime(1_000);
  expect([await readiness.lacks(), askedCount]).toEqual([['database'], 1]);
  vi.advanceTimersByTime(1);
  expect([await readiness.lacks(), askedCount]).toEqual([[], 2]);
  vi.advanceTimersByTime(1_001);
  const asked = readiness.lacks();
  readiness.drain();
  for (const answer of answers) answer();
  expect([await asked, await readiness.lacks(), askedCount]).toEqual([['draining'], ['draining'], 3]);
});
