import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

let requests: ServerResponse[];
let llano: ChildProcess;
let address: string;

/** A backend of the lender's that is there and takes its time with every call. */
const backend = createServer((request, response) => {
  if (request.method === 'HEAD') response.end();
  else requests.push(response);
});

beforeEach(async () => {
  requests = [];
  backend.listen(0, '127.0.0.1');
  await once(backend, 'listening');
  llano = spawn(process.execPath, ['build/server/main.js'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      API_BASE: `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  address = await new Promise((resolve, reject) => {
    createInterface(llano.stdout as NonNullable<typeof llano.stdout>).on('line', (line) => {
      const [, listening] = /^Llano listens on (.+)$/.exec(line) ?? [];
      if (listening !== undefined) resolve(listening);
    });
    llano.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
});
afterEach(async () => {
  llano.kill('SIGKILL');
  backend.closeAllConnections();
  backend.close();
  await once(backend, 'close');
});

async function statusOf(path: string): Promise<number> {
  return (await fetch(address + path)).status;
}

test('asked to end, it is not ready at once, ends what is under way, and then itself', async () => {
  expect(await statusOf('/ready')).toBe(200);
  const page = fetch(`${address}/customerService?userId=u&sessionId=s`);
  await expect.poll(() => requests.length).toBe(1);

  llano.kill('SIGTERM');
  await expect.poll(() => statusOf('/ready')).toBe(503);
  expect(await statusOf('/health')).toBe(200);
  await expect.poll(() => statusOf('/health').catch(() => 0), { timeout: 10_000 }).toBe(0);
  expect(llano.exitCode).toBeNull();

  const exited = once(llano, 'exit');
  requests[0]?.writeHead(200, { 'Content-Type': 'application/json' }).end('{"success":true,"data":5}');
  const answer = await page;
  expect(answer.headers.get('connection')).toBe('close');
  expect(await answer.text()).toContain('readContacts · malformed · 200');
  expect(await exited).toEqual([0, null]);
});

test('without the backend it is alive and not ready', async () => {
  backend.closeAllConnections();
  backend.close();
  await expect.poll(() => statusOf('/ready'), { timeout: 10_000 }).toBe(503);
  expect(await (await fetch(`${address}/ready`)).json()).toEqual({
    status: 'unavailable',
    lacks: ['backend'],
  });
  expect(await statusOf('/health')).toBe(200);
});
