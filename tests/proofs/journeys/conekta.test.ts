import { afterAll, beforeEach, expect, test } from 'vitest';
import { instructionText } from '#content/messages/instruction.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { startConektaStandIn } from '#tests/providers/conekta-stand-in.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { startSmsGateway } from '#tests/setup/sms-gateway.ts';

const privateKey = 'key_voucherjourney0001';
const gateway = await startSmsGateway();
let llanoAddress = '';
const conekta = await startConektaStandIn({
  privateKey,
  webhookUrl: () => `${llanoAddress}/webhooks/conekta`,
});
const llano = await testLlano({
  SMS_GATEWAY_URL: gateway.url,
  CONEKTA_PRIVATE_KEY: privateKey,
  CONEKTA_WEBHOOK_KEY: conekta.webhookKey,
  CONEKTA_API_BASE: conekta.origin,
  STORE_PROVIDER: 'conekta',
  SPEI_PROVIDER: 'conekta',
});
llanoAddress = llano.address;
afterAll(async () => {
  await conekta.close();
  await gateway.close();
});

// All visitors have one address, and an address gets 20 codes an hour.
beforeEach(() => llano.letPass(3_601_000));

test.each([true, false])(
  'a voucher of Conekta is made when it is asked for, paid at the counter, and seen on the page, script %s',
  async (hasScript) => {
    const session = await newBorrower(llano);
    const loan = await paidOutLoan(llano, session);
    const key = { productId: loan.productId, orderId: loan.orderId };
    const paidMinor = async () => (await llano.ask(readLoan, key, session)).balance?.paidMinor;
    const visitor = await llano.visit({ language: 'es', hasScript, session });
    const { page } = visitor;
    const before = conekta.orders.length;
    await visitor.open('/repay', key);
    expect(conekta.orders).toHaveLength(before);
    await visitor.check();
    // Two channels ask for a reference here; the shop is the usual one.
    await visitor.follow(page.locator('button[name=way][value=store]'));
    const [order] = conekta.orders;
    const number = String(conekta.codesOf(order?.id ?? '')[1]);
    await visitor.see(/7 Eleven/);
    const inGroups = new RegExp(number.replaceAll(/(.{4})(?=.)/g, '$1 ?'));
    await visitor.see(inGroups);
    await visitor.check();
    await visitor.open('/repay', key);
    await page.locator('#way-0 details > summary').click();
    await visitor.see(inGroups);
    conekta.pay(order?.id ?? '');
    await expect.poll(paidMinor, { timeout: 10_000 }).toBe(order?.amount);
    await visitor.open('/repay', key);
  },
);

test.each(['es', 'en'] as const)(
  'each network of a voucher stands on the slip with its own code, the bank with its agreement first, at 320 px, in %s',
  async (language) => {
    const session = await newBorrower(llano);
    const loan = await paidOutLoan(llano, session);
    const key = { productId: loan.productId, orderId: loan.orderId };
    const visitor = await llano.visit({ language, hasScript: language === 'es', session });
    const { page } = visitor;
    await page.setViewportSize({ width: 320, height: 700 });
    await visitor.open('/repay', key);
    await visitor.follow(page.locator('button[name=way][value=store]'));
    const [bank, chains] = conekta.codesOf(conekta.orders[0]?.id ?? '');
    await page.locator('details').evaluateAll((folds) => {
      for (const fold of folds) fold.setAttribute('open', '');
    });
    await visitor.see('2409992');
    const shown = (await visitor.text()).replace(/\s/g, '');
    expect(shown).toContain(bank);
    expect(shown).toContain(chains);
    const { atShops, agreement } = instructionText[language];
    expect(await visitor.text()).toContain(atShops.replace('{shops}', 'BBVA ATM'));
    expect(await visitor.text()).toContain(agreement);
    // On the slip itself, which is kept and printed: who pays at the bank would take the chains' code for theirs.
    const slip = (await visitor.text(page.locator('article'))).replace(/\s/g, '');
    expect(slip).toContain(bank);
    expect(slip).toContain('BBVAATM');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await visitor.check();
  },
);
