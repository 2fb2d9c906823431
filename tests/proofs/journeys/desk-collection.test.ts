import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { deskBatchText } from '#content/messages/desk-batch.ts';
import { deskCollectionText } from '#content/messages/desk-collection.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { fill } from '#content/text-pack.ts';
import { deskOf, sittings } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);
const loans = [
  await paidOutLoan(llano, await newBorrower(llano)),
  await paidOutLoan(llano, await newBorrower(llano)),
  await paidOutLoan(llano, await newBorrower(llano)),
];
llano.letPass(45 * 86_400_000);

const screens = process.env.DESK_SCREENS;
async function picture(page: Page, name: string): Promise<void> {
  if (screens === undefined) return;
  mkdirSync(screens, { recursive: true });
  const size = page.viewportSize();
  await page.screenshot({ path: `${screens}/${name}-${size?.width}.png`, fullPage: true });
  await page.setViewportSize({ width: 320, height: 823 });
  await page.screenshot({ path: `${screens}/${name}-320.png`, fullPage: true });
  if (size) await page.setViewportSize(size);
}

test.each(sittings)(
  'all late loans of a list are given to a colleague and paused in a few presses, then worked through one by one: %o',
  async (sitting) => {
    const { language } = sitting;
    const [text, words, batch] = [
      deskCollectionText[language],
      deskQueueText[language],
      deskBatchText[language],
    ];
    const { page, check } = await sitDown(sitting, 'Marta Ruiz');
    const main = page.getByRole('main');
    await page.goto('/desk/collections');
    await check();
    await picture(page, `collections-${language}`);
    const act = async (name: string, ready?: string) => {
      await main.getByLabel(/^(All|Los) \d/).check();
      await main.getByLabel(words.act, { exact: true }).selectOption({ label: name });
      await main.getByRole('button', { name: words.preview }).click();
      await check();
      await picture(page, `bulk-${language}`);
      if (ready !== undefined) await main.getByLabel(ready).check();
      await main.getByRole('button', { name: /^(Confirm|Hacer) \d/ }).click();
      await check();
      await main.getByRole('link', { name: words.collection, exact: true }).click();
    };
    await act(words['act-take']);
    expect(await visibleText(main)).toContain('Marta Ruiz');
    const opened: string[] = [];
    await main.getByRole('link', { name: text.openNext }).click();
    while (/collections\/LL/.test(page.url())) {
      await check();
      opened.push(/LL-[\d-]+/.exec(page.url())?.[0] ?? '');
      if (opened.length === 1) await picture(page, `collection-${language}`);
      await main.getByRole('link', { name: text.nextOne }).click();
    }
    expect(opened.sort()).toEqual(loans.map(({ orderNumber }) => orderNumber).sort());
    await act(words['act-pause'], batch['reason-hardship']);
    await main.getByRole('link', { name: /^3 · / }).click();
    await check();
    expect(await visibleText(main)).toContain(fill(text.paused, { why: '' }).slice(0, 6));
    for (const orderNumber of opened) {
      await page.goto(`/desk/collections/${orderNumber}`);
      await main.getByRole('button', { name: text.resume }).click();
    }
    await page.goto('/desk/collections?view=paused');
    expect(await main.getByRole('row').count()).toBe(0);
  },
);
