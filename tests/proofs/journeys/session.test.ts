import { randomUUID } from 'node:crypto';
import type { Response } from 'playwright';
import { expect, test } from 'vitest';
import { lendingText } from '#content/messages/lending.ts';
import { problemText } from '#content/messages/problem.ts';
import { fill } from '#content/text-pack.ts';
import { sessionParameterNames } from '#contract/page-query.ts';
import { addFakeHost } from '#tests/setup/fake-host.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import type { Credentials } from '#tests/setup/lending-service.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano({ HOST_PAGE_LOGIN: '/appLogin' });

const sessionMs = 120 * 60_000;

const languages = ['es', 'en'] as const;

/** Every screen that needs a session, with what it needs besides. */
const loanPages = [
  ['/confirmLoan', {}],
  ['/loanDetail', {}],
  ['/order', {}],
  ['/repay', {}],
  ['/repayDelay', {}],
  ['/contract', {}],
  ['/carpmm', { requestType: 1, amount: 142_281, payCode: '999180000000000005' }],
] as const;

/** The pages whose links are followed: the others show that they were carried to, and are their own tests' matter. */
const crossed = ['/order', '/repay', '/repayDelay', '/contract', '/carpmm', '/customerService', '/complaint'];

/** A borrower with a loan to repay, and the parameters that name it on every page. */
async function borrowerWithLoan() {
  const session = await newBorrower(llano);
  const { orderId, orderNumber, productId } = await paidOutLoan(llano, session);
  return { session, order: { orderId, productId, orderNo: orderNumber } };
}

test.each(languages)(
  '[SESS-3] [LANG-4] every link of every loan page carries the seven session parameters and the language, in %s',
  async (language) => {
    const { session, order } = await borrowerWithLoan();
    const visitor = await llano.visit({ language, hasScript: false, session });
    const { page } = visitor;
    const carried = new URL(visitor.link('/'), llano.address).searchParams;
    expect([...carried.keys()]).toEqual([...sessionParameterNames, 'lang']);

    const leaks = new Set<string>();
    await visitor.open('/order', order);
    const waiting = await linksOnPage();
    // Offered only near the due date; its page answers before, too.
    waiting.push(new URL(visitor.link('/repayDelay', order), llano.address).href);
    for (let link = waiting.pop(); link; link = waiting.pop()) {
      const { pathname, searchParams } = new URL(link);
      expect([...carried].filter(([name, value]) => searchParams.get(name) !== value)).toEqual([]);
      expect(searchParams.has('foreign')).toBe(false);
      if (leaks.has(pathname) || !crossed.includes(pathname)) continue;
      leaks.add(pathname);
      await page.goto(`${link}&foreign=1`);
      waiting.push(...(await linksOnPage()));
    }
    expect([...leaks].sort()).toEqual([...crossed].sort());

    async function linksOnPage(): Promise<string[]> {
      const links = await page
        // But for the link to the page in the other language, and a way back that only a host shows.
        .locator('a[href]:not([hreflang], [href=""])')
        .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
      return links.filter((link) => link.startsWith(llano.address) && !link.includes('#'));
    }
  },
);

test.each(languages)(
  '[SESS-4] a page without a session gives no data and asks to sign in, in %s',
  async (language) => {
    const { order } = await borrowerWithLoan();
    const visitor = await llano.visit({ language, hasScript: true });
    visitor.expectFault(/status of 401/);
    for (const [path, own] of loanPages) {
      const response = await visitor.open(path, { ...order, ...own });
      expect(response.status(), path).toBe(401);
      await visitor.see(problemText[language].loginHeading);
      const login = visitor.page.getByRole('link', { name: problemText[language].login });
      expect(await login.getAttribute('href')).toBe(visitor.link('/appLogin'));
      expect(await response.text()).not.toMatch(/1\.422,81|5\.000,00|Prueba/);
    }
  },
);

test.each(['expired', 'of another device', 'made up'])(
  '[SESS-4] a session that is %s gives no data',
  async (kind) => {
    const { session, order } = await borrowerWithLoan();
    const other: Partial<Credentials> =
      kind === 'made up' ? { sessionId: randomUUID() } : kind === 'expired' ? {} : { deviceId: 'stolen-on' };
    const visitor = await llano.visit({
      language: 'es',
      hasScript: false,
      session: { ...session, ...other },
    });
    visitor.expectFault(/status of 401/);
    if (kind === 'expired') llano.letPass(sessionMs + 1000);
    for (const path of ['/order', '/repay', '/confirmLoan']) {
      const response = await visitor.open(path, order);
      expect(response.status(), path).toBe(401);
      await visitor.see(problemText.es.loginHeading);
    }
  },
);

test("[SESS-4] another borrower's user id gives no data with one's own session", async () => {
  const [mine, theirs] = [await borrowerWithLoan(), await borrowerWithLoan()];
  const forged = { ...mine.session, userId: theirs.session.userId };
  const visitor = await llano.visit({ language: 'es', hasScript: false, session: forged });
  visitor.expectFault(/status of 401/);
  expect((await visitor.open('/order', mine.order)).status()).toBe(401);
});

test('[SESS-4] [BRIDGE-2] in the host app a page without a session forces login through the bridge, once', async () => {
  for (const platform of ['android', 'ios'] as const) {
    const visitor = await llano.visit({ language: 'es', hasScript: true });
    visitor.expectFault(/status of 401/);
    const received = await addFakeHost(visitor.context, platform);
    await visitor.open('/order', { orderId: randomUUID(), productId: 'mx-120' });
    await expect.poll(() => received).toEqual([{ action: 'forceLogin' }]);
  }
});

test("[SESS-4] another borrower's order answers exactly as one that does not exist", async () => {
  const [mine, theirs] = [await borrowerWithLoan(), await borrowerWithLoan()];
  const visitor = await llano.visit({ language: 'es', hasScript: true, session: mine.session });
  visitor.expectFault(/status of 404/);
  const missing = { orderId: randomUUID(), productId: 'mx-120', orderNo: 'LL-2026-000000' };
  for (const path of ['/order', '/loanDetail', '/repay', '/repayDelay', '/contract']) {
    const answers: string[] = [];
    for (const order of [theirs.order, missing]) {
      const response = await visitor.open(path, order);
      expect(response.status(), path).toBe(404);
      await visitor.see(problemText.es.notFoundHeading);
      answers.push(await withoutAddress(response, order));
    }
    expect(answers[0]).toBe(answers[1]);
  }
});

/** The body without what the address brought in and what is new in every answer. */
async function withoutAddress(response: Response, order: Readonly<Record<string, string>>): Promise<string> {
  const html = (await response.text()).replace(/nonce="[^"]*"/g, '');
  return Object.values(order).reduce((rest, value) => rest.replaceAll(value, '…'), html);
}

test.each([
  ['', 'es-MX', '$'],
  ['lang=2', 'es-MX', '$'],
  ['lang=1', 'en-MX', '$'],
  ['lang=3', 'es-MX', '$'],
  ['lang=en', 'es-MX', '$'],
  ['lang=1&lang=2', 'en-MX', '$'],
])(
  '[LANG-1] [MONEY-4] [LANG-4] the address "%s" is spoken in %s with %s',
  async (parameter, locale, symbol) => {
    const { session, order } = await borrowerWithLoan();
    const language = locale.startsWith('en') ? 'en' : 'es';
    const visitor = await llano.visit({ language, hasScript: false, session });
    const address = visitor.link('/order', order).replace(/lang=\d/, parameter);
    await visitor.page.goto(address);
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await visitor.page.title()).toBe(fill(lendingText[language].daysLeft, { days: 30 }));
    expect(await visitor.text()).toContain(`${symbol} 1.422,81`);
    const onwards = await visitor.page.locator('main a').first().getAttribute('href');
    expect(new URL(onwards ?? '', llano.address).searchParams.get('lang')).toBe(
      language === 'en' ? '1' : '2',
    );
  },
);
