import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { deskRailText } from '#content/messages/desk.ts';
import { deskBatchText } from '#content/messages/desk-batch.ts';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { deskOverviewText } from '#content/messages/desk-overview.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { deskOf, openRail, sittings } from '#tests/setup/desk-journey.ts';
import { applyForLoan, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);
for (const [index, amountMinor] of [123_456, 200_000, 50_000].entries())
  await llano.tell(recordPayment, {
    ...{ provider: 'stp', eventId: `nadie-${index}`, reference: `nadie ${index}`, currency: 'MXN' },
    amountMinor: minorAmount(amountMinor),
  });

/** Counts what somebody presses or fills on a page. */
function counted(page: Page) {
  let count = 0;
  const main = page.getByRole('main');
  const once = async (work: Promise<unknown>) => {
    count += 1;
    await work;
  };
  return {
    count: () => count,
    follow: (name: string | RegExp) => once(main.getByRole('link', { name }).first().click()),
    press: (name: string | RegExp) => once(main.getByRole('button', { name }).first().click()),
    tick: (label: string | RegExp) => once(main.getByLabel(label).first().check()),
    choose: (label: string, value: string) =>
      once(main.getByLabel(label, { exact: true }).selectOption(value)),
  };
}

const screens = process.env.DESK_SCREENS;
async function picture(page: Page, name: string): Promise<void> {
  if (screens === undefined) return;
  mkdirSync(screens, { recursive: true });
  await page.screenshot({ path: `${screens}/${name}.png`, fullPage: true });
}

test.each(sittings)('one unmatched payment of 1,234.56 is found in three presses: %o', async (sitting) => {
  const { language, widthPx } = sitting;
  const text = deskQueueText[language];
  const { page, check } = await sitDown(sitting, 'Ana Gómez');
  const hand = counted(page);
  await hand.follow(deskOverviewText[language].unmatched);
  await check();
  await picture(page, `queue-${language}-${widthPx}`);
  if (widthPx < 768) await page.getByText(text.sift, { exact: true }).click();
  await page.getByLabel(text.least, { exact: true }).fill('1.234,56');
  await page.getByLabel(text.most, { exact: true }).fill('1.234,56');
  await hand.press(text.apply);
  await check();
  expect(await page.locator('main tbody tr').count()).toBe(1);
  await hand.follow('nadie 0');
  await check();
  expect(hand.count()).toBeLessThanOrEqual(3);
  expect(await visibleText(page.getByRole('main'))).toContain('1.234,56');
  expect(await visibleText(page.getByRole('main'))).toMatch(/\b1 (?:of|de) 1\b/);
  await page.getByRole('link', { name: text['unmatched-many'] }).click();
  expect(new URL(page.url()).searchParams.get('least')).toBe('1.234,56');
});

test.each(sittings)(
  'every application of a list is approved in a few presses, however many there are: %o',
  async (sitting) => {
    const { language, widthPx } = sitting;
    const [text, words] = [deskQueueText[language], deskBatchText[language]];
    const orders: string[] = [];
    for (let n = 0; n < 3; n += 1)
      orders.push((await applyForLoan(llano, await newBorrower(llano))).orderNumber);
    const { page, check } = await sitDown(sitting, 'Luis Mora');
    const hand = counted(page);
    await hand.follow(deskOverviewText[language].application);
    await check();
    await hand.tick(/^(All|Los) \d/);
    await hand.choose(text.act, 'approve');
    await hand.press(text.preview);
    await check();
    await picture(page, `batch-preview-${language}-${widthPx}`);
    await hand.press(/^(Do|Hacer|Ask|Pedir)/);
    await check();
    await picture(page, `batch-sent-${language}-${widthPx}`);
    expect(hand.count()).toBeLessThanOrEqual(10);
    if (new URL(page.url()).pathname.startsWith('/desk/approvals/')) {
      const marta = await sitDown(sitting, 'Marta Ruiz');
      await marta.page.goto(page.url());
      await marta.check();
      await marta.page.getByRole('button', { name: /^(Approve|Aprobar)/ }).click();
      await marta.check();
    }
    for (const orderNumber of orders)
      expect((await llano.tell(readLoanStatement, { orderNumber })).loan.status).toBe('paying-out');
    expect(words.download).not.toBe('');
  },
);

test.each(sittings)(
  'a late borrower is called, promises, and the promise stands in the list: %o',
  async (sitting) => {
    const { language, widthPx } = sitting;
    const text = deskCollectionText[language];
    const { orderNumber } = await paidOutLoan(llano, await newBorrower(llano));
    llano.letPass(45 * 86_400_000);
    const { page, check } = await sitDown(sitting, 'Marta Ruiz');
    await openRail(page, sitting);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: deskRailText[language].collections, exact: true })
      .click();
    await check();
    await picture(page, `collections-${language}-${widthPx}`);
    await page.getByRole('link', { name: orderNumber }).click();
    await check();
    await page.getByLabel(text.result, { exact: true }).selectOption('promised');
    await page.getByLabel(text.promisedOn).fill('2099-01-01');
    await page.getByLabel(text.promisedAmount).fill('100,00');
    await page.getByLabel(text.askedFor).check();
    await page.getByRole('button', { name: text.save }).click();
    await check();
    await picture(page, `collection-${language}-${widthPx}`);
    expect(await visibleText(page.getByRole('main'))).toContain(text.open);
    await page.getByRole('link', { name: text.title, exact: true }).first().click();
    expect(await visibleText(page.getByRole('main'))).toContain(text.open);
    expect(fill(text.days, { days: 1 })).toContain('1');
  },
);
