import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { complaintStartText } from '#content/messages/complaint-start.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { customerServiceText } from '#content/messages/customer-service.ts';
import { lendingText } from '#content/messages/lending.ts';
import { loanText } from '#content/messages/loan.ts';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { bridgeActionNames } from '#domain/bridge/actions.ts';
import { deepLinkScheme, type HostMessage, recordHost } from '#tests/setup/fake-host.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { startTestLlano, testLlano } from '#tests/setup/llano.ts';
import { openFolds } from '#tests/setup/offer-page.ts';
import { isPublishedMessage } from '#tests/setup/published-bridge-schema.ts';
import { everyVisit, type Visitor } from '#tests/setup/visitor.ts';

const hostPages = {
  HOST_PAGE_MAIN: '/app/main',
  HOST_PAGE_LOGIN: '/app/login',
  HOST_PAGE_SETTING: '/app/settings',
  HOST_PAGE_BIND_BANK: '/app/account',
  HOST_PAGE_BIND_CARD: '/app/card',
  HOST_PAGE_PRODUCT_DETAIL: '/app/product',
  HOST_PAGE_RECOMMEND_LIST: '/app/loans',
} as const;

const telephone = '+525550000100';

const llano = await testLlano({
  ...hostPages,
  SERVICE_PHONE: telephone,
  SERVICE_PHONE_IN: telephone,
  DEEP_LINK_SCHEME: deepLinkScheme,
});

const hosts = [
  { shape: 'android', clientType: 'android', language: 'es', market: 'MX', productId: 'mx-120' },
  { shape: 'ios', clientType: 'ios', language: 'en', market: 'IN', productId: 'in-120' },
  { shape: 'deep-link', clientType: 'android', language: 'es', market: 'MX', productId: 'mx-120' },
] as const;

/** A link of the page by its words, in `<noscript>` or not. */
const link = ({ page }: Visitor, name: string) => page.getByRole('link', { name, exact: true });

test.each(hosts)(
  '[BRIDGE-1] all twelve actions are sent to a host of the shape $shape, in $language',
  async ({ shape, clientType, language, market, productId }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript: true, session, clientType });
    visitor.expectFault(/status of 401|(Failed|Not allowed) to launch 'llanoapp:/);
    const { page } = visitor;
    await page.addInitScript(() => {
      Object.defineProperty(history, 'length', { get: () => (location.pathname === '/repay' ? 1 : 2) });
    });
    const received = await recordHost(visitor, shape);
    const expected: HostMessage[] = [];
    const expectSent = async (...messages: HostMessage[]) => {
      expected.push(...messages);
      await expect.poll(() => received, { timeout: 20_000 }).toEqual(expected);
    };
    // A browser in which a deep link met no program may lose the taps after it.
    const press = (target: Locator) =>
      shape === 'deep-link' ? target.dispatchEvent('click') : target.click();
    const follow = async (target: Locator) => {
      await Promise.all([page.waitForEvent('load'), press(target)]);
      await visitor.check();
    };
    const loadAgain = (reload: () => unknown) =>
      Promise.all([page.waitForEvent('load'), page.evaluate(reload)]);
    /** Presses something that the host does, so that the page stays where it is. */
    const ask = async (name: string, message: HostMessage) => {
      const before = page.url();
      await press(link(visitor, name));
      await expectSent(message);
      expect(page.url()).toBe(before);
    };
    const product = { action: 'openPageWithParameter', page: '/app/product', parameter: productId };
    const loan = loanText[language];

    await visitor.open('/confirmLoan', { productId });
    await openFolds(page);
    await ask(confirmText[language].seeProduct, product);
    await ask(confirmText[language].otherAccount, { action: 'startBankFlow' });
    await loadAgain(() => document.dispatchEvent(new Event('visibilitychange')));
    await expectSent({ action: 'endBankFlow' });
    await loadAgain(() => location.reload());

    await page.getByRole('checkbox').check();
    await follow(page.locator('main form button:not([type=button])'));
    await expectSent({ action: 'burialPointConfirmation', productId });
    await ask(loan.home, { action: 'homeTab' });
    await ask(loan.back, { action: 'homeTab' });

    const refused = await newBorrower(llano, market);
    const { orderId, orderNumber } = await applyForLoan(llano, refused, productId, language);
    await llano.tell(decideApplication, { orderNumber, decision: 'decline' });
    const first = await llano.visit({ language, hasScript: true, session: refused, clientType });
    await visitor.openAddress(first.link('/order', { productId, orderId }));
    await visitor.see(lendingText[language].declinedTitle);
    await ask(loan.recommendedLoans, { action: 'openPage', page: '/app/loans' });
    await ask(loan.account, { action: 'mineTab' });

    const other = await newBorrower(llano, market);
    const paid = await paidOutLoan(llano, other, productId);
    const second = await llano.visit({ language, hasScript: true, session: other, clientType });
    const key = { productId, orderId: paid.orderId };
    await visitor.openAddress(second.link('/payWay', key));
    await ask(payWithCardText[language].addCard, { action: 'startBankFlow' });
    // A host whose own flow leaves the page in sight loads it again.
    await loadAgain(() => location.reload());
    await expectSent({ action: 'endBankFlow' });
    await visitor.openAddress(second.link('/repay', key));
    await press(link(visitor, loan.back));
    await expectSent({ action: 'closeWebView' });

    const { balance: due } = await llano.ask(readLoan, key, other);
    await pay(llano, paid, Number(due?.remainingMinor));
    await visitor.openAddress(second.link('/order', key));
    await openFolds(page);
    await ask(loan.seeProduct, product);
    await ask(loan.borrowAgain, { action: 'goToLoan' });
    await press(page.getByRole('link', { name: loan.rate, exact: true }));
    await press(page.locator('label[for="star-5"]'));
    await follow(page.getByRole('button', { name: loan.sendRating }));
    await expectSent({ action: 'ratingPrompt' });

    await visitor.open('/Dag');
    await ask(customerServiceText[language].settings, { action: 'openPage', page: '/app/settings' });
    await press(page.locator('a[href^="tel:"]').first());
    await expectSent({ action: 'callTelephone', telephone });

    await page.goto(visitor.link('/order', key).replace(session.sessionId, 'no-longer'));
    await expectSent({ action: 'forceLogin' });

    for (const message of received) expect(isPublishedMessage(message), message.action).toBe(true);
    expect([...new Set(received.map(({ action }) => action))].sort()).toEqual([...bridgeActionNames].sort());
  },
);

const browsers = everyVisit;

test.each(browsers)(
  '[BRIDGE-2] outside a host each link leads to the matching page, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const market = language === 'es' ? 'MX' : 'IN';
    const productId = language === 'es' ? 'mx-120' : 'in-120';
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    // The lender's own pages, beside ours.
    visitor.expectFault(/header: .* on \/app\//);
    await page.route('**/app/**', (route) => route.fulfill({ contentType: 'text/html', body: 'app' }));
    const text = loanText[language];
    const leadsTo = async (name: string, path: string, parameter: string | null = null) => {
      const before = page.url();
      await link(visitor, name).click();
      await page.waitForURL(
        (url) => url.pathname === path && url.searchParams.get('parameter') === parameter,
      );
      expect(new URL(page.url()).searchParams.get('sessionId')).toBe(session.sessionId);
      await page.goto(before);
    };

    await visitor.open('/confirmLoan', { productId });
    await openFolds(page);
    await leadsTo(confirmText[language].seeProduct, '/app/product', productId);
    await leadsTo(confirmText[language].otherAccount, '/app/account');
    await visitor.open('/Dag');
    await leadsTo(customerServiceText[language].settings, '/app/settings');
    await visitor.open('/complaint', { filed: '1' });
    await leadsTo(complaintStartText[language].home, '/app/main');

    const loan = await applyForLoan(llano, session, productId, language);
    const order = { productId, orderId: loan.orderId };
    await visitor.open('/order', order);
    await leadsTo(text.home, '/app/main');
    await leadsTo(text.seeProduct, '/app/product', productId);
    await llano.lender.act({ kind: 'decline', orderNumber: loan.orderNumber });
    await visitor.open('/order', order);
    await leadsTo(text.recommendedLoans, '/app/loans');
    await leadsTo(text.account, '/app/settings');

    const paid = await paidOutLoan(llano, session, productId);
    const key = { productId, orderId: paid.orderId };
    await visitor.open('/payWay', key);
    await leadsTo(payWithCardText[language].addCard, '/app/card');
    const { balance } = await llano.ask(readLoan, key, session);
    await pay(llano, paid, Number(balance?.remainingMinor));
    await visitor.open('/order', key);
    await leadsTo(text.borrowAgain, '/confirmLoan');
  },
);

test('[BRIDGE-2] what only a host can do is not shown where there is none, nor without script', async () => {
  const plain = await startTestLlano();
  try {
    const session = await newBorrower(plain);
    for (const hasScript of [true, false]) {
      const visitor = await plain.visit({ language: 'es', hasScript, session });
      await visitor.open('/confirmLoan', { productId: 'mx-120' });
      expect(await visitor.text()).not.toContain(confirmText.es.otherAccount);
      expect(await visitor.text()).not.toContain(confirmText.es.seeProduct);
    }
    const visitor = await plain.visit({ language: 'es', hasScript: true, session });
    const received = await recordHost(visitor, 'android');
    await visitor.open('/confirmLoan', { productId: 'mx-120' });
    await link(visitor, confirmText.es.otherAccount).click();
    await expect.poll(() => received).toEqual([{ action: 'startBankFlow' }]);
  } finally {
    await plain.close();
  }
});
