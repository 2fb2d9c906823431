import { expect, test } from 'vitest';
import { receivedText } from '#content/messages/received.ts';
import { repayText } from '#content/messages/repay.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano();

const runs = [
  { language: 'es', hasScript: true },
  { language: 'es', hasScript: false },
  { language: 'en', hasScript: true },
  { language: 'en', hasScript: false },
] as const;

test.each(runs)(
  'late, another amount chosen, paid in part: acknowledged, in the plan, with a receipt, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const session = await newBorrower(llano, language === 'es' ? 'MX' : 'IN');
    const loan = await paidOutLoan(llano, session, language === 'es' ? 'mx-120' : 'in-120');
    await llano.lender.act({ kind: 'advance-days', days: 33 });
    const order = { productId: loan.productId, orderId: loan.orderId };
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
    await visitor.see(text.whatArrived);
    await visitor.see('600,00');
    await visitor.follow(page.locator('a[href^="/receipt"]').first());
    await visitor.see(text.covered);
    await visitor.see(text.afterwards);
  },
);

test('a payment that arrives while the page is open is announced, and then shown', async () => {
  const session = await newBorrower(llano);
  const loan = await paidOutLoan(llano, session);
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const { page } = visitor;
  await page.clock.install();
  await visitor.open('/repay', { productId: loan.productId, orderId: loan.orderId });
  await pay(llano, loan, 10_000);
  await page.clock.runFor(21_000);
  await visitor.see(receivedText.es.news);
  await page.clock.runFor(2_000);
  await visitor.see(`${repayText.es.received} −$ 100,00`);
});
