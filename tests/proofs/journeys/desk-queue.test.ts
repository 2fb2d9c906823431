import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { deskOverviewText } from '#content/messages/desk-overview.ts';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { deskOf, sittings } from '#tests/setup/desk-journey.ts';
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
