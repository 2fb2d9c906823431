import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmText } from '#content/messages/confirm.ts';
import { loanText } from '#content/messages/loan.ts';
import { problemText } from '#content/messages/problem.ts';
import { registrationText } from '#content/messages/registration.ts';
import { type ContractBackend, startContractBackend } from '#tests/setup/contract-backend.ts';
import { startTestPages, type TestPages } from '#tests/setup/llano.ts';
import { everyVisit } from '#tests/setup/visitor.ts';

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
const code = { requestType: 1, amount: 152_748, payCode: '999180010023456788' };

test.each(everyVisit)(
  '[CALL-7] every loan screen renders from the fields of the specification alone, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const visitor = await pages.visit({ language, hasScript, session });
    backend.callNames.length = 0;
    for (const [path, shown] of [
      ['/confirmLoan', /(\$|₹) 5\.000,00/],
      ['/loanDetail', /./],
      ['/order', /./],
      ['/repay', /(\$|₹) 1\.527,48/],
      ['/repayDelay', /(\$|₹) 224,22/],
      ['/carpmm', /(\$|₹) 1\.527,48/],
      ['/contract', /./],
    ] as const) {
      const response = await visitor.open(path, { ...order, ...code });
      expect(response.status(), path).toBe(200);
      await visitor.see(shown);
    }
    expect(new Set(backend.callNames)).toEqual(
      new Set([
        'readOffer',
        'readLoan',
        'readRepayment',
        'readExtension',
        'readPaymentInstruction',
        'readAgreement',
      ]),
    );
  },
);

test('[CALL-7] [CONFIRM-4] accepting goes to the address that the backend names', async () => {
  const visitor = await pages.visit({ language: 'es', hasScript: false, session });
  backend.change('acceptOffer', {
    lendDetailsUrl: `/loanDetail?productId=mx-120&orderId=${order.orderId}`,
  });
  await visitor.open('/confirmLoan', order);
  await visitor.follow(visitor.page.getByRole('button', { name: /^Aceptar/ }));
  const { pathname, searchParams } = new URL(visitor.page.url());
  expect(pathname).toBe('/loanDetail');
  expect(searchParams.get('from')).toBe('confirm');
  expect(searchParams.get('sessionId')).toBe(session.sessionId);
});

test.each(everyVisit)(
  '[CONFIRM-2] an offer whose agreement cannot be opened is accepted on our agreement page, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const visitor = await pages.visit({ language, hasScript, session });
    const { agreement, accept } = confirmText[language];
    backend.change('readOffer', { isNewContract: 'javascript:alert(1)' });
    backend.callNames.length = 0;
    await visitor.open('/confirmLoan', order);
    const link = await visitor.page.getByRole('link', { name: agreement, exact: true }).getAttribute('href');
    expect(link).toMatch(/^\/agony\?/);
    await visitor.page.getByRole('checkbox').check();
    const button = visitor.page.getByRole('button', { name: accept.split(' {')[0] ?? '' });
    expect((await visitor.follow(button)).status()).toBeLessThan(400);
    expect(backend.callNames).toContain('acceptOffer');
    backend.change('readOffer', {});
  },
);

test.each(everyVisit)(
  '[CALL-8] [SESS-4] a loan that is refused leads to help, to the start and to a telephone, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { home, help, back } = problemText[language];
    const visitor = await pages.visit({ language, hasScript, session });
    visitor.expectFault(/status of 409/);
    backend.refuse('readLoan', { code: '7', message: 'Crédito cancelado.' });
    expect((await visitor.open('/order', order)).status()).toBe(409);
    await visitor.see('Crédito cancelado.');
    const link = (name: string) => visitor.page.getByRole('link', { name, exact: true });
    expect(await visitor.page.locator('main a[href^="tel:"]').count()).toBe(1);
    const shownHelp = await visitor.follow(link(help));
    expect(new URL(shownHelp.url()).pathname).toBe('/customerService');
    for (const way of [home, back]) {
      await visitor.open('/order', order);
      expect(new URL((await visitor.follow(link(way))).url()).pathname).toBe('/');
    }
    backend.change('readLoan', {});
  },
);

test('[SESS-4] a code of SESSION_OVER_CODES asks to sign in', async () => {
  const visitor = await marketPages.visit({ language: 'es', hasScript: false, session });
  visitor.expectFault(/status of 401/);
  backend.refuse('readRepayment', { code: 'TOKEN_EXPIRED', message: 'Token vencido.' });
  expect((await visitor.open('/repay', order)).status()).toBe(401);
  await visitor.see(problemText.es.loginHeading);
  backend.change('readRepayment', {});
});

test.each([true, false])(
  '[PROMO-6] a Chinese registration whose backend is out of reach says so, with the toast error: script %s',
  async (hasScript) => {
    const visitor = await pages.visit({ language: 'en', hasScript });
    visitor.expectFault(/status of (404|502)/);
    backend.change('readPromotionTemplate', { language: 'zh' });
    backend.breakOff('requestRegistrationCode');
    const { page } = visitor;
    await page.goto('/registerTemplate?id=5');
    await page.locator('#mobile').pressSequentially('13800138000');
    await page.fill('#captcha', '1234');
    await page.locator('button[value=send]').last().click();
    await visitor.see(registrationText.zh.unreachable);
    if (hasScript) await expect.poll(() => page.locator('[data-toast]').textContent()).toBe('error');
    expect(await page.inputValue('#captcha')).toBe('1234');
    expect(await page.inputValue('#mobile')).toBe('138 0013 8000');
  },
);

test('[ORDER-1] each of the six statuses has its own drawing, any other the bare horizon', async () => {
  const visitor = await pages.visit({ language: 'es', hasScript: false, session });
  const drawings = new Map<number, string>();
  for (const orderStatus of [21, 151, 110, 174, 180, 200, 77, 78]) {
    backend.change('readLoan', { orderStatus, noticeStatusText: `Estado ${orderStatus}` });
    await visitor.open('/order', order);
    await visitor.see(`Estado ${orderStatus}`);
    drawings.set(orderStatus, await visitor.page.locator('main svg').first().innerHTML());
  }
  expect(new Set(drawings.values()).size).toBe(7);
  expect(drawings.get(77)).toBe(drawings.get(78));
});

test('[ORDER-5] in a loan market no order offers an action', async () => {
  const actions = async (address: TestPages, orderStatus: number) => {
    backend.change('readLoan', { orderStatus, isDelay: 1 });
    const visitor = await address.visit({ language: 'es', hasScript: false, session });
    await visitor.open('/order', order);
    const { extend, pay, borrowAgain } = loanText.es;
    const label = new RegExp(`^(${extend}|${pay}|${borrowAgain})$`);
    const { page } = visitor;
    return page
      .getByRole('button', { name: label })
      .or(page.getByRole('link', { name: label }))
      .count();
  };
  expect(await actions(pages, 174)).toBe(2);
  expect(await actions(pages, 180)).toBe(2);
  expect(await actions(pages, 200)).toBe(1);
  for (const orderStatus of [174, 180, 200]) expect(await actions(marketPages, orderStatus)).toBe(0);
});

test('[CONF-3] [MONEY-2] colour, name and amount style of the configuration change the pages', async () => {
  const lookOf = async (address: TestPages) => {
    const visitor = await address.visit({ language: 'es', hasScript: false, session });
    await visitor.open('/confirmLoan', order);
    const button = visitor.page.getByRole('button', { name: confirmText.es.accept.split(' {')[0] ?? '' });
    const colour = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const amount = await visitor.text(button);
    await visitor.open('/');
    return { colour, amount, title: await visitor.page.title() };
  };
  const [usual, changed] = [await lookOf(pages), await lookOf(marketPages)];
  expect(changed.colour).not.toBe(usual.colour);
  expect(usual.amount).toContain('$ 5.000,00');
  expect(changed.amount).toContain('$ 5,000.00');
  expect(usual.title).toContain('Llano');
  expect(changed.title).toContain('Préstamo Sur');
});

test.each(everyVisit)(
  '[CALL-8] a backend that is down gives a page that says so and tries again, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const gone = await startContractBackend();
    const stranded = await startTestPages(gone.address);
    try {
      await gone.close();
      const visitor = await stranded.visit({ language, hasScript, session });
      visitor.expectFault(/status of 502/);
      for (const path of ['/confirmLoan', '/order', '/repay', '/contract']) {
        expect((await visitor.open(path, order)).status(), path).toBe(502);
        await visitor.see(problemText[language].unreachableHeading);
      }
      const retry = visitor.page.getByRole('link', { name: problemText[language].retry });
      expect((await visitor.follow(retry)).url()).toContain('/contract?');
    } finally {
      await stranded.close();
    }
  },
);
