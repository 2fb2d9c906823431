import type { ElementHandle, Page } from 'playwright';
import { expect, test } from 'vitest';
import { documentsText } from '#content/messages/documents.ts';
import { loanText } from '#content/messages/loan.ts';
import { receivedText } from '#content/messages/received.ts';
import { repayText } from '#content/messages/repay.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { requestRefund, reversePayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { borrowerWithLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { everyVisit } from '#tests/setup/visitor.ts';

const llano = await testLlano();

test.each(everyVisit)(
  'late, another amount chosen, paid in part: acknowledged, in the plan, with a receipt, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { session, loan, order } = await borrowerWithLoan(llano, language);
    await llano.lender.act({ kind: 'advance-days', days: 33 });
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    const text = receivedText[language];
    await page.setViewportSize({ width: 320, height: 640 });

    await visitor.open('/repay', order);
    await page.getByText(repayText[language].anotherAmount, { exact: true }).click();
    await page.locator('#amount').fill('600.00');
    await visitor.follow(page.getByRole('button', { name: repayText[language].useAmount }));
    await visitor.see('600,00');
    expect(await page.locator('#amount').inputValue()).toBe('600.00');

    await pay(llano, loan, 60_000);
    const { statement } = await llano.ask(readLoan, order, session, language);
    expect(statement?.receivedMinor).toBe(60_000);
    await visitor.open('/order', order);
    await page.getByText(loanText[language].dates, { exact: true }).click();
    await visitor.see(text.whatArrived);
    await visitor.see('600,00');
    await visitor.follow(page.locator('a[href^="/receipt"]').first());
    await visitor.see(text.covered);
    await visitor.see(text.afterwards);
    if (!hasScript) return;

    const eventId = `A-${loan.orderNumber}`;
    await pay(llano, loan, 5_000_000, { eventId });
    const refund = { orderNumber: loan.orderNumber, refundKey: eventId, amountMinor: minorAmount(10_000) };
    await llano.tell(requestRefund, { ...refund, reason: 'asked for' });
    await visitor.open('/order', order);
    await page.getByText(loanText[language].whatYouPaid, { exact: true }).click();
    await visitor.see(text.inTotal);
    await visitor.open('/closureLetter', order);
    await visitor.see(documentsText[language].letter);
    await llano.tell(reversePayment, { provider: 'sandbox', eventId, reason: 'bounced' });
    await visitor.open('/order', order);
    await page.getByText(loanText[language].dates, { exact: true }).click();
    await visitor.see(text.takenBack);
    await visitor.open('/order', { ...order, sessionId: 'long gone' });
  },
);

test.each(['es', 'en'] as const)(
  'the six main screens read aloud in %s: their order and names, in the order of the keyboard',
  async (language) => {
    const session = await newBorrower(llano, language === 'es' ? 'MX' : 'IN');
    const productId = language === 'es' ? 'mx-120' : 'in-120';
    const visitor = await llano.visit({ language, hasScript: true, session });
    const { page } = visitor;
    const heard: string[] = [];
    const listen = async (path: string, own: Readonly<Record<string, string>>) => {
      await visitor.open(path, own);
      heard.push(`# ${path}\n${heardNames(await page.locator('body').ariaSnapshot())}`);
      await expectFocusInOrder(page);
      await expectRoomForLargeText(page, path);
    };
    await listen('/confirmLoan', { productId });
    const loan = await paidOutLoan(llano, session, productId);
    const order = { productId, orderId: loan.orderId };
    await llano.lender.act({ kind: 'advance-days', days: 33 });
    await pay(llano, loan, 60_000, { eventId: `B-${loan.orderNumber}` });
    for (const path of ['/order', '/repay', '/repayDelay', '/payWay']) await listen(path, order);
    await listen('/complaint', {});
    await visitor.open('/order', order);
    await visitor.follow(page.locator('a[href^="/receipt"]').first());
    await expectRoomForLargeText(page, 'the receipt');
    await visitor.open('/contract', { ...order, orderNo: loan.orderNumber });
    await expectRoomForLargeText(page, 'the agreement');
    await expect(`${heard.join('\n\n')}\n`).toMatchFileSnapshot(`heard-screens.${language}.txt`);
  },
);

/** Landmarks, headings and controls of an accessibility tree, a landmark or a heading a line; other tests judge dates, amounts and codes. */
function heardNames(tree: string): string {
  const named =
    /^ *- '?(banner|main|contentinfo|navigation|heading|link|button|checkbox|radio|textbox|group)\b:?(.*)/gm;
  const firstWords = tree.replace(/- group:\n *- text: /g, '- group: ').replace(/(?<!\[level=)\d+/g, '0');
  return [...firstWords.matchAll(named)]
    .map(([, role = '', name = '']) => [role, name.replace(/["':]+$|^["' ]+|"(?= \[)/g, '')] as const)
    .reduce((heard, [role, name]) => {
      const begins = name === '' || role === 'heading';
      return `${heard}${begins ? '\n' : '; '}${role} ${name}`.trim();
    }, '');
}

/** Expects text twice as large to fit a page of 320 px, and no amount, date or number of ours to be broken by it. */
async function expectRoomForLargeText(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 823 });
  const { wide, broken } = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const match of (node.nodeValue ?? '').matchAll(/[\d.]*\d,\d\d|\d{4}-\d\d-\d\d|\bRC-\w+/g)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(match[0]);
      }
    }
    const isWide = document.documentElement.scrollWidth > innerWidth;
    const wide = [...document.body.querySelectorAll('*')]
      .filter((element) => isWide && element.getBoundingClientRect().right > innerWidth)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`);
    document.documentElement.style.fontSize = '';
    return { wide, broken };
  });
  if (size) await page.setViewportSize(size);
  expect(broken, `broken across lines on ${name}`).toEqual([]);
  expect(wide, `wider than the screen on ${name}`).toEqual([]);
}

/** Expects Tab to go through the page from top to bottom, once, and to what is seen. */
async function expectFocusInOrder(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const stops = await page.locator('a[href], button, input, select, textarea, summary').count();
  let first: ElementHandle<Element> | null = null;
  let previous: ElementHandle<Element> | null = null;
  for (let pressed = 0; pressed <= stops; pressed += 1) {
    await page.keyboard.press('Tab');
    const next = (
      await page.evaluateHandle(() => document.activeElement)
    ).asElement() as ElementHandle<Element> | null;
    if (next === null || (await next.evaluate((element) => element === document.body))) return;
    // After the last one it begins again.
    if (first !== null && (await next.evaluate((element, name) => element === name, first))) return;
    first ??= next;
    expect(await next.isVisible()).toBe(true);
    const follows = await next.evaluate(
      (element, before) =>
        before === null || (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      previous,
    );
    const name = await next.evaluate((element) => element.outerHTML.slice(0, 120));
    expect(follows, `${name} comes after what is read before it`).toBe(true);
    previous = next;
  }
}
