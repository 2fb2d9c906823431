import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { deskText } from '#content/messages/desk.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import { type Language, localeOf } from '#domain/language.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const loan = await paidOutLoan(llano, await newBorrower(llano));

interface Sitting {
  readonly language: Language;
  readonly hasScript: boolean;
  readonly widthPx: number;
}

const sittings: readonly Sitting[] = [
  { language: 'en', hasScript: true, widthPx: 1280 },
  { language: 'en', hasScript: false, widthPx: 412 },
  { language: 'es', hasScript: false, widthPx: 1280 },
  { language: 'es', hasScript: true, widthPx: 412 },
];

/** Somebody at the desk with a browser; the test fails over any error of the browser or the server. */
async function sitDown({ language, hasScript, widthPx }: Sitting, name: string) {
  const context = await llano.browser.newContext({
    baseURL: llano.address,
    viewport: { width: widthPx, height: 823 },
    locale: localeOf(language),
    javaScriptEnabled: hasScript,
    reducedMotion: 'reduce',
  });
  const faults: string[] = [];
  const errorsBefore = llano.reportedErrors.length;
  context.on('console', (message) => {
    const isRefusal = /status of 403/.test(message.text());
    if (message.type() === 'error' && !isRefusal) faults.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect([...faults, ...llano.reportedErrors.slice(errorsBefore)]).toEqual([]);
  });
  const page = await context.newPage();
  const check = async () => {
    expect(await page.locator('html').getAttribute('lang')).toBe(localeOf(language));
    expect(await page.title()).not.toBe('');
    const sizePx = await page.locator('.desk').evaluate((desk) => getComputedStyle(desk).fontSize);
    expect(sizePx, `the style sheet of ${page.url()}`).toBe('14px');
    for (const width of [widthPx, 320]) {
      await page.setViewportSize({ width, height: 823 });
      const extent = await page.locator('html').evaluate((root) => root.scrollWidth);
      expect(extent, `${page.url()} at ${width} px`).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: widthPx, height: 823 });
    await llano.accessibility.expectAccessible(page, { hasScript });
  };
  await page.goto('/desk');
  expect(new URL(page.url()).pathname).toBe('/desk/sign-in');
  await check();
  await page.getByRole('button', { name: fill(deskText[language].signInAs, { name }) }).click();
  expect(new URL(page.url()).pathname).toBe('/desk');
  await check();
  return { page, check, context };
}

async function openRail(page: Page, { language, widthPx }: Sitting): Promise<void> {
  if (widthPx < 1024) await page.getByText(deskText[language].menu, { exact: true }).click();
}

test.each(sittings)('an agent finds a loan, asks for a phone and signs out: %o', async (sitting) => {
  const { language } = sitting;
  const text = deskLoanText[language];
  const { page, check, context } = await sitDown(sitting, 'Ana Gómez');
  await openRail(page, sitting);
  await page.getByRole('link', { name: text.title }).click();
  await check();
  await page.getByLabel(text.search).fill(loan.orderNumber);
  await page.getByRole('button', { name: text.find }).click();
  expect(new URL(page.url()).pathname).toBe(`/desk/loans/${loan.orderNumber}`);
  await check();
  const facts = page.getByRole('region', { name: text.facts });
  expect(await visibleText(facts)).toContain('••');
  await facts.getByRole('button', { name: new RegExp(text.phone) }).click();
  await check();
  expect(await visibleText(facts)).not.toContain('•• ••');
  await openRail(page, sitting);
  await page.getByRole('button', { name: deskText[language].signOut }).click();
  expect(new URL(page.url()).pathname).toBe('/desk/sign-in');
  expect((await context.cookies()).filter(({ value }) => value !== '')).toEqual([]);
  await page.goto(`/desk/loans/${loan.orderNumber}`);
  expect(new URL(page.url()).pathname).toBe('/desk/sign-in');
});

test.each(sittings)('an agent is refused the log, in the frame and with a word: %o', async (sitting) => {
  const ana = await sitDown(sitting, 'Ana Gómez');
  await ana.page.goto(`/desk/loans/${loan.orderNumber}`);
  const refused = await ana.page.goto('/desk/audit');
  expect(refused?.status()).toBe(403);
  await ana.check();
});

test('the log has every sign-in, search, view and asking, and a link from the loan leads to its part', async () => {
  const sitting = { language: 'en', hasScript: false, widthPx: 1280 } as const;
  const { page, check } = await sitDown(sitting, 'Marta Ruiz');
  await page.goto(`/desk/loans/${loan.orderNumber}`);
  await page.getByRole('link', { name: deskText.en.auditOf }).click();
  await check();
  const log = await visibleText(page.getByRole('table'));
  for (const words of ['Opened', 'Saw personal data', 'Searched', 'A••• G•••', 'M••• R•••']) {
    expect(log).toContain(words);
  }
  expect(log).not.toContain('Ana');
});

test('what a borrower loads has nothing of the desk', async () => {
  const page = await fetch(`${llano.address}/Dag`).then((answer) => answer.text());
  expect(page).not.toMatch(/\.two-eyes|\.rail|\/desk/);
});

test('a form of the desk is taken from its own pages alone', async () => {
  const answer = await fetch(`${llano.address}/desk/sign-in`, {
    method: 'POST',
    headers: { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'person=ana',
    redirect: 'manual',
  });
  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie()).toEqual([]);
});
