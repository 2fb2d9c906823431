import { expect, test } from 'vitest';
import { lendingText } from '#content/messages/lending.ts';
import { loanText } from '#content/messages/loan.ts';
import { pageText } from '#content/messages/page.ts';
import { repayText } from '#content/messages/repay.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { fill } from '#content/text-pack.ts';
import { addFakeHost } from '#tests/setup/fake-host.ts';
import {
  applyForLoan,
  borrowerWithLoan,
  newBorrower,
  paidOutLoan,
  pay,
} from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { sandboxPanel } from '#tests/setup/sandbox-panel.ts';
import { everyVisit } from '#tests/setup/visitor.ts';

const llano = await testLlano();

const totalMinor = 556_252;

/** A settled loan that waits for its rating, and its borrower. */
async function settledLoan() {
  const session = await newBorrower(llano);
  const loan = await paidOutLoan(llano, session);
  await pay(llano, loan, totalMinor);
  return { session, order: { productId: loan.productId, orderId: loan.orderId } };
}

test.each(everyVisit)(
  '[ORDER-3] a declined application shows no detail list and no action, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const session = await newBorrower(llano);
    const { productId, orderId, orderNumber } = await applyForLoan(llano, session);
    const visitor = await llano.visit({ language, hasScript, session });
    await visitor.open('/order', { productId, orderId });
    expect(await visitor.page.locator('main dl').count()).toBe(1);
    await llano.lender.act({ kind: 'decline', orderNumber });
    await visitor.open('/order', { productId, orderId });
    await visitor.see(lendingText[language].declinedTitle);
    expect(await visitor.page.locator('main dl, main ol, main button').count()).toBe(0);
  },
);

test('[ORDER-1] an application under review shows within 15 s, by itself, that it was approved', async () => {
  const session = await newBorrower(llano);
  const { productId, orderId, orderNumber } = await applyForLoan(llano, session);
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  await visitor.page.clock.install();
  await visitor.open('/order', { productId, orderId });
  await visitor.see(lendingText.es.underReviewTitle);
  await llano.lender.act({ kind: 'approve', orderNumber });
  await visitor.page.clock.runFor(15_000);
  await visitor.see(lendingText.es.payingOutTitle);
  await visitor.check();
});

test('[ORDER-4] overdue by the panel: the penalty grows by the day, and a part, twice and the rest are right', async () => {
  const session = await newBorrower(llano);
  const { productId, orderId } = await paidOutLoan(llano, session);
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const panel = sandboxPanel(visitor, session.borrowerId);
  const order = () => visitor.open('/order', { productId, orderId });

  await panel.press('thirtyDays');
  await order();
  await visitor.see('Su pago vence hoy');
  await panel.press('sevenDays');
  await order();
  await visitor.see('Pago atrasado 7 días');
  expect(await visitor.text()).toContain(
    'Cada día suma $ 42,68. El recargo no puede pasar de $ 1.422,81. Pagar hoy Cuesta menos $ 1.721,57',
  );
  await visitor.page.getByText('Detalle', { exact: true }).click();
  expect(await visitor.text()).toContain(
    'Pago 1 de 4 $ 1.422,81 Recargo de 7 días $ 298,76 Total hoy $ 1.721,57',
  );
  await panel.press('oneDay');
  await order();
  await visitor.see('Pago atrasado 8 días');
  await visitor.follow(visitor.page.getByRole('link', { name: wayText.es.otherWay }));
  expect(await visitor.text()).toContain('$ 1.764,25');

  // Half, 882,12: the penalty of 341,44 first, then 540,68 of the payment.
  await panel.press('partial');
  await order();
  expect(await visitor.text()).toContain('Cuesta menos $ 882,13');
  await panel.press('twice');
  await order();
  await visitor.see('Recibimos $ 882,13');
  expect(await visitor.text()).toContain('Siguiente: pago 2 de 4 $ 1.401,36');

  // What settles it and 100,00.
  await panel.press('tooMuch');
  await order();
  await visitor.see(lendingText.es.settledTitle);
  expect(await visitor.text()).toContain('Le falta por pagar $ 0,00 Tiene $ 100,00 a su favor');
});

test.each(everyVisit)(
  '[ORDER-4] [ORDER-7] extending is offered with both costs, and leads to its page or to repayment, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { session, loan, order: key } = await borrowerWithLoan(llano, language);
    await llano.lender.act({ kind: 'advance-days', days: 33 });
    const text = loanText[language];
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    const openReminder = async () => {
      await visitor.open('/order', key);
      await page.getByRole('link', { name: text.extend, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: /cuesta|costs/ });
      await dialog.getByText(text.extendInTotal).waitFor();
      return dialog;
    };
    const dialog = await openReminder();
    await visitor.check();
    expect(await visitor.text(dialog)).toContain(text.payTodayInTotal);
    await visitor.follow(dialog.getByRole('link', { name: fill(text.extendDays, { days: 7 }) }));
    expect(new URL(page.url()).pathname).toBe('/repayDelay');
    expect(new URL(page.url()).searchParams.get('orderId')).toBe(loan.orderId);

    await visitor.follow((await openReminder()).getByRole('link', { name: text.preferToPay }));
    expect(new URL(page.url()).pathname).toBe('/repay');
  },
);

test.each([
  ['es', 'Elija de 1 a 5 estrellas para calificar.'],
  ['en', 'Choose 1 to 5 stars to rate.'],
] as const)('[ORDER-6] sending no star asks for one in a toast, in %s', async (language, words) => {
  const { session, order } = await settledLoan();
  const visitor = await llano.visit({ language, hasScript: true, session });
  const { page } = visitor;
  await visitor.open('/order', order);
  await page.getByRole('link', { name: loanText[language].rate, exact: true }).click();
  await page.getByRole('button', { name: loanText[language].sendRating }).click();
  await page.getByRole('status').getByText(words).waitFor();
  await visitor.check();
  expect(await page.getByRole('dialog').isVisible()).toBe(true);
  await visitor.open('/order', order);
  expect(await page.getByRole('link', { name: loanText[language].rate, exact: true }).count()).toBe(1);
});

test('[ORDER-6] without script a rating without a star is refused in words, above the stars', async () => {
  const { session, order } = await settledLoan();
  const visitor = await llano.visit({ language: 'es', hasScript: false, session });
  visitor.expectFault(/status of 422/);
  await visitor.open('/order', order);
  const form = visitor.page.locator('noscript form');
  await form.locator('input').evaluateAll((stars) => {
    for (const star of stars) (star as HTMLInputElement).required = false;
  });
  const response = await visitor.follow(form.getByRole('button'));
  expect(response.status()).toBe(422);
  await visitor.see(loanText.es.chooseStar);
});

test('[ORDER-6] [BRIDGE-1] five stars ask the host for its own rating, four do not', async () => {
  for (const [stars, request] of [
    [5, [{ action: 'ratingPrompt' }]],
    [4, []],
  ] as const) {
    const { session, order } = await settledLoan();
    const visitor = await llano.visit({ language: 'es', hasScript: true, session });
    const received = await addFakeHost(visitor.context, 'ios');
    await visitor.open('/order', order);
    const { page } = visitor;
    await page.getByRole('link', { name: loanText.es.rate, exact: true }).click();
    await page.locator(`label[for="star-${stars}"]`).click();
    await visitor.follow(page.getByRole('button', { name: loanText.es.sendRating }));
    if (stars === 4) await visitor.see(loanText.es.thanksLine);
    await expect.poll(() => received).toEqual(request);
    expect(await page.getByRole('dialog').count()).toBe(stars === 4 ? 1 : 0);
  }
});

test.each(everyVisit)(
  '[REPAY-2] two rows of the detail list stand open, the rest on asking, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const session = await newBorrower(llano);
    const { productId, orderId } = await paidOutLoan(llano, session);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    const text = repayText[language];
    await visitor.open('/repay', { productId, orderId });
    const rows = page.locator('main dl > div, main dl > dt').filter({ visible: true });
    expect(await rows.count()).toBe(2);
    await page.getByText(text.more, { exact: true }).click();
    expect(await rows.count()).toBeGreaterThan(2);
    await visitor.check();
    await page.getByText(text.less, { exact: true }).click();
    expect(await rows.count()).toBe(2);
  },
);

test('[TOAST-1] a toast stays for 3000 ms', async () => {
  const session = await newBorrower(llano);
  const { productId, orderId } = await paidOutLoan(llano, session);
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const { page } = visitor;
  await page.clock.install({ time: 0 });
  await visitor.open('/repay', { productId, orderId });
  await page.clock.pauseAt(60_000);
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  const toast = page.getByRole('status').getByText(pageText.es.notCopied);
  await page.locator('#way-1 > summary').click();
  await page.locator('#way-1').getByRole('button', { name: pageText.es.copy }).first().click();
  await toast.waitFor();
  await page.clock.runFor(2_900);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await toast.waitFor({ state: 'hidden' });
});
