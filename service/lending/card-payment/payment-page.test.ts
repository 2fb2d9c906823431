import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readPaymentPage, readSavedCards } from '#contract/calls/card-payment.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { quotes } from '#db/schema/loan.ts';
import { minorAmount } from '#domain/money/money.ts';
import { newCardHolder } from '#tests/setup/card-holders.ts';
import { noticeRequest, scriptedCards } from '#tests/setup/hosted-cards.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { reconcileAll, reconcileEvents } from '../ledger/reconcile.ts';
import { paymentPageLink } from './payment-page.ts';

const service = await testLendingService();
const holder = await newCardHolder(service);

function ask(change: object = {}, { call, session, loan } = holder) {
  return call(readPaymentPage, {
    userId: session.userId,
    orderId: loan.orderId,
    amountMinor: minorAmount(142_281),
    ...change,
  });
}

test('[PAYWAY-5] the provider’s page is given with the order, the amount and the currency', async () => {
  const { orderNumber } = holder.loan;
  expect(await ask()).toMatchObject({
    success: true,
    data: { link: `https://pay.test/checkout?order=${orderNumber}&amount=142281&currency=MXN` },
  });
});

test('[PAYWAY-5] nothing that is filled in leads to another origin, and no other origin is allowed', () => {
  const values = { orderNumber: '@evil.test/?x=', amount: '1', currency: 'MXN' };
  const page = { address: 'https://pay.test{orderNumber}', origins: ['https://pay.test'] };
  expect(paymentPageLink(page, values)).toBeNull();
  expect(paymentPageLink({ ...page, address: 'https://pay.test/{orderNumber}' }, values)).toBe(
    'https://pay.test/%40evil.test%2F%3Fx%3D',
  );
  for (const address of [
    'https://evil.test/',
    'http://pay.test/',
    'javascript:alert(1)',
    '//pay.test/',
    '',
  ]) {
    expect(paymentPageLink({ ...page, address }, values)).toBeNull();
  }
});

test('a forged user, another’s order and an odd amount are refused', async () => {
  const other = await newCardHolder(service);
  expect(await ask({ userId: other.session.userId })).toMatchObject({ errorCode: 'session-required' });
  expect(await ask({ orderId: other.loan.orderId })).toMatchObject({ errorCode: 'not-found' });
  expect(await ask({ amountMinor: minorAmount(0) })).toMatchObject({ errorCode: 'request-invalid' });
});

test('without a provider’s page none is offered', async () => {
  const plain = lendingService(service.database, { paymentPage: { address: '', origins: [] } });
  const other = await newCardHolder(plain);
  expect(await ask({}, other)).toMatchObject({ errorCode: 'not-found' });
  const ways = await other.call(readSavedCards, { orderId: other.loan.orderId });
  expect(ways).toMatchObject({ data: { offersPaymentPage: false } });
});

test.each([
  ['es', /Por ahora puede pagar hasta .*1\.422,81/],
  ['en', /For now you can pay up to .*1\.422,81/],
] as const)(
  'without agreed early repayment no more than the amount due is accepted (%s)',
  async (language, words) => {
    const bound = await newCardHolder(service);
    const dueMinor = 142_281;
    const early = minorAmount(dueMinor + 1);
    expect(await ask({ amountMinor: early }, bound)).toMatchObject({ success: true });
    await service.database
      .update(quotes)
      .set({ terms: sql`jsonb_set(${quotes.terms}, '{allowsPrepayment}', 'false')` })
      .where(eq(quotes.loanId, bound.loan.orderId));
    const refused = { success: false, errorCode: 'request-invalid' };
    expect(await ask({ amountMinor: early }, bound)).toMatchObject(refused);
    expect(await bound.commit({ card: 'approve', amountMinor: early })).toMatchObject(refused);
    const request = { userId: bound.session.userId, orderId: bound.loan.orderId, amountMinor: early };
    await expect(service.ask(readPaymentPage, request, bound.session, language)).rejects.toThrow(words);
    expect(await ask({ amountMinor: minorAmount(dueMinor) }, bound)).toMatchObject({ success: true });
  },
);

test.each([
  ['es', /Es más de lo que debe\. Puede pagar hasta .*5\.562,52/],
  ['en', /It is more than you owe\. You can pay up to .*5\.562,52/],
] as const)('more than the whole debt is refused in the borrower’s words (%s)', async (language, words) => {
  const holder = await newCardHolder(service);
  const request = {
    userId: holder.session.userId,
    orderId: holder.loan.orderId,
    amountMinor: minorAmount(556_253),
  };
  await expect(service.ask(readPaymentPage, request, holder.session, language)).rejects.toThrow(words);
});

const page = { answer: 'requires-action', link: 'https://provider.test/page' } as const;

/** A borrower where the provider takes cards on its own page, and what their pages ask. */
async function payerOnPage() {
  const cards = scriptedCards();
  cards.pageMarket = 'MX';
  cards.outcome = page;
  const configuration = { paymentPage: { address: '', origins: [] } };
  const its = lendingService(service.database, configuration, { cards: cards as never });
  const payer = await newCardHolder(its);
  const { loan, session } = payer;
  return {
    cards,
    payer,
    its,
    go: (amountMinor = 142_281) => ask({ amountMinor: minorAmount(amountMinor) }, payer),
    ways: async () => {
      const ways = await payer.call(readSavedCards, { orderId: loan.orderId });
      if (!ways.success) throw new Error(`refused: ${ways.errorCode}`);
      return ways.data;
    },
    paidMinor: async () => (await its.ask(readLoan, loan, session)).balance?.paidMinor,
  };
}

const paymentIn = (link: string) => new URL(link).searchParams.get('repaymentId') ?? '';

test('[PAYWAY-5] a provider that takes cards on its page is gone to from ours, once for a payment however often it is asked', async () => {
  const { cards, payer, its, go, ways, paidMinor } = await payerOnPage();
  const before = await ways();
  expect(before.offersPaymentPage).toBe(true);
  expect((await its.ask(readRepayment, payer.loan, payer.session)).refusesCards).toBe(false);
  const [first, second] = await Promise.all([go(), go()]);
  if (!first.success || !second.success) throw new Error('refused');
  expect(second.data).toEqual(first.data);
  const { origin, pathname, searchParams } = new URL(first.data.link);
  expect([origin, pathname, [...searchParams.keys()]]).toEqual([
    ...['https://pages.llano.test', '/payWay'],
    ['productId', 'orderId', 'repaymentId', 'lang'],
  ]);
  const reference = paymentIn(first.data.link);
  expect(cards.charges).toMatchObject([
    { reference, cardToken: 'scripted:page', amountMinor: 142_281, returnLink: first.data.link },
  ]);
  const { openPayment, cards: shown } = await ways();
  expect(openPayment).toMatchObject({ repaymentId: reference, state: 'pending', actionLink: page.link });
  expect(shown).toEqual(before.cards);
  expect(await go(100_000)).toMatchObject({ success: false, errorCode: 'submission-repeated' });
  const paid = {
    about: 'charge',
    reference,
    outcome: 'approved',
    amountMinor: 142_281,
    currency: 'MXN',
  } as const;
  const tell = async () => (await its.api.fetch(noticeRequest('page-1', paid))).status;
  expect([await tell(), await tell()]).toEqual([200, 200]);
  expect(await paidMinor()).toBe(142_281);
  cards.outcome = 'approved';
  expect((await ways()).openPayment).toBeNull();
  expect(await paidMinor()).toBe(142_281);
  expect([await reconcileAll(service.database), await reconcileEvents(service.database)]).toEqual([[], []]);
});

test('[PAYWAY-5] a page that the provider refused is reported and can be requested again; a lost answer is found', async () => {
  const { cards, go } = await payerOnPage();
  cards.outcome = 'declined';
  expect(await go()).toMatchObject({ success: false, errorCode: 'card-declined' });
  cards.outcome = new Error('the answer was lost');
  const lost = await go();
  if (!lost.success) throw new Error('refused');
  cards.outcome = page;
  expect(await go()).toEqual(lost);
  expect(cards.charges).toHaveLength(2);
});
