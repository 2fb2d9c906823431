import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmText } from '#content/messages/confirm.ts';
import { problemText } from '#content/messages/problem.ts';
import { type ContractBackend, startContractBackend } from '#tests/setup/contract-backend.ts';
import { startTestPages, type TestPages } from '#tests/setup/llano.ts';

let backend: ContractBackend;
let pages: TestPages;
let marketPages: TestPages;

beforeAll(async () => {
  backend = await startContractBackend();
  pages = await startTestPages(backend.address);
  marketPages = await startTestPages(backend.address, {
    LOAN_MARKET: 'on',
    BRAND_COLOR: '#7a2e5d',
    APP_NAME: 'Préstamo Sur',
    AMOUNT_STYLE: 'locale',
    SESSION_OVER_CODES: 'TOKEN_EXPIRED',
  });
});

afterAll(async () => {
  await Promise.all([pages.close(), marketPages.close(), backend.close()]);
});

const session = { sessionId: 'of-the-lender', userId: '90817', deviceId: 'device-1' };
const order = { productId: 'mx-120', orderId: '0197f6a2', orderNo: 'LL-1' };

test('[SESS-4] a code of SESSION_OVER_CODES asks to sign in', async () => {
  const visitor = await marketPages.visit({ language: 'es', hasScript: false, session });
  visitor.expectFault(/status of 401/);
  backend.refuse('readRepayment', { code: 'TOKEN_EXPIRED', message: 'Token vencido.' });
  expect((await visitor.open('/repay', order)).status()).toBe(401);
  await visitor.see(problemText.es.loginHeading);
  backend.change('readRepayment', {});
});

test('[CONF-3] [MONEY-2] [ORDER-5] colour, name, amount style and loan market of the configuration change the pages', async () => {
  const lookOf = async (address: TestPages) => {
    const visitor = await address.visit({ language: 'es', hasScript: false, session });
    await visitor.open('/confirmLoan', order);
    const button = visitor.page.getByRole('button', { name: confirmText.es.accept.split(' {')[0] ?? '' });
    const colour = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const amount = await visitor.text(button);
    await visitor.open('/order', order);
    const payLinks = await visitor.page.locator('main a[href^="/repay?"]').count();
    await visitor.open('/');
    return { colour, amount, payLinks, title: await visitor.page.title() };
  };
  backend.change('readLoan', { orderStatus: 174, isDelay: 1 });
  const [usual, changed] = [await lookOf(pages), await lookOf(marketPages)];
  expect(changed.colour).not.toBe(usual.colour);
  expect(usual.amount).toContain('$ 5.000,00');
  expect(changed.amount).toContain('$ 5,000.00');
  expect([usual.payLinks > 0, changed.payLinks]).toEqual([true, 0]);
  expect(usual.title).toContain('Llano');
  expect(changed.title).toContain('Préstamo Sur');
});
