import { expect, test } from 'vitest';
import { borrowerWithLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano();

/** A borrower whose first payment is three days late. */
async function lateBorrower(language: 'es' | 'en') {
  const borrower = await borrowerWithLoan(llano, language);
  await llano.lender.act({ kind: 'advance-days', days: 33 });
  return borrower;
}

test('[DELAY-2] the service button is dragged, moved by arrow keys, kept inside the screen and remembered', async () => {
  const { session, order } = await lateBorrower('es');
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const { page } = visitor;
  await visitor.open('/repayDelay', order);
  const button = page.locator('#service-button');
  const box = async () => {
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x, y, width, height, right: x + width, bottom: y + height };
  };
  const start = await box();

  await page.mouse.move(start.x + 20, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 220, start.y - 280, { steps: 6 });
  await page.mouse.up();
  const dragged = await box();
  expect(dragged.x).toBeGreaterThan(start.x + 150);
  expect(page.url()).toContain('/repayDelay');

  await button.focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowLeft');
  expect((await box()).x).toBeCloseTo(dragged.x - 64, 0);
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowLeft');
  for (let press = 0; press < 90; press += 1) await page.keyboard.press('ArrowDown');
  const corner = await box();
  expect(corner.x).toBe(0);
  expect(corner.bottom).toBeLessThanOrEqual(823);

  await page.reload();
  await expect.poll(async () => (await box()).x).toBe(0);
  await page.setViewportSize({ width: 360, height: 500 });
  await expect.poll(async () => (await box()).bottom).toBeLessThanOrEqual(500);
  await visitor.follow(button);
  expect(page.url()).toContain('/customerService');
});

test('[DELAY-2] scrolling never brings a code under the service button', async () => {
  const { session, order } = await lateBorrower('es');
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const { page } = visitor;
  await visitor.open('/repayDelay', order);
  await page.locator('#way-1 > summary').click();
  const button = page.locator('#service-button');
  await button.focus();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowUp');
  const covered = () =>
    page.evaluate(() => {
      const button = document.getElementById('service-button')?.getBoundingClientRect();
      return [...document.querySelectorAll('code, [data-copy]')].some((code) => {
        if (!code.checkVisibility()) return false;
        const box = code.getBoundingClientRect();
        return (
          button !== undefined &&
          box.left < button.right &&
          box.right > button.left &&
          box.top < button.bottom &&
          box.bottom > button.top
        );
      });
    });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 60) {
    await page.evaluate((y) => scrollTo(0, y), top);
    await expect.poll(covered).toBe(false);
  }
});
