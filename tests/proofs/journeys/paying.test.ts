import { beforeEach, expect, test } from 'vitest';
import { pageText } from '#content/messages/page.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { saveCards } from '#tests/setup/card-holders.ts';
import { borrowerWithLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { everyVisit } from '#tests/setup/visitor.ts';

const llano = await testLlano();

// All visitors have one address, and an address gets 20 codes an hour.
beforeEach(() => llano.letPass(3_601_000));

/** A borrower of the language's market with a loan that is paid out. */
async function borrower(language: 'es' | 'en', hasScript: boolean) {
  const { session, loan, order: key } = await borrowerWithLoan(llano, language);
  const visitor = await llano.visit({ language, hasScript, session });
  return { session, loan, visitor, key };
}

test.each(everyVisit)(
  '[REPAY-4] from the order the code of the usual way is one tap away, the account of a transfer one, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { visitor, key } = await borrower(language, hasScript);
    const { page } = visitor;
    await visitor.open('/order', key);
    if (language === 'es') {
      await visitor.follow(page.locator('main button[name=way]'));
      expect(new URL(page.url()).pathname).toBe('/carpmm');
      expect(await page.locator('article img').isVisible()).toBe(true);
    } else {
      expect(await page.locator('main a[href^="upi://pay?"]').first().isVisible()).toBe(true);
    }
    await visitor.open('/order', key);
    await visitor.follow(page.getByRole('link', { name: wayText[language].otherWay }));
    const account = page.locator('#way-1 code').first();
    expect(await account.isVisible()).toBe(true);
    if (!hasScript) return;
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied: string[] = [];
    const buttons = page.locator('#way-1').getByRole('button', { name: pageText[language].copy });
    const count = await buttons.count();
    expect(count).toBeGreaterThan(1);
    for (const place of [0, count - 1]) {
      await page.locator('#way-1 button[data-copy]').nth(place).click();
      copied.push(await page.evaluate(() => navigator.clipboard.readText()));
    }
    // Three taps: another way, the account, the amount.
    expect(copied[0]).toBe(await account.textContent());
    expect(copied[1]).toMatch(/^\d+\.\d\d$/);
  },
);

test.each(everyVisit)(
  '[REPAY-4] who comes with a card of theirs pays in one more tap and the code, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { visitor, key, session } = await borrower(language, hasScript);
    const market = language === 'es' ? 'MX' : 'IN';
    const { cards } = await saveCards(llano, session.borrowerId, { market, savedAt: new Date() });
    const { page } = visitor;
    await visitor.open('/payWay', { ...key, cardId: cards[0]?.id ?? '' });
    expect(await page.locator('input[name=card]:checked').count()).toBe(1);
    await page.locator('form[method=post] button:not([name]):not([aria-hidden])').click();
    await page.locator('input[name=verifyCode]').waitFor({ state: 'visible' });
    await visitor.check();
  },
);

test.each(everyVisit)(
  '[REPAY-4] the main button is within six stops of the top on repay, the fold of its rows among them, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { visitor, key } = await borrower(language, hasScript);
    const { page } = visitor;
    await visitor.open('/repay', key);
    const stops: string[] = [];
    for (let stop = 1; stop <= 6; stop += 1) {
      await page.keyboard.press('Tab');
      stops.push((await page.locator(':focus').textContent()) ?? '');
    }
    const main = language === 'es' ? /^Pagar en/ : /^Pay with UPI/;
    expect(stops.findIndex((name) => main.test(name.trim()))).toBeGreaterThan(0);
  },
);
