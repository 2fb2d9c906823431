import { expect, test } from 'vitest';
import { repayText } from '#content/messages/repay.ts';
import { homeText } from '#content/messages/site.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano();
const browsers = [
  ['es', true],
  ['es', false],
  ['en', true],
  ['en', false],
] as const;

test.each(browsers)(
  '[SITE-1] the calculator shows what the chosen loan costs, in %s, script %s',
  async (language, hasScript) => {
    const visitor = await llano.visit({ language, hasScript });
    const { page } = visitor;
    const figures = () =>
      page
        .locator('#calculadora > div > div > div')
        .evaluate((card) => card.textContent.replace(/\s+/g, ' '));
    await visitor.open('/');
    const amount = page.locator('#calculadora [name=amount]').last();
    const payments = page.locator('#calculadora [name=payments]').last();
    const chosen = { amount: await amount.inputValue(), payments: await payments.inputValue() };
    await visitor.open('/', chosen);
    const expected = await figures();
    await visitor.open('/');
    expect(await figures()).not.toBe(expected);
    if (hasScript) await page.locator('[data-island][data-hydrated]').waitFor();
    await amount.check();
    await payments.check();
    if (!hasScript) await visitor.follow(page.locator('#calculadora form button'));
    else expect(page.url()).not.toContain('payments=');
    // Screen readers hear the new total, which the page says again unseen.
    const [shown = ''] = expected.split(homeText[language].forInformation);
    await expect.poll(figures).toContain(shown);
    await visitor.check();
  },
);

test.each(browsers)(
  '[REPAY-2] another amount says what it does to the loan, in %s, script %s',
  async (language, hasScript) => {
    const session = await newBorrower(llano);
    const { productId, orderId } = await paidOutLoan(llano, session);
    const text = repayText[language];
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    await visitor.open('/repay', { productId, orderId });
    await page.getByText(text.anotherAmount, { exact: true }).first().click();
    const field = page.getByLabel(text.amount, { exact: true });
    if (!hasScript) {
      await field.fill('1500');
      await visitor.follow(page.getByRole('button', { name: text.useAmount }));
      await visitor.see('1.500,00');
      return;
    }
    await page.locator('[data-island][data-hydrated]').waitFor();
    await page.getByRole('button', { name: text.moreMoney, exact: true }).click();
    expect(await field.inputValue()).toBe('1500.00');
    const effect = page.locator('[data-slot=amount-choice] [role=status]');
    await expect.poll(() => effect.textContent()).not.toBe('');
    await field.fill('100');
    // The plan's 5.562,52 less 100.
    const [before = '', after = ''] = text.leftAfter.split('{amount}');
    await expect.poll(() => effect.textContent()).toContain('5.462,52');
    expect(await effect.textContent()).toMatch(new RegExp(`^${before}.*${after}$`, 'u'));
    await field.fill('cien');
    await expect.poll(() => effect.textContent()).toBe('');
    await visitor.check();
    await field.fill('100');
    await visitor.follow(page.getByRole('button', { name: text.useAmount }));
    await visitor.see('100,00');
  },
);
