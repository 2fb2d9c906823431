import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemText } from '#content/messages/problem.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano();
let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await llano.browser.newContext({ baseURL: llano.address });
  page = await context.newPage();
});
afterEach(() => context.close());

const scripted = '/registerTemplate?id=2&lang=2';

/** Opens a page with script and waits until its service worker stands and serves the next page. */
async function takeUpWorker(): Promise<void> {
  await page.goto(scripted);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.goto(scripted);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

const workerCount = () =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test('the worker keeps the offline page, and no page or figure', async () => {
  await takeUpWorker();
  await page.goto('/testPreview');
  await page.goto(scripted);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => path !== '/offline')).toEqual([]);
  expect(kept).toContain('/offline');
});

test.each([
  ['es', '2'],
  ['en', '1'],
] as const)(
  'without a connection a page is the offline page in %s, and its button tries again',
  async (language, lang) => {
    await takeUpWorker();
    await context.setOffline(true);
    await page.goto(`/About?lang=${lang}`);
    const text = problemText[language];
    expect(await visibleText(page.locator('h1'))).toBe(text.networkHeading);
    expect(await page.locator('html').getAttribute('lang')).toBe(language === 'es' ? 'es-MX' : 'en-IN');
    await context.setOffline(false);
    await page.getByRole('link', { name: text.retry }).click();
    await page.locator('footer').waitFor();
    expect(new URL(page.url()).pathname).toBe('/About');
  },
);

test.each([
  { status: 404, contentType: 'text/javascript', body: '' },
  { status: 200, contentType: 'text/html', body: '<!doctype html>' },
])(
  '[SW-1] a worker whose script answers $status $contentType is unregistered and the page reloads once',
  async (answer) => {
    await takeUpWorker();
    await context.route('**/service-worker.js', (route) => route.fulfill(answer));
    const opened: string[] = [];
    page.on('framenavigated', (frame) => opened.push(frame.url()));
    await page.goto(scripted);
    await expect.poll(() => opened.length, { timeout: 20_000 }).toBe(2);
    await page.waitForLoadState('networkidle');
    expect(await workerCount()).toBe(0);
    expect(opened).toHaveLength(2);
    await page.goto(scripted);
    await page.waitForLoadState('networkidle');
    expect(opened).toHaveLength(3);
  },
);
