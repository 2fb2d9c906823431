import { expect, test } from 'vitest';
import { sitePaths } from '#pages/site/site-paths.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano();

const stillPaths = [
  sitePaths.about,
  sitePaths.contact,
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
    for (const path of stillPaths) {
      const response = await visitor.open(path);
      expect(response.status()).toBe(200);
      expect(await visitor.page.locator('script[src], link[rel=modulepreload]').count()).toBe(0);
    }
  },
);

test.each(['es', 'en'] as const)(
  '[SITE-1] [SITE-8] every link of the home page leads somewhere, in %s',
  async (language) => {
    const visitor = await llano.visit({ language, hasScript: false });
    await visitor.open(sitePaths.home);
    const links = await visitor.page
      .locator('a[href]')
      .evaluateAll((anchors) => anchors.map((anchor) => (anchor as HTMLAnchorElement).href));
    const own = new Set(
      links.map((link) => link.split('#')[0] ?? '').filter((link) => link.startsWith(llano.address)),
    );
    expect(own.size).toBeGreaterThan(4);
    for (const link of own) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    expect((await fetch(`${llano.address}/nothing-here`)).status).toBe(404);
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
    expect(await page.locator('[name=name]').inputValue()).toBe('Rosa');
  },
);
