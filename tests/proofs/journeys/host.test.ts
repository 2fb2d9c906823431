import { expect, test } from 'vitest';
import { loanText } from '#content/messages/loan.ts';
import { addFakeHost } from '#tests/setup/fake-host.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { startTestLlano, testLlano } from '#tests/setup/llano.ts';
import { acceptShownOffer } from '#tests/setup/offer-page.ts';

const llano = await testLlano();

test('[BRIDGE-2] at the start of the host app the way back closes the web view, later it goes back', async () => {
  const session = await newBorrower(llano);
  const { productId, orderId } = await paidOutLoan(llano, session);
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const { page } = visitor;
  const received = await addFakeHost(visitor.context, 'android');
  await page.addInitScript(() => {
    Object.defineProperty(history, 'length', { get: () => (location.pathname === '/order' ? 1 : 2) });
  });
  await visitor.open('/order', { productId, orderId });
  await page.getByRole('link', { name: loanText.es.back }).click();
  await expect.poll(() => received).toEqual([{ action: 'closeWebView' }]);
  expect(new URL(page.url()).pathname).toBe('/order');
  await visitor.open('/repay', { productId, orderId });
  await visitor.follow(page.getByRole('link', { name: loanText.es.back }));
  expect(new URL(page.url()).pathname).toBe('/order');
  expect(received).toHaveLength(1);
});

test('[BRIDGE-3] a failing host is reported in a toast and in the log, and the page keeps working', async () => {
  const session = await newBorrower(llano);
  const visitor = await llano.visit({ language: 'es', hasScript: true, session });
  const { page } = visitor;
  await page.addInitScript(() => {
    Object.assign(window, {
      LlanoHost: {
        postMessage() {
          throw new Error('the host is gone');
        },
      },
    });
  });
  const report = page.waitForRequest(/\/bridge-failure\?action=burialPointConfirmation$/);
  await visitor.open('/confirmLoan', { productId: 'mx-120' });
  await acceptShownOffer(visitor);
  await report;
  await page.getByRole('status').getByText('La app no respondió. Puede seguir en esta página.').waitFor();
  await visitor.follow(page.getByRole('link', { name: loanText.es.checkNow }));
});

test('[BRIDGE-2] an app without an interface is reached by its deep links', async () => {
  const deepLinked = await startTestLlano({ DEEP_LINK_SCHEME: 'llanoapp' });
  try {
    const visitor = await deepLinked.visit({ language: 'es', hasScript: true });
    visitor.expectFault(/status of 401/);
    // No request is made for a scheme that no program answers: the browser's own protocol tells what was tried.
    const protocol = await visitor.context.newCDPSession(visitor.page);
    const tried: string[] = [];
    protocol.on('Page.frameRequestedNavigation', ({ url }) => tried.push(url));
    await protocol.send('Page.enable');
    await visitor.page.goto(visitor.link('/order', { clientType: 'android', orderId: 'any' }));
    await expect.poll(() => tried).toEqual(['llanoapp://forceLogin?']);
  } finally {
    await deepLinked.close();
  }
});
