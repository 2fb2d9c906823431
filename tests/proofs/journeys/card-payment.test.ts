import type { Locator } from 'playwright';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { loanText } from '#content/messages/loan.ts';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { fill } from '#content/text-pack.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import type { TestCardBehaviour } from '#domain/card-payment/test-card.ts';
import { saveCards } from '#tests/setup/card-holders.ts';
import { borrowerWithLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { startSmsGateway } from '#tests/setup/sms-gateway.ts';
import { everyVisit, type Visitor } from '#tests/setup/visitor.ts';

const gateway = await startSmsGateway();
afterAll(gateway.close);
const llano = await testLlano({ SMS_GATEWAY_URL: gateway.url });

// All visitors have one address, and an address gets 20 codes an hour.
beforeEach(() => llano.letPass(3_601_000));

const order: readonly TestCardBehaviour[] = [
  'approve',
  'decline',
  'answer-late',
  'answer-twice',
  'lose-answer',
];

/** A borrower with saved cards and a loan to repay, before the page that they pay on. */
async function cardHolder(language: 'es' | 'en', hasScript: boolean) {
  const { market, session, order: key } = await borrowerWithLoan(llano, language);
  const { mobilePhone } = await saveCards(llano, session.borrowerId, { market, savedAt: new Date() });
  const visitor = await llano.visit({ language, hasScript, session });
  const number = `${market === 'MX' ? '+52' : '+91'}${mobilePhone}`;
  return {
    visitor,
    session,
    key,
    number,
    text: payWithCardText[language],
    code: () => gateway.lastCode(number),
    paidMinor: async () => (await llano.ask(readLoan, key, session)).balance?.paidMinor,
  };
}

function payButton({ page }: Visitor) {
  return page.locator('form[method=post] button:not([name]):not([aria-hidden])');
}

async function choose({ page }: Visitor, behaviour: TestCardBehaviour): Promise<void> {
  await page.locator('input[name=card]').nth(order.indexOf(behaviour)).check();
}

/** Presses what opens, renews or leaves the code entry: with script in its place, without in a document of its own. */
async function change(visitor: Visitor, target: Locator, isAsked: boolean): Promise<void> {
  const { page, hasScript } = visitor;
  if (!hasScript) {
    await visitor.follow(target);
    return;
  }
  const before = page.url();
  const document = await page.evaluateHandle(() => window.document);
  await target.click();
  await page.waitForURL(({ href }) => href !== before);
  await page.locator('input[name=verifyCode]').waitFor({ state: isAsked ? 'visible' : 'detached' });
  expect(await document.evaluate((one) => one === window.document)).toBe(true);
  if (isAsked) expect(await page.locator('input[name=verifyCode]:focus').count()).toBe(1);
  await visitor.check();
}

const askForCode = (visitor: Visitor, target = payButton(visitor)) => change(visitor, target, true);

/** What asks for another code; script counts in it. */
function resendButton({ page }: Visitor) {
  return page.locator('button[value=resend]');
}

test.each(everyVisit)(
  '[PAYWAY-1] [PAYWAY-2] [PAYWAY-3] [PAYWAY-4] from the repay page: choose, a wrong code, the right one, paid, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { visitor, key, text, code, paidMinor } = await cardHolder(language, hasScript);
    const { page } = visitor;
    visitor.expectFault(/status of 422/);
    await visitor.open('/repay', key);
    await page.locator('#way-card > summary').click();
    await visitor.follow(page.getByRole('link', { name: wayText[language]['repay-card'] }));
    expect(await page.locator('input[name=card]:checked').count()).toBe(0);

    await payButton(visitor).click();
    await visitor.see(text.chooseCardFirst);
    await visitor.check();

    await choose(visitor, 'approve');
    await askForCode(visitor);
    const field = page.locator('input[name=verifyCode]');
    await field.fill('123');
    await payButton(visitor).click();
    await visitor.see(text.codeTooShort);
    await field.fill(code() === '000000' ? '000001' : '000000');
    await payButton(visitor).click();
    await visitor.see(text.codeWrong);
    expect(await field.inputValue()).toMatch(/^00000/);
    await visitor.check();

    await field.fill(code());
    const payment = page.url();
    await Promise.all([page.waitForURL(/loanDetail/), field.press('Enter')]);
    await visitor.see(language === 'es' ? /Recibimos/ : /We received/);
    expect(await paidMinor()).toBe(language === 'es' ? 142_281 : 338_993);
    if (!hasScript) return;
    // The payment is over: its page gave up its place, and its address leads to the loan.
    await page.goBack();
    await page.waitForURL(/\/repay\?/);
    await visitor.see(language === 'es' ? 'Pago 2 de 4' : 'EMI 2 of 4');
    await page.goto(payment);
    expect(new URL(page.url()).pathname).toBe('/loanDetail');
    await visitor.see(loanText[language].title);
  },
);

test.each(everyVisit)(
  '[PAYWAY-2] another code, and leaving the code for another card, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { visitor, key, number, code, paidMinor } = await cardHolder(language, hasScript);
    const { page } = visitor;
    await visitor.open('/payWay', key);
    await choose(visitor, 'decline');
    await askForCode(visitor);
    llano.letPass(61_000);
    await page.reload();
    await askForCode(visitor, resendButton(visitor));
    expect(gateway.messageCount(number)).toBe(2);

    await change(visitor, page.locator('button[value=cancel]'), false);
    expect(await page.locator('input[name=verifyCode]').count()).toBe(0);
    llano.letPass(61_000);
    await choose(visitor, 'approve');
    await askForCode(visitor);
    await choose(visitor, 'decline');
    expect(await page.locator('input[name=verifyCode]').isVisible()).toBe(false);
    await choose(visitor, 'approve');
    await page.locator('input[name=verifyCode]').fill(code());
    await visitor.follow(payButton(visitor));
    expect(page.url()).toContain('/loanDetail');
    expect(await paidMinor()).toBeGreaterThan(0);
  },
);

test.each(everyVisit)(
  'a payment that the provider answers late is pending until it is paid, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { visitor, key, text, code, paidMinor } = await cardHolder(language, hasScript);
    const { page } = visitor;
    await visitor.open('/payWay', key);
    await choose(visitor, 'answer-late');
    await askForCode(visitor);
    await page.locator('input[name=verifyCode]').fill(code());
    await visitor.follow(payButton(visitor));
    await visitor.see(text.pendingHeading);
    expect(await page.locator('form[method=post]').count()).toBe(0);
    expect(await paidMinor()).toBe(0);
    llano.letPass(50_000);
    await visitor.follow(page.getByRole('link', { name: text.checkNow }));
    expect(page.url()).toContain('/loanDetail');
    expect(await paidMinor()).toBeGreaterThan(0);
  },
);

test.each([
  { language: 'es', hasScript: true },
  { language: 'en', hasScript: false },
] as const)(
  '[DELAY-1] [DELAY-3] [PAYWAY-2] a late payment is extended with a card at the price of the day, in $language, script $hasScript',
  async ({ language, hasScript }) => {
    const { visitor, key, text, code, paidMinor, session } = await cardHolder(language, hasScript);
    await llano.lender.act({ kind: 'advance-days', days: 33 });
    const { page } = visitor;
    await visitor.open('/repayDelay', key);
    const offer = await llano.ask(readExtension, key, session, language);
    await visitor.check();
    await page.locator('#way-card > summary').click();
    await visitor.follow(page.getByRole('link', { name: wayText[language]['extend-card'] }));
    await visitor.see(fill(text.extendUntil, { date: offer.newDueDate }));
    await choose(visitor, 'approve');
    await askForCode(visitor);
    await visitor.see(fill(text.extendUntil, { date: offer.newDueDate }));
    await page.locator('input[name=verifyCode]').fill(code());
    await Promise.all([page.waitForURL(/loanDetail/), payButton(visitor).click()]);
    expect(await paidMinor()).toBe(offer.amountMinor);
    await visitor.open('/order', key);
    await visitor.see(offer.newDueDate);
    expect(await page.locator('a[href^="/repayDelay"]').count()).toBe(0);
  },
);
