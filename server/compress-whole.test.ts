import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compressWhole, createTextCompression } from './compress-whole.ts';

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

const compress = createTextCompression();

test('any text, cut at any shared texts, is one piece of gzip that reads as the text', async () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 100 });
  // Repeated, so that parts refer back; with halves of characters, which no encoding can tell.
  const anyPart = fc
    .tuple(fc.oneof(anyText, fc.string({ unit: fc.constantFrom('a', 'é', '\ud83d', '\ude00') })), fc.nat(40))
    .map(([text, times]) => text.repeat(times));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ text: anyPart, isShared: fc.boolean() }), { maxLength: 8 }),
      fc.array(anyPart, { maxLength: 2 }),
      async (parts, strangers) => {
        const text = parts.map((part) => part.text).join('');
        const shared = parts.filter(({ isShared }) => isShared).map((part) => part.text);
        const answer = compress(text, [...strangers, ...shared, ...strangers]);
        if (answer === null) return;
        // Compared by themselves, since an assertion looks at each byte.
        expect(gunzipSync(answer).equals(Buffer.from(text))).toBe(true);
        const asBrowsersRead = new Blob([answer]).stream().pipeThrough(new DecompressionStream('gzip'));
        const read = Buffer.from(await new Response(asBrowsersRead).arrayBuffer());
        expect(read.equals(Buffer.from(text))).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

test('what is shared is deflated once, and what follows refers back to it', () => {
  const style = Array.from({ length: 900 }, (_, place) => `.row-${place * 7919}{margin:${place}px}`).join('');
  const pageOf = (name: string) => `<title>${name}</title><style>${style}</style>${style.slice(600, 900)}`;
  const [first, second] = ['Rosa', 'Juan'].map((name) => compress(pageOf(name), [style]));
  expect(gunzipSync(first ?? '').toString()).toBe(pageOf('Rosa'));
  expect(gunzipSync(second ?? '').toString()).toBe(pageOf('Juan'));
  expect(first?.byteLength).toBeLessThan(gzipSync(pageOf('Rosa')).byteLength * 1.03);
  const middle = Buffer.from(first ?? '').subarray(100, -100);
  expect(Buffer.from(second ?? '').includes(middle)).toBe(true);
});

test('a short text, and one with much of its own, are left to others', () => {
  const own = 'a'.repeat(70_000);
  expect(compress('a'.repeat(1000), [])).toBeNull();
  expect(compress(own, [])).toBeNull();
  expect(compress(own, [own])).not.toBeNull();
});
