import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, inject, test } from 'vitest';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { testPreviewText } from '#content/messages/test-preview.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import { accessibilityCheckIn } from '#tests/setup/accessibility.ts';
import { sharedBrowser } from '#tests/setup/browser.ts';
import { npmRun } from '#tests/setup/npm-run.ts';
import { freePort } from '#tests/setup/postgres-server.ts';
import { visit } from '#tests/setup/visitor.ts';

// `npm start` itself, on a database of its own: a newcomer's first walk to each provider's stand-in and the bank behind it.
const started = npmRun('start', {
  PORT: String(await freePort()),
  DATA_DIR: join(inject('testRun').folder, randomUUID()),
  LOG_LEVEL: 'error',
});
afterAll(async () => {
  process.kill(-(started.child.pid ?? 0), 'SIGINT');
  await started.ended;
});
const [address, browser] = await Promise.all([started.listens(120_000), sharedBrowser()]);

type Language = 'es' | 'en';

/** A newcomer on the test page as a borrower whose loan was paid out, there by one press. */
async function newcomer(language: Language, hasScript: boolean, borrowerId: string) {
  const accessibility = accessibilityCheckIn(browser);
  const visitor = await visit(
    { address, browser, reportedErrors: [], accessibility },
    { language, hasScript },
  );
  // The providers' own pages and banks, which are not ours to check.
  visitor.expectFault(/^request: http:\/\/127\.0\.0\.1:\d+$/);
  visitor.expectFault(/^header: .* on \/(pages|3d_secure_2|l|bank)\//);
  const { page } = visitor;
  const preview = testPreviewText[language];
  await visitor.open('/testPreview', { borrower: borrowerId });
  // The second who walks finds the loan of the first.
  const payOut = page.getByRole('button', { name: preview.walkPayOut });
  if (await payOut.isVisible()) await visitor.follow(payOut);
  await visitor.follow(page.locator('main a[href^="/loanDetail?"]').first());
  const loanAddress = page.url();
  return {
    visitor,
    page,
    text: payWithCardText[language],
    /** The newest code, which the test page shows in place of a text message; read in a tab and on a device of its own. */
    async code(): Promise<string> {
      const tab = await visitor.context.newPage();
      await tab.goto(visitor.link('/testPreview', { borrower: borrowerId, deviceId: 'inbox' }));
      const number = tab.locator('dt', { hasText: /^\+\d{10,}$/ });
      const message = await tab.locator('dl > div', { has: number }).first().textContent();
      await tab.close();
      return /\b\d{6}\b/.exec(message ?? '')?.[0] ?? '';
    },
    /** From the loan to its cards. */
    async toCards(): Promise<void> {
      await visitor.openAddress(loanAddress);
      // Once nothing is due, paying ahead stands there alone.
      const otherWay = page.getByRole('link', { name: wayText[language].otherWay });
      const ahead = page.locator('main a[href^="/repay?"]').first();
      await visitor.follow((await otherWay.count()) > 0 ? otherWay : ahead);
      // The way that paid last is open already.
      const cardWay = page.locator('#way-card');
      if ((await cardWay.getAttribute('open')) === null) await cardWay.locator('summary').first().click();
      await visitor.follow(page.getByRole('link', { name: wayText[language]['repay-card'] }));
    },
  };
}

type Newcomer = Awaited<ReturnType<typeof newcomer>>;

/** Pays with a chosen card as far as its bank's page. */
async function payAtBank({ visitor, page, text, code }: Newcomer, bank: RegExp): Promise<void> {
  await page.locator('form[method=post] button:not([name]):not([aria-hidden])').click();
  const field = page.locator('input[name=verifyCode]');
  await field.waitFor();
  await field.fill(await code());
  await field.press('Enter');
  await visitor.see(text.actionHeading);
  await visitor.check();
  await page.getByRole('link', { name: text.goToBank }).click();
  await page.waitForURL(bank);
}

/** Agrees at the bank, and is back at the loan, which says what it received. */
async function agree({ page, visitor }: Newcomer): Promise<void> {
  await page.locator('button[value=confirm]').click();
  await page.waitForURL(/\/(order|loanDetail)\?/);
  await visitor.see(/Recibimos|We received/);
  await visitor.check();
}

// Each in the language of the market, which the names of the demo's banks are in.
test.each([true, false])(
  '[TEST-1] in Mexico a card of Stripe’s pays once its bank was asked, and one is saved with Conekta and does, in es, script %s',
  async (hasScript) => {
    const walker = await newcomer('es', hasScript, demoBorrowers.rosa.id);
    const { visitor, page, text } = walker;
    await walker.toCards();
    await page.locator('label', { hasText: '3184' }).locator('input[name=card]').check();
    await payAtBank(walker, /\/3d_secure_2\//);
    await agree(walker);

    await walker.toCards();
    await page.getByRole('button', { name: text.addAnotherCard }).click();
    await page.waitForURL(/\/pages\/checkout\//);
    await page.locator('button[value="4000000000003220"]').click();
    await page.waitForURL(/cardSaving=/);
    await visitor.see(text.cardSaved);
    await page.locator('input[name=card]').last().check();
    await payAtBank(walker, /\/pages\/3ds\//);
    await agree(walker);
  },
);

test.each([true, false])(
  '[TEST-1] in India a card pays on Razorpay’s page once its bank took the second password, in en, script %s',
  async (hasScript) => {
    const walker = await newcomer('en', hasScript, demoBorrowers.ananya.id);
    const { visitor, page, text } = walker;
    await walker.toCards();
    await visitor.follow(page.getByRole('button', { name: text.providerPage }));
    await visitor.see(text.pageHeading);
    await page.getByRole('link', { name: text.goToPage }).click();
    await page.waitForURL(/\/l\//);
    await page.locator('button[value=pay]').click();
    await page.waitForURL(/\/bank\//);
    await page.locator('button[value=refuse]').click();
    await page.waitForURL(/\/l\//);
    await page.locator('button[value=pay]').click();
    await page.waitForURL(/\/bank\//);
    await agree(walker);
  },
);
