import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compressWhole } from './compress-whole.ts';

const page = `<p>${'Préstamo '.repeat(500)}</p>`;
const app = new Hono();
app.use(compressWhole);
app.get('/page', (context) => {
  context.header('Set-Cookie', 'a=1', { append: true });
  context.header('Set-Cookie', 'b=2', { append: true });
  return context.html(page, 422);
});
app.get('/short', (context) => context.html('<p>Hola</p>'));
app.get('/image', (context) => context.body(page, 200, { 'Content-Type': 'image/png' }));
app.get('/nothing', (context) => context.body(null, 303, { Location: '/page' }));

const ask = (path: string, encoding = 'gzip, deflate, br', method = 'GET') =>
  app.request(path, { method, headers: { 'Accept-Encoding': encoding } });

test('a page comes compressed with its status and all of its headers', async () => {
  const answer = await ask('/page');
  expect(answer.status).toBe(422);
  expect(answer.headers.get('Content-Encoding')).toBe('gzip');
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const body = Buffer.from(await answer.arrayBuffer());
  expect(gunzipSync(body).toString()).toBe(page);
  expect(body.byteLength).toBeLessThan(1000);
});

test.each([
  ['/page', 'br'],
  ['/page', 'gzip;q=0, br'],
  ['/page', ''],
  ['/short', 'gzip'],
  ['/image', 'gzip'],
])('%s for %s comes as it is', async (path, encoding) => {
  const answer = await ask(path, encoding);
  expect(answer.headers.get('Content-Encoding')).toBeNull();
  expect(await answer.text()).toBe(path === '/short' ? '<p>Hola</p>' : page);
});

test('what has no body stays without', async () => {
  const redirect = await ask('/nothing');
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([303, '/page']);
  const head = await ask('/page', 'gzip', 'HEAD');
  expect([head.status, head.headers.get('Content-Encoding')]).toEqual([422, null]);
});
