import { randomUUID } from 'node:crypto';
import type { Response } from 'playwright';
import { expect, test } from 'vitest';
import { problemText } from '#content/messages/problem.ts';
import { sessionParameterNames } from '#contract/page-query.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';

const llano = await testLlano({ HOST_PAGE_LOGIN: '/appLogin' });

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
