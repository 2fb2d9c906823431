import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { borrowerWithLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { startSmsGateway } from '#tests/setup/sms-gateway.ts';
import { everyVisit } from '#tests/setup/visitor.ts';

const secretKey = 'sk_test_journey0001';
const webhookSecret = 'whsec_journeyjourney0001';
const gateway = await startSmsGateway();
let llanoAddress = '';
const stripe = await startStripeStandIn({
  secretKey,
  webhookSecret,
  webhookUrl: () => `${llanoAddress}/webhooks/stripe`,
});
const llano = await testLlano({
  SMS_GATEWAY_URL: gateway.url,
  STRIPE_SECRET_KEY_MX: secretKey,
  STRIPE_WEBHOOK_SECRET_MX: webhookSecret,
  STRIPE_SECRET_KEY_IN: secretKey,
  STRIPE_WEBHOOK_SECRET_IN: webhookSecret,
  STRIPE_API_BASE: stripe.origin,
});
llanoAddress = llano.address;
afterAll(async () => {
  await stripe.close();
  await gateway.close();
});

// All visitors have one address, and an address gets 20 codes an hour.
beforeEach(() => llano.letPass(3_601_000));

/** A borrower without cards, on the way to pay. */
async function borrower(language: 'es' | 'en', hasScript: boolean) {
  const { market, session, order: key } = await borrowerWithLoan(llano, language);
  const mobilePhone = `55${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  await llano.database.update(borrowers).set({ mobilePhone }).where(eq(borrowers.id, session.borrowerId));
  const visitor = await llano.visit({ language, hasScript, session });
  // The provider's own pages, which are not ours to check.
  visitor.expectFault(new RegExp(`^request: ${stripe.origin}$`));
  visitor.expectFault(/^header: .* on \/(c\/pay|3d_secure_2)\//);
  return {
    visitor,
    key,
    page: visitor.page,
    text: payWithCardText[language],
    code: () => gateway.lastCode(`${market === 'MX' ? '+52' : '+91'}${mobilePhone}`),
    paidMinor: async () => (await llano.ask(readLoan, key, session)).balance?.paidMinor,
  };
}

type Holder = Awaited<ReturnType<typeof borrower>>;

/** Saves a card on the provider's form and comes back. */
async function saveCard({ page, visitor, text }: Holder, number: string, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL(/\/c\/pay\//);
  await page.locator(`button[value="${number}"]`).click();
  await page.waitForURL(/cardSaving=/);
  await visitor.see(text.cardSaved);
  expect(page.url()).not.toMatch(/sessionId|userId/);
  await visitor.check();
}

/** Pays with the newest card up to where its outcome is shown. */
async function payWithNewest({ page, code }: Holder): Promise<void> {
  await page.locator('input[name=card]').last().check();
  await page.locator('form[method=post] button:not([name]):not([aria-hidden])').click();
  const field = page.locator('input[name=verifyCode]');
  await field.waitFor();
  await field.fill(code());
  await field.press('Enter');
}

async function toTheBank({ page, visitor, text }: Holder): Promise<void> {
  await visitor.see(text.actionHeading);
  await visitor.check();
  await page.getByRole('link', { name: text.goToBank }).click();
  await page.waitForURL(/3d_secure_2/);
}

test.each(everyVisit)(
  'from the repay page: a card is saved with the provider and pays after the bank was asked, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    stripe.delivery = language === 'es' ? 'never' : 'twice';
    const holder = await borrower(language, hasScript);
    const { visitor, page, key, text, paidMinor } = holder;
    await visitor.open('/repay', key);
    await page.locator('#way-card > summary').click();
    await visitor.follow(page.getByRole('link', { name: wayText[language]['repay-card'] }));
    await visitor.see(text.noCards);
    await visitor.check();
    await visitor.follow(page.getByRole('link', { name: text.payAnotherWay }));
    await page.locator('#way-card > summary').click();
    await saveCard(holder, '4000002760003184', text.addCard);
    expect(new URL(page.url()).pathname).toBe('/repay');
    await page.locator('#way-card > summary').click();
    await visitor.follow(page.getByRole('link', { name: wayText[language]['repay-card'] }));
    await payWithNewest(holder);
    await toTheBank(holder);
    expect(await paidMinor()).toBe(0);
    await page.locator('button[value=confirm]').click();
    await page.waitForURL(/loanDetail/);
    expect(page.url()).not.toMatch(/sessionId|client_secret/);
    expect(await paidMinor()).toBe(language === 'es' ? 142_281 : 338_993);
    await visitor.check();
  },
);

test.each(['es', 'en'] as const)(
  'a credit card where none is taken is not saved, and the page says why, in %s',
  async (language) => {
    stripe.delivery = 'twice';
    const { visitor, page, key, text } = await borrower(language, language === 'es');
    await visitor.open('/payWay', key);
    await page.getByRole('button', { name: text.addCard }).click();
    await page.waitForURL(/\/c\/pay\//);
    await page.locator('button[value="4242424242424242"]').click();
    await page.waitForURL(/cardSaving=/);
    await visitor.see(text.creditNotSaved);
    await visitor.see(text.noCards);
    await visitor.check();
    await page.reload();
    await visitor.see(text.creditNotSaved);
  },
);

test('a form that was left without a card can be opened again, and two cards are listed', async () => {
  stripe.delivery = 'at-once';
  const holder = await borrower('en', false);
  const { visitor, page, key, text } = holder;
  await visitor.open('/payWay', key);
  await page.getByRole('button', { name: text.addCard }).click();
  await page.waitForURL(/\/c\/pay\//);
  await page.locator('button[value=cancel]').click();
  await page.waitForURL(/payWay/);
  await visitor.see(text.noCards);
  await saveCard(holder, '4000056655665556', text.addCard);
  await saveCard(holder, '4000000000000341', text.addAnotherCard);
  expect(await page.locator('input[name=card]').count()).toBe(2);
});
