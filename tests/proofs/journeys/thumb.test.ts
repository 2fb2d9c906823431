import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano();

const leastPx = 44;

test.each([
  ['es', 'MX', 'mx-120'],
  ['en', 'IN', 'in-120'],
] as const)(
  'what is pressed with a thumb is large enough for it, in %s',
  async (language, market, productId) => {
    const session = await newBorrower(llano, market);
    const loan = await paidOutLoan(llano, session, productId);
    const borrower = await llano.visit({ language, hasScript: true, session });
    const key = { productId, orderId: loan.orderId };
    for (const path of ['/order', '/repay', '/customerService', '/contract']) {
      await borrower.open(path, { ...key, orderNo: loan.orderNumber });
      await expectRoomForThumbs(borrower.page);
    }
    await llano.lender.act({ kind: 'advance-days', days: 33 });
    for (const path of ['/order', '/repayDelay', '/payWay']) {
      await borrower.open(path, key);
      await expectRoomForThumbs(borrower.page);
    }
    const stranger = await llano.visit({ language, hasScript: true });
    for (const path of ['/', '/About', '/Policy', '/Loan', '/Privacy', '/nowhere']) {
      if (path === '/nowhere') stranger.expectFault(/status of 404/);
      await stranger.open(path);
      await expectRoomForThumbs(stranger.page);
    }
  },
);

async function expectRoomForThumbs(page: Page): Promise<void> {
  const small = await page.evaluate(smallTargets, leastPx);
  expect(small, `too small on ${new URL(page.url()).pathname}`).toEqual([]);
  // VoiceOver says of none that is a flex box whether it is open.
  const flexible = await page.evaluate(
    () =>
      [...document.querySelectorAll('summary')].filter((each) => getComputedStyle(each).display === 'flex')
        .length,
  );
  expect(flexible, `summaries that are flex boxes on ${new URL(page.url()).pathname}`).toBe(0);
}

/** What can be pressed and is lower than that, but for links within a sentence. Runs in the page. */
function smallTargets(leastPx: number): string[] {
  const targets = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea'),
  ];
  return targets.flatMap((target) => {
    const boxes = [target, ...((target as HTMLInputElement).labels ?? [])].map((each) =>
      each.getBoundingClientRect(),
    );
    const height = Math.max(...boxes.map((box) => box.height));
    const words = target.textContent?.trim() ?? '';
    const isInSentence =
      getComputedStyle(target).display === 'inline' &&
      target.previousElementSibling?.localName !== 'br' &&
      [...(target.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    const isSeen = target.checkVisibility() && height > 1;
    return isSeen && !isInSentence && height < leastPx ? [`${words} ${height} px`] : [];
  });
}
