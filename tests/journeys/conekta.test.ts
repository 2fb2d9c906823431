import { afterAll, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { startConektaStandIn } from '../providers/conekta-stand-in.ts';

const privateKey = 'key_voucherjourney0001';
let llanoAddress = '';
const conekta = await startConektaStandIn({
  privateKey,
  webhookUrl: () => `${llanoAddress}/webhooks/conekta`,
});
const llano = await testLlano({
  CONEKTA_PRIVATE_KEY: privateKey,
  CONEKTA_WEBHOOK_KEY: conekta.webhookKey,
  CONEKTA_API_BASE: conekta.origin,
  STORE_PROVIDER: 'conekta',
  SPEI_PROVIDER: 'conekta',
});
llanoAddress = llano.address;
afterAll(() => conekta.close());

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
