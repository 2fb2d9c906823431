import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano();

const sizes = [1.3, 1.5, 2];

test.each([
  ['es', 'MX', 'mx-120'],
  ['en', 'IN', 'in-120'],
] as const)(
  '[CONFIRM-1] [ORDER-2] [DELAY-1] amounts stay whole and apart where a web view draws its text larger, in %s',
  async (language, market, productId) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript: true, session });
    const { page } = visitor;
    await visitor.open('/confirmLoan', { productId });
    await expectWholeAmounts(page);
    const loan = await paidOutLoan(llano, session, productId);
    await llano.lender.act({ kind: 'advance-days', days: 33 });
    for (const path of ['/order', '/repay', '/repayDelay']) {
      await visitor.open(path, { productId, orderId: loan.orderId });
      await expectWholeAmounts(page);
    }
  },
);

async function expectWholeAmounts(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const size of sizes) {
    await page.evaluate(drawTextLarger, size);
    expect(await page.evaluate(amountsInTheWay), `${page.url()} at ${size * 100} %`).toEqual([]);
    await page.reload();
  }
}

/**
 * As Android's web view does with the text size of the system: what is measured by the text grows, what is given in `rem` does not.
 * Runs in the page.
 */
function drawTextLarger(size: number): void {
  const parts = [...document.body.querySelectorAll<HTMLElement>('*'), document.body];
  const drawn = parts.map((part) => Number.parseFloat(getComputedStyle(part).fontSize));
  for (const [index, part] of parts.entries()) part.style.fontSize = `${(drawn[index] ?? 16) * size}px`;
}

/** The amounts that another one touches, or that their own box cuts off. Runs in the page. */
function amountsInTheWay(): string[] {
  const amounts = [...document.querySelectorAll<HTMLElement>('main .num')].filter((each) =>
    each.checkVisibility(),
  );
  const boxes = amounts.map((each) => ({ text: each.textContent ?? '', box: each.getBoundingClientRect() }));
  const cut = amounts.filter((each) => {
    const frame = each.closest('dl, table, section, fieldset, article') ?? document.body;
    return each.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1;
  });
  const touching = boxes.filter(({ box }, index) =>
    boxes.some(
      (other, place) =>
        place > index &&
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
    ),
  );
  const crossing = amounts.filter((each) => {
    const cell = each.closest('dd, td');
    return cell !== null && each.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
  });
  return [...cut.map(text), ...touching.map((each) => each.text), ...crossing.map(text)];

  function text(part: HTMLElement): string {
    return part.textContent ?? '';
  }
}
