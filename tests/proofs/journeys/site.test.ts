import { expect, test } from 'vitest';
import { sitePaths } from '#pages/site/site-paths.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano();

const pathsWithoutScript = [
  sitePaths.about,
  sitePaths.loan,
  sitePaths.privacy,
  sitePaths.periodAgreement,
  '/privacyNotice',
  '/aboutUs',
];
const browsers = [
  ['es', true],
  ['es', false],
  ['en', true],
  ['en', false],
] as const;

test.each(browsers)(
  '[SITE-1] [SITE-2] [SITE-6] [SITE-7] [LEGAL-4] [SESS-5] public pages stand without session and script, in %s, script %s',
  async (language, hasScript) => {
    const visitor = await llano.visit({ language, hasScript });
    const { page } = visitor;
    for (const path of [...pathsWithoutScript, sitePaths.contact]) {
      const response = await visitor.open(path);
      expect(response.status()).toBe(200);
      expect(await page.locator('script[src], link[rel=modulepreload]').count()).toBe(0);
      // What follows a promotion link's hash form stands in the head; nothing else is shipped.
      if (path !== sitePaths.contact) expect(await page.locator('body script').count(), path).toBe(0);
    }
  },
);

test.each([
  ['no-preference', 'smooth'],
  ['reduce', 'auto'],
] as const)(
  '[SITE-1] links within a page scroll there, and where motion is %s they are %s',
  async (reducedMotion, behavior) => {
    const { page } = await llano.visit({ language: 'es', hasScript: true });
    await page.emulateMedia({ reducedMotion });
    await page.goto(sitePaths.home);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
      behavior,
    );
    const link = page.locator('a[href^="#"]').first();
    const target = page.locator((await link.getAttribute('href')) ?? '');
    expect((await target.boundingBox())?.y).toBeGreaterThan(200);
    await link.click();
    await expect.poll(async () => (await target.boundingBox())?.y).toBeLessThan(100);
  },
);

test.each(browsers)(
  '[SITE-4] the contact form names what is missing and keeps the rest, in %s, script %s',
  async (language, hasScript) => {
    const visitor = await llano.visit({ language, hasScript });
    visitor.expectFault(/status of 422/);
    await visitor.open(sitePaths.contact);
    const { page } = visitor;
    await page.locator('[name=name]').fill('Rosa');
    await page
      .locator('main form')
      .evaluate((form) => form.setAttribute('novalidate', ''))
      .catch(() => undefined);
    await page.locator('main form button').last().click();
    await page.waitForLoadState();
    await page.locator('[name=remark][aria-invalid=true]').waitFor();
    expect(await page.locator('[name=name]').inputValue()).toBe('Rosa');
    await visitor.check();
  },
);
