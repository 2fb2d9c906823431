import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemText } from '#content/messages/problem.ts';
import { issueSession, revokeSessions } from '#contract/host/session.ts';
import { screenLink } from '#contract/page-query.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
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

test.each([
  ['es', '2'],
  ['en', '1'],
] as const)(
  'without a connection a page is the offline page in %s, and its button tries again',
  async (language, lang) => {
    await takeUpWorker();
    // The page also tries again by itself once there is a connection; here the button is to.
    await page.addInitScript(() => addEventListener('online', (event) => event.stopImmediatePropagation()));
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

test('without a connection the codes that were opened are read on, until the session is revoked', async () => {
  await takeUpWorker();
  const session = await newBorrower(llano);
  const { productId, orderId } = await paidOutLoan(llano, session);
  const query = { ...session, appVersion: '', clientType: '', merchantNumber: '', mobilePhone: '' };
  const link = (sessionId: string) =>
    screenLink('/repay', { ...query, sessionId, language: 'es' }, { productId, orderId });
  await page.goto(link(session.sessionId));
  const codes = await page
    .locator('[data-copy]')
    .evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).dataset.copy ?? ''));
  const code = codes.find((each) => /^\d{18}$/.test(each)) ?? 'no CLABE';
  const entries = await page.evaluate(() => JSON.stringify(localStorage));
  expect(entries).toContain(code);
  expect(entries).not.toContain(session.sessionId);

  await context.setOffline(true);
  await page.goto(link(session.sessionId));
  const offline = await visibleText(page.locator('main'));
  expect(offline).toContain(problemText.es.keptHeading);
  expect(offline).toContain(code);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const offlineAfter = async (sessionId: string) => {
    // The offline page loads anew once there is a connection.
    await page.goto('about:blank');
    await context.setOffline(false);
    await page.goto(link(sessionId));
    await page.getByRole('heading', { name: problemText.es.loginHeading }).waitFor();
    await context.setOffline(true);
    await page.goto(link(sessionId));
    return visibleText(page.locator('main'));
  };
  expect(await offlineAfter('over')).toContain(code);
  await llano.tell(revokeSessions, { sessionId: session.sessionId });
  expect(await offlineAfter(session.sessionId)).not.toContain(code);
  await context.setOffline(false);
});

test('[SESS-3] under the worker a ticket lets in as without it, and neither it nor the session is kept', async () => {
  await takeUpWorker();
  const { borrowerId } = await newBorrower(llano);
  const { ticket = '' } = await llano.tell(issueSession, { borrowerId, deviceId: 'd', ticket: true });
  await page.goto(`/confirmLoan?productId=mx-120&lang=2&ticket=${ticket}`);
  expect(page.url()).toBe(`${llano.address}/confirmLoan?productId=mx-120&lang=2`);
  await page.locator('main form').waitFor();
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'session');
  expect(cookie).toMatchObject({ httpOnly: true, secure: false, sameSite: 'Lax' });
  const sessionId = new URLSearchParams(cookie?.value).get('sessionId') ?? '';
  expect(sessionId).not.toBe('');
  const entries = await page.evaluate(async () => {
    const caught = (await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      return Promise.all((await cache.matchAll()).map((response) => response.text()));
    });
    return JSON.stringify([await Promise.all(caught), { ...localStorage }, { ...sessionStorage }]);
  });
  expect(entries).toContain(problemText.es.networkHeading);
  expect(entries).not.toContain(sessionId);
  expect(entries).not.toContain(ticket);
  await context.setOffline(true);
  await page.goto('/confirmLoan?productId=mx-120&lang=2');
  expect(await visibleText(page.locator('h1'))).toBe(problemText.es.networkHeading);
  // The offline page reloads itself once there is a connection, which would interrupt the next navigation.
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto('/confirmLoan?productId=mx-120&lang=2');
  await page.locator('main form').waitFor();
});
