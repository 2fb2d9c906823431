import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { confirmText } from '#content/messages/confirm.ts';
import { lendingText } from '#content/messages/lending.ts';
import { offers } from '#db/schema/product.ts';
import { minorAmount } from '#domain/money/money.ts';
import { newBorrower, rowCounts } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import type { Visitor } from '#tests/setup/visitor.ts';

const llano = await testLlano();

const languages = [
  { language: 'es', market: 'MX', productId: 'mx-120' },
  { language: 'en', market: 'IN', productId: 'in-120' },
] as const;

const runs = languages.flatMap((each) => [true, false].map((hasScript) => ({ ...each, hasScript })));

const submitButton = 'main form button:not([type=button])';

async function loanCount(): Promise<number> {
  return (await rowCounts(llano.database)).loans ?? 0;
}

/** The fields of the form as the page wrote them. */
function writtenFields(page: Page): Promise<URLSearchParams> {
  return page
    .locator('main form input')
    .evaluateAll((inputs) =>
      inputs.map((input) => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]),
    )
    .then((fields) => new URLSearchParams(fields));
}

/** Sends a form without a browser, as anyone can who says to come from our own pages. */
function sendByHand(visitor: Visitor, productId: string, fields: URLSearchParams): Promise<Response> {
  return fetch(llano.address + visitor.link('/confirmLoan', { productId }), {
    method: 'POST',
    body: fields,
    headers: { Origin: llano.address },
    redirect: 'manual',
  });
}

test.each(runs)(
  '[CONFIRM-2] an unticked agreement greys the button and sends nothing, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const visitor = await llano.visit({ language, hasScript, session: await newBorrower(llano, market) });
    const { page } = visitor;
    await visitor.open('/confirmLoan', { productId });
    const loans = await loanCount();
    const button = page.locator(submitButton);
    const box = page.getByRole('checkbox');
    const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    // India's rules let no box be ticked beforehand.
    expect(await box.isChecked()).toBe(market === 'MX');
    await box.check();
    const activeColour = await colour();

    await box.uncheck();
    await expect.poll(colour).not.toBe(activeColour);
    expect(await button.isDisabled()).toBe(hasScript);
    await visitor.check();
    if (!hasScript) await button.click();
    expect(new URL(page.url()).pathname).toBe('/confirmLoan');
    expect(await box.evaluate((element) => (element as HTMLInputElement).validity.valueMissing)).toBe(true);

    await box.check();
    await expect.poll(colour).toBe(activeColour);
    expect(await button.isEnabled()).toBe(true);
    expect(await loanCount()).toBe(loans);
  },
);

test('[CONFIRM-3] an offer that is being recalculated shows so for 5.5 s, then the new figures', async () => {
  const visitor = await llano.visit({
    language: 'es',
    hasScript: true,
    session: await newBorrowerWithChange(),
  });
  const { page } = visitor;
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(visitor.link('/confirmLoan', { productId: 'mx-90-steps' }));
  const dialog = page.getByRole('dialog', { name: confirmText.es.reloadTitle });
  await dialog.getByText('El monto cambió de $ 4.000,00 a $ 3.000,00').waitFor();
  // As it stands: axe itself would wait for the clock.
  await llano.accessibility.expectAccessible(page, { hasScript: false });
  await page.clock.runFor(5_400);
  expect(await dialog.isVisible()).toBe(true);
  await Promise.all([page.waitForURL(/isType=1/), page.clock.runFor(200)]);
  await page.clock.resume();
  await visitor.see(confirmText.es.youReceive);
  await visitor.check();
  expect(await dialog.count()).toBe(0);
  expect(await visitor.text()).toContain('Recibe $ 3.000,00');
});

test.each(runs)(
  '[CONFIRM-4] pressed twice it makes one loan, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const visitor = await llano.visit({ language, hasScript, session: await newBorrower(llano, market) });
    const { page } = visitor;
    await visitor.open('/Dag');
    await visitor.open('/confirmLoan', { productId });
    await page.getByRole('checkbox').check();
    const fields = await writtenFields(page);
    const loans = await loanCount();
    await page.locator(submitButton).dblclick();
    // The second press ends the navigation of the first, so none can be waited for.
    await visitor.see(lendingText[language].underReviewTitle);
    await page.waitForLoadState('load');
    await visitor.check();
    const orderId = new URL(page.url()).searchParams.get('orderId');

    const [again, third] = await Promise.all([
      sendByHand(visitor, productId, fields),
      sendByHand(visitor, productId, fields),
    ]);
    for (const response of [again, third]) {
      expect(response.status).toBe(303);
      expect(response.headers.get('Location')).toContain(`orderId=${orderId}`);
    }
    expect(await loanCount()).toBe(loans + 1);
  },
);

/** A borrower whose offer of `mx-90-steps` has just gone down from $ 4.000,00. */
async function newBorrowerWithChange() {
  const session = await newBorrower(llano);
  await llano.database
    .update(offers)
    .set({ previousAmountMinor: minorAmount(400_000) })
    .where(and(eq(offers.borrowerId, session.borrowerId), eq(offers.productId, 'mx-90-steps')));
  return session;
}
