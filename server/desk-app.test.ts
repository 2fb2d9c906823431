import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { deskScreens } from '#desk/desk-screens.ts';
import type { PagesBindings } from '#pages/screen.tsx';
import { createDeskApp } from './desk-app.ts';
import { styleSources } from './pages.ts';

const page = `<p>${'Pérez '.repeat(500)}</p>`;
const desk = new Hono<{ Bindings: PagesBindings }>();
desk.get('/desk/page', (context) => {
  const compressed = context.env.compress?.(page, []);
  if (!compressed) return context.html(page);
  return context.body(compressed, 200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' });
});
desk.get('/desk/list', (context) => {
  const rows = new ReadableStream({
    start(controller) {
      // Never closed: a list is sent while it is written.
      for (let row = 0; row < 20_000; row += 1) controller.enqueue(Buffer.from(`${row * 7919 ** 3},row\n`));
    },
  });
  return context.body(rows, 200, { 'Content-Type': 'text/csv' });
});

test.each([
  ['GET', 'gzip, br', 'gzip'],
  ['GET', 'br', null],
  ['HEAD', 'gzip', null],
])("the desk's page asked for by %s that takes %s has the encoding %s", async (method, taken, encoding) => {
  const app = createDeskApp(desk, { isLive: false });
  const answer = await app.request('/desk/page', { method, headers: { 'Accept-Encoding': taken } });
  expect(answer.headers.get('Content-Encoding')).toBe(encoding);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const body = Buffer.from(await answer.arrayBuffer());
  if (method === 'GET') expect((encoding ? gunzipSync(body) : body).toString()).toBe(page);
});

test('a long list of the desk is compressed while it is written', async () => {
  const app = createDeskApp(desk, { isLive: false });
  const answer = await app.request('/desk/list', { headers: { 'Accept-Encoding': 'gzip' } });
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
  const { value } = (await answer.body?.getReader().read()) ?? {};
  expect(value?.byteLength).toBeGreaterThan(0);
});

test('each screen of the desk has the styles of a file that is there, so that it can say why it shows nothing', () => {
  const sources = Object.keys(deskScreens).flatMap(styleSources);
  expect(sources.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([]);
});
