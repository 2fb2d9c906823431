import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readOffer } from '#contract/calls/offer.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { offers, products } from '#db/schema/product.ts';
import { minorAmount } from '#domain/money/money.ts';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';

const service = await testLendingService();

function confirm(session: TestSession, productId = 'mx-120', isReload = false, language: 'es' | 'en' = 'es') {
  return service.ask(readOffer, { productId, isReload }, session, language);
}

function refusal(session: TestSession, productId: string) {
  return service.post(readOffer.path, { productId }, session).then(({ status, body }) => [status, body.code]);
}

function offerOf(session: TestSession) {
  return eq(offers.borrowerId, session.borrowerId);
}

test('[CONFIRM-1] the offer has amount, term, rate, product, detail rows, plan, coupons and full cost', async () => {
  const offer = await confirm(await service.session(demoBorrowers.rosa.id));
  expect(offer).toEqual({
    currency: 'MXN',
    amountMinor: 500_000,
    term: { count: 120, unit: 'day' },
    firstPaymentDate: '2026-12-20',
    dailyRate: '0,0493\u00a0%',
    rateNote: 'Interés de 18\u00a0% anual sobre lo que aún debe.',
    details: [
      { label: 'Depósito', value: 'De 1 a 3 días después de aceptar' },
      { label: 'Fechas de pago', value: 'Cuentan desde el depósito' },
    ],
    plan: [
      { amountMinor: 142_281, date: '2026-12-20' },
      { amountMinor: 140_136, date: '2027-01-19' },
      { amountMinor: 137_991, date: '2027-02-18' },
      { amountMinor: 135_844, date: '2027-03-20' },
    ].map((payment, index) => ({
      ...{ ...payment, title: `Pago ${index + 1} de 4` },
      description: `${30 * (index + 1)} días después del depósito`,
    })),
    needsReload: false,
    amountDescription: '',
    agreementLink: `/contract?orderNo=${offer.quote?.quoteId}`,
    productName: 'Llano 120',
    productLogo: '',
    couponCount: 1,
    sendsSms: false,
    accountEnding: '4821',
    messageType: '',
    quote: {
      quoteId: offer.quote?.quoteId,
      proposalNumber: expect.stringMatching(/^CA-2026-\d{6}$/),
      validThrough: '2026-11-25',
      totalMinor: 556_252,
      costMinor: 56_252,
      interestMinor: 18_493,
      feeMinor: 30_000,
      vatMinor: 7_759,
      annualInterestPpm: 180_000,
      vatPpm: 160_000,
      annualCostPpm: 580_723,
      annualCostMeasure: 'cat',
      calculatedOn: '2026-11-20',
      penaltyDailyPpm: 30_000,
      firstPenaltyMinor: 4_268,
      laterPenalties: [],
      lateFeeMinor: 0,
      ...{ penaltyMaxMinor: 500_000, penaltyMaxOfPaymentMinor: 142_281 },
      ...{ earlyRepayment: 'whole-plan', earlyRepaymentFee: 'kept', prepayment: 'next-payments' },
      extensionMaxDays: 7,
      ...{ extensionDailyPpm: 10_000, extensionCostMaxPpm: 300_000 },
    },
  });
});

test('[CONFIRM-1] in India the cost is an APR, and texts follow the language asked for', async () => {
  const offer = await confirm(await newBorrower(service, 'IN'), 'in-120', false, 'en');
  expect(offer.plan[0]).toMatchObject({ title: 'EMI 1 of 4', description: '30 days after you receive it' });
  expect(offer.details.map(({ label }) => label)).toEqual(['Disbursal', 'Payment dates']);
  expect(offer.couponCount).toBe(0);
  expect(offer.quote).toMatchObject({ annualCostMeasure: 'apr', totalMinor: 1_329_343 });
});

test('[CONFIRM-3] an adjusted amount is announced until the offer is asked for again', async () => {
  const rosa = await service.session(demoBorrowers.rosa.id);
  const announced = await confirm(rosa, 'mx-90-steps');
  expect(announced).toMatchObject({
    needsReload: true,
    amountDescription:
      'El monto cambió de $\u00a04.000,00 a $\u00a03.000,00. Estamos calculando sus pagos otra vez.',
    amountMinor: 300_000,
  });
  expect((await confirm(rosa, 'mx-90-steps')).needsReload).toBe(true);
  const seen = await confirm(rosa, 'mx-90-steps', true);
  expect(seen).toMatchObject({ needsReload: false, amountDescription: '', amountMinor: 300_000 });
  expect((await confirm(rosa, 'mx-90-steps')).needsReload).toBe(false);
});

test('a late fee is that of a new borrower, and of a repeat one after a settled loan', async () => {
  const session = await newBorrower(service);
  const { quote, plan } = await confirm(session, 'mx-90-steps');
  expect(quote?.lateFeeMinor).toBe(100_000);
  const share = (ppm: number) => Math.round(((plan[0]?.amountMinor ?? 0) * ppm) / 1_000_000);
  expect(quote).toMatchObject({ penaltyDailyPpm: 50_000, firstPenaltyMinor: share(50_000) });
  expect(quote?.laterPenalties).toEqual([
    { fromDay: 31, dailyPpm: 40_000, firstPenaltyMinor: share(40_000) },
    { fromDay: 91, dailyPpm: 20_000, firstPenaltyMinor: share(20_000) },
  ]);
  const repeat = await newBorrower(service);
  await pay(service, await paidOutLoan(service, repeat), 556_252);
  expect((await confirm(repeat, 'mx-90-steps')).quote?.lateFeeMinor).toBe(80_000);
  // What was shown before the loan was settled holds (LEGAL-6).
  await pay(service, await paidOutLoan(service, session), 556_252);
  expect((await confirm(session, 'mx-90-steps')).quote).toEqual(quote);
});

test('the same offer keeps its quote from day to day, at dates that count from the day it is read, and gets a new one when it changes', async () => {
  const session = await newBorrower(service);
  const first = await confirm(session);
  service.setTime('2026-11-23T12:00:00-06:00');
  const second = await confirm(session);
  expect(second.quote).toEqual(first.quote);
  expect([first.firstPaymentDate, second.firstPaymentDate]).toEqual(['2026-12-20', '2026-12-23']);
  expect(second.plan.map(({ date }) => date)).toEqual([
    '2026-12-23',
    '2027-01-22',
    '2027-02-21',
    '2027-03-23',
  ]);
  await service.database
    .update(offers)
    .set({ amountMinor: minorAmount(400_000) })
    .where(offerOf(session));
  const third = await confirm(session);
  expect([third.amountMinor, third.quote?.quoteId === second.quote?.quoteId]).toEqual([400_000, false]);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('what is not offered, not active, of another market or out of range is unavailable', async () => {
  const session = await newBorrower(service);
  const unavailable = [404, '404001'];
  expect(await refusal(session, 'no-such-product')).toEqual(unavailable);
  expect(await refusal(session, 'in-120')).toEqual(unavailable);
  const { database } = service;
  for (const amount of [99_999, 1_000_001, 105_000]) {
    await database
      .update(offers)
      .set({ amountMinor: minorAmount(amount) })
      .where(offerOf(session));
    expect(await refusal(session, 'mx-120')).toEqual(unavailable);
  }
  await database
    .update(offers)
    .set({ amountMinor: minorAmount(500_000) })
    .where(offerOf(session));
  const other = await newBorrower(service);
  expect((await refusal(session, 'mx-120'))[0]).toBe(200);
  await database.insert(offers).values({
    borrowerId: session.borrowerId,
    productId: 'in-120',
    amountMinor: minorAmount(1_200_000),
    depositAccountEnding: '1',
  });
  expect(await refusal(session, 'in-120')).toEqual(unavailable);
  await database.update(products).set({ isActive: false }).where(eq(products.productId, 'mx-120'));
  expect(await refusal(other, 'mx-120')).toEqual(unavailable);
  await database.update(products).set({ isActive: true }).where(eq(products.productId, 'mx-120'));
});

test('in a market that is not served nothing is offered', async () => {
  const session = await newBorrower(service);
  const india = lendingService(service.database, { markets: ['IN'] });
  const { status, body } = await india.post(readOffer.path, { productId: 'mx-120' }, session);
  expect([status, body.code]).toEqual([404, '404001']);
});

test('a running loan of the product is said, and another product may still be taken', async () => {
  const session = await newBorrower(service);
  await applyForLoan(service, session);
  expect(await refusal(session, 'mx-120')).toEqual([409, '409003']);
  expect((await confirm(session, 'mx-90-steps', true)).amountMinor).toBe(300_000);
});

test('after a decline with a day to wait for, the product is unavailable until that day', async () => {
  const session = await newBorrower(service);
  const { orderNumber } = await applyForLoan(service, session);
  await service.tell(decideApplication, { orderNumber, decision: 'decline', reapplyOn: '2026-12-20' });
  expect(await refusal(session, 'mx-120')).toEqual([404, '404001']);
  service.setTime('2026-12-20T00:00:00-06:00');
  expect((await refusal(session, 'mx-120'))[0]).toBe(200);
  service.setTime('2026-11-20T12:00:00-06:00');
});
