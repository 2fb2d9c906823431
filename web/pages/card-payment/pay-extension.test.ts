import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { anExtensionDetail, anOpenPayment, somePayWays } from '#fixtures/card-payment-views.ts';
import { aRepaymentDetail } from '#fixtures/repayment-views.ts';
import { type Answers, openPage, type PageOptions, refused } from '#tests/setup/open-page.ts';
import { cardValue } from './saved-cards.ts';

const address = '/payWay?productId=mx-120&orderId=loan-1&userId=u-1&sessionId=s-1&lang=2&requestType=2';
const named = `${address}&repaymentId=payment-1&cardId=32`;
const priceMinor = minorAmount(22_422);
const answers: Answers = {
  readExtension: anExtensionDetail({ takesCards: true }),
  readRepayment: aRepaymentDetail(),
  readSavedCards: somePayWays(),
};
const [card] = somePayWays().cards;
const waiting = anOpenPayment({ amountMinor: priceMinor, purpose: 'extend' });

const open = (answersOf: Answers = {}, at = address, options: PageOptions = {}) =>
  openPage(at, { answers: { ...answers, ...answersOf }, ...options });

const send = (answersOf: Answers, fields: Readonly<Record<string, string>> = {}) =>
  open(answersOf, address, {
    form: {
      ...{ repayToken: 'token-1', amountMinor: String(priceMinor), card: card ? cardValue(card) : '' },
      ...fields,
    },
  });

const underWay = (payment = waiting): Answers => ({ readSavedCards: somePayWays({ openPayment: payment }) });

test('[DELAY-1] [PAYWAY-1] the page says until when it extends, what it takes today and what is owed after, and asks no other amount', async () => {
  const { text, html, calls } = await open();
  expect(text).toContain('Aplazar hasta el 2027-01-29, hoy $ 224,22');
  expect(text).toContain(
    'Hoy $ 224,22 = recargo pendiente $ 126,12 + aplazar $ 98,10. Después debe $ 1.401,36 el 2027-01-29. En total paga $ 1.625,58.',
  );
  expect(text).toContain('Pagar $ 224,22');
  expect(text).not.toContain('Pagar otro monto');
  expect(html).toMatch(/href="\/repayDelay\?productId=mx-120[^"]*"[^>]*>Pagar de otra forma/);
  expect(calls.map(({ name }) => name).sort()).toEqual(['readExtension', 'readSavedCards']);
  expect(calls.find(({ name }) => name === 'readSavedCards')?.request).toMatchObject({ purpose: 'extend' });
  const english = await open({}, address.replace('lang=2', 'lang=1'));
  expect(english.text).toContain('Extend until 2027-01-29, today');
});

test('[PAYWAY-6] an amount in the address is not the price of an extension', async () => {
  const { text } = await open({}, `${address}&amount=1.00`);
  expect(text).toContain('Pagar $ 224,22');
});

test('[PAYWAY-2] the commit says what it is for, and its page too', async () => {
  const data = { needsCode: false, repaymentId: 'payment-1', isPending: true };
  const { calls, location } = await send({ payWithCard: data });
  expect(calls[0]).toMatchObject({
    name: 'payWithCard',
    request: { amountMinor: priceMinor, purpose: 'extend' },
  });
  expect(location).toMatch(/^\/payWay\?.*repaymentId=payment-1.*requestType=2/);
  const page = await send({ readPaymentPage: { link: '/payWay' } }, { do: 'provider' });
  expect(page.calls[0]).toMatchObject({ name: 'readPaymentPage', request: { purpose: 'extend' } });
});

test('[PAYWAY-4] another price, or an extension that is no longer offered, leads to the page as it is now', async () => {
  for (const code of ['status-conflict', 'extension-unavailable'] as const) {
    const { location } = await send({ payWithCard: refused(code) });
    expect(location).toMatch(/^\/payWay\?.*notice=changed.*requestType=2/);
  }
  const answer = await send({ payWithCard: refused('status-conflict', 'Su plazo venció ayer.') });
  expect([answer.status, answer.text.includes('Su plazo venció ayer.')]).toEqual([409, true]);
  const declined = await send({ payWithCard: refused('card-declined') });
  expect(declined.location).toMatch(/^\/payWay\?.*notice=declined.*requestType=2/);
});

test('a backend that takes no card for an extension, or says nothing of it, leads to the ways it has', async () => {
  const { location } = await open({ readExtension: anExtensionDetail() });
  expect(location).toMatch(/^\/repayDelay\?productId=mx-120/);
});

test('what waits or is pending is shown as what it pays, whatever the address says', async () => {
  expect((await open(underWay(), named)).text).toContain('Escriba el código de 6 dígitos');
  const pending = underWay({ ...waiting, state: 'pending' });
  expect((await open(pending, named)).text).toContain('Su pago está en proceso');
  const asDebt = named.replace('&requestType=2', '');
  expect((await open(pending, asDebt)).location).toMatch(/repaymentId=payment-1.*requestType=2/);
  expect((await open(underWay(), asDebt)).location).toMatch(/repaymentId=payment-1.*requestType=2/);
  const debt = await open(underWay(anOpenPayment()), named);
  expect(debt.location).toContain('repaymentId=payment-1');
  expect(debt.location).not.toContain('requestType');
  const other = await open(underWay(), asDebt.replace('&repaymentId=payment-1&cardId=32', ''));
  expect(other.html).toMatch(/href="\/payWay\?[^"]*repaymentId=payment-1[^"]*requestType=2/);
});

test('an extension that waits for its code at yesterday’s price is not gone on with', async () => {
  const old = underWay({ ...waiting, amountMinor: minorAmount(18_154) });
  for (const at of [address, named]) {
    const { text, html } = await open(old, at);
    expect(text).toContain('Revise el monto antes de pagar.');
    expect(text).toContain('Pagar $ 224,22');
    expect(html).not.toContain('verifyCode');
    expect(text).not.toContain('181,54');
  }
});

test('an extension that is paid leads to the loan, and one that was never asked for here says why it is none', async () => {
  const over: Answers = {
    readExtension: refused('extension-unavailable', 'Cada pago se aplaza una sola vez.'),
  };
  expect((await open(over, named)).location).toMatch(/^\/loanDetail\?/);
  const refusedPage = await open(over);
  expect(refusedPage.status).toBe(409);
  expect(refusedPage.text).toContain('Cada pago se aplaza una sola vez.');
});
