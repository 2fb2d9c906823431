import { afterAll, expect, test } from 'vitest';
import { receivedText } from '#content/messages/received.ts';
import { repayText } from '#content/messages/repay.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { startStripeStandIn } from '../providers/stripe-stand-in.ts';

const account = { secretKey: 'sk_test_voucherjourney', webhookSecret: 'whsec_voucherjourney0001' };
let llanoAddress = '';
const stripe = await startStripeStandIn({
  ...account,
  webhookUrl: () => `${llanoAddress}/webhooks/stripe`,
});
const llano = await testLlano({
  STRIPE_SECRET_KEY_MX: account.secretKey,
  STRIPE_WEBHOOK_SECRET_MX: account.webhookSecret,
  STRIPE_API_BASE: stripe.origin,
  STORE_PROVIDER: 'stripe',
  SPEI_PROVIDER: 'stripe',
});
llanoAddress = llano.address;
afterAll(() => stripe.close());

test.each([
  { language: 'es', hasScript: true },
  { language: 'en', hasScript: false },
] as const)(
  'an OXXO voucher is made when it is asked for, paid at the counter, and seen on the page, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const session = await newBorrower(llano);
    const loan = await paidOutLoan(llano, session);
    const key = { productId: loan.productId, orderId: loan.orderId };
    const paidMinor = async () => (await llano.ask(readLoan, key, session)).balance?.paidMinor;
    const visitor = await llano.visit({ language, hasScript, session });
    visitor.expectFault(new RegExp(`^request: ${stripe.origin}$`));
    visitor.expectFault(/^header: .* on \/oxxo\//);
    const { page } = visitor;
    const text = repayText[language];
    const before = stripe.references.vouchers.length;
    await visitor.open('/repay', key);
    const [wayToCode = ''] = text.getCode.split('{amount}');
    expect(stripe.references.vouchers).toHaveLength(before);
    await visitor.follow(page.getByRole('link', { name: wayToCode }));
    const [voucher] = stripe.references.vouchers;
    await visitor.see(/OXXO/);
    await visitor.check();
    await page.getByRole('link', { name: text.seeVoucher }).click();
    await page.waitForURL(/\/oxxo\//);
    await page.locator('button[value=pay]').click();
    await expect.poll(paidMinor, { timeout: 10_000 }).toBe(voucher?.amount);
    await visitor.open('/repay', key);
    await visitor.see(receivedText[language].looking);
    expect(stripe.references.vouchers[0]).toMatchObject({ id: voucher?.id, status: 'succeeded' });
  },
);

test('while the provider is away both pages say so in both languages and go on with what there is', async () => {
  stripe.faults.push(...Array<'429'>(60).fill('429'));
  try {
    for (const language of ['es', 'en'] as const) {
      const session = await newBorrower(llano);
      const loan = await paidOutLoan(llano, session);
      const key = { productId: loan.productId, orderId: loan.orderId };
      const visitor = await llano.visit({ language, hasScript: false, session });
      const sorry = language === 'es' ? /Ahora no podemos darle los datos/ : /We cannot give you the details/;
      for (const path of ['/repay', '/repayDelay']) {
        await visitor.open(path, key);
        await visitor.see(sorry);
      }
      await visitor.open('/carpmm', { ...key, requestType: 1, amount: 100_000, payCode: 'bank-transfer' });
      await visitor.see(sorry);
      await visitor.check();
    }
  } finally {
    stripe.faults.length = 0;
  }
});
