import { afterAll, expect, test } from 'vitest';
import { instructionText } from '#content/messages/instruction.ts';
import { receivedText } from '#content/messages/received.ts';
import { repayText } from '#content/messages/repay.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { startRazorpayStandIn } from '#tests/providers/razorpay-stand-in.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';

const account = { secretKey: 'sk_test_voucherjourney', webhookSecret: 'whsec_voucherjourney0001' };
let llanoAddress = '';
const stripe = await startStripeStandIn({
  ...account,
  webhookUrl: () => `${llanoAddress}/webhooks/stripe`,
});
const razorpayAccount = {
  keyId: 'rzp_test_voucherjourney',
  keySecret: 'asecretofajourney',
  webhookSecret: 'anothersecretofajourney',
};
const razorpay = await startRazorpayStandIn({
  ...razorpayAccount,
  webhookUrl: () => `${llanoAddress}/webhooks/razorpay`,
});
const llano = await testLlano({
  STRIPE_SECRET_KEY_MX: account.secretKey,
  STRIPE_WEBHOOK_SECRET_MX: account.webhookSecret,
  STRIPE_API_BASE: stripe.origin,
  STORE_PROVIDER: 'stripe',
  SPEI_PROVIDER: 'stripe',
  RAZORPAY_KEY_ID: razorpayAccount.keyId,
  RAZORPAY_KEY_SECRET: razorpayAccount.keySecret,
  RAZORPAY_WEBHOOK_SECRET: razorpayAccount.webhookSecret,
  RAZORPAY_API_BASE: razorpay.origin,
  UPI_PROVIDER: 'razorpay',
  VIRTUAL_ACCOUNT_PROVIDER: 'razorpay',
});
llanoAddress = llano.address;
afterAll(() => Promise.all([stripe.close(), razorpay.close()]));

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
    expect(stripe.references.vouchers).toHaveLength(before);
    await visitor.follow(page.locator('button[name=way][value=store]'));
    const [voucher] = stripe.references.vouchers;
    await visitor.see(/OXXO/);
    await visitor.check();
    await page.locator('summary', { hasText: instructionText[language].slipData }).click();
    await page.getByRole('link', { name: text.seeVoucher }).click();
    await page.waitForURL(/\/oxxo\//);
    await page.locator('button[value=pay]').click();
    await expect.poll(paidMinor, { timeout: 10_000 }).toBe(voucher?.amount);
    await visitor.open('/repay', key);
    expect(stripe.references.vouchers[0]).toMatchObject({ id: voucher?.id, status: 'succeeded' });
  },
);

test.each([
  { language: 'es', hasScript: true },
  { language: 'en', hasScript: false },
] as const)(
  'a UPI code opens the app and can be scanned, is paid once, and the page knows, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const session = await newBorrower(llano, 'IN');
    const loan = await paidOutLoan(llano, session, 'in-120');
    const key = { productId: loan.productId, orderId: loan.orderId };
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    const before = razorpay.codes.length;
    if (hasScript) await page.clock.install();
    await visitor.open('/repay', key);
    await page.locator('#way-1 > summary').click();
    await visitor.see(razorpay.accounts[0]?.receivers[0]?.ifsc ?? 'no account');
    await page.locator('#way-0 > summary').click();
    expect(razorpay.codes).toHaveLength(before);
    await visitor.follow(page.locator('button[name=way][value=upi]'));
    expect(razorpay.codes).toHaveLength(before + 1);
    const [code] = razorpay.codes;
    const link = page.getByRole('link', { name: instructionText[language].openApp });
    expect(await link.getAttribute('href')).toBe(code?.image_content);
    await visitor.check();
    await page.reload();
    expect(razorpay.codes).toHaveLength(before + 1);
    razorpay.delivery = hasScript ? 'twice' : 'at-once';
    expect(razorpay.payCode(code?.id ?? '')).toBe(true);
    const received = language === 'es' ? /Recibimos/ : /We received/;
    if (hasScript) {
      await expect.poll(() => razorpay.webhookStatuses.length).toBeGreaterThan(1);
      await page.clock.fastForward(20_000);
      await visitor.see(receivedText[language].newsAt);
      await page.clock.fastForward(1_500);
      await page.waitForURL(/\/order\?/);
      await visitor.see(received);
      await page.goBack();
    } else {
      await expect.poll(() => razorpay.webhookStatuses.length).toBeGreaterThan(0);
      await visitor.follow(page.getByRole('link', { name: receivedText[language].lookAt }));
      await visitor.see(received);
      await page.goBack();
      await page.reload();
    }
    await visitor.see(received);
    expect(razorpay.codes).toHaveLength(before + 1);
    const { balance } = await llano.ask(readLoan, key, session);
    expect(balance?.paidMinor).toBe(code?.payment_amount);
  },
);

test('while the provider is unavailable both pages say so in both languages and show what they have', async () => {
  stripe.faults.push(...Array<'429'>(60).fill('429'));
  try {
    for (const language of ['es', 'en'] as const) {
      const session = await newBorrower(llano);
      const loan = await paidOutLoan(llano, session);
      const key = { productId: loan.productId, orderId: loan.orderId };
      const visitor = await llano.visit({ language, hasScript: false, session });
      const sorry =
        language === 'es'
          ? /Ahora no (disponible|podemos darle los datos)/
          : /Not available now|We cannot give you the details/;
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
