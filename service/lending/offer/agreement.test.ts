import { expect, test } from 'vitest';
import { readAgreement } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { cancelLoan, decideApplication, recordDisbursal } from '#contract/host/loan.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();

const ofQuote = {
  borrowerName: 'Prueba Pérez',
  productName: 'Llano 120',
  amountMinor: 500_000,
  disbursalDate: '2026-11-20',
  repaymentDate: '2027-03-20',
  contractAmountMinor: 556_252,
  feeMinor: 30_000,
  interestMinor: 18_493,
  vatMinor: 7_759,
  disbursedMinor: 500_000,
  borrowerAddress: 'Calle Uno 1',
  agreementDate: '2026-11-20',
  lenderName: 'Llano México',
};

test('[CONTRACT-1] the 13 fields of a quote, of the order made of it, and with the dates of the disbursal', async () => {
  const session = await newBorrower(service);
  const { quote } = await service.ask(readOffer, { productId: 'mx-120', isReload: false }, session);
  const agreement = (orderNumber: string) => service.ask(readAgreement, { orderNumber }, session);
  expect(await agreement(quote?.quoteId ?? '')).toMatchObject({ ...ofQuote, payout: 'to-come' });
  const { orderId, orderNumber } = await applyForLoan(service, session);
  expect(await agreement(orderNumber)).toMatchObject(ofQuote);
  expect(await agreement(orderId)).toMatchObject(ofQuote);
  await service.tell(decideApplication, { orderNumber, decision: 'approve' });
  expect(await agreement(orderNumber)).toMatchObject({ ...ofQuote, payout: 'to-come' });
  service.setTime('2026-11-22T12:00:00-06:00');
  await service.tell(recordDisbursal, { orderNumber, reference: 't' });
  expect(await agreement(orderNumber)).toMatchObject({
    ...ofQuote,
    disbursalDate: '2026-11-22',
    repaymentDate: '2027-03-22',
    payout: 'made',
  });
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('the agreement of a loan that was declined or cancelled tells that it never was paid out', async () => {
  const session = await newBorrower(service);
  const declined = await applyForLoan(service, session);
  await service.tell(decideApplication, { orderNumber: declined.orderNumber, decision: 'decline' });
  const cancelled = await applyForLoan(service, session, 'mx-90-steps');
  await service.tell(cancelLoan, { orderNumber: cancelled.orderNumber, reason: 'a test' });
  for (const { orderNumber } of [declined, cancelled]) {
    expect(await service.ask(readAgreement, { orderNumber }, session)).toMatchObject({ payout: 'never' });
  }
});

test('[CONTRACT-1] the agreement of another borrower is not found', async () => {
  const session = await newBorrower(service);
  const { quote } = await service.ask(readOffer, { productId: 'mx-120', isReload: false }, session);
  const { orderId, orderNumber } = await applyForLoan(service, session);
  const stranger = await newBorrower(service);
  for (const orderNo of [orderId, orderNumber, quote?.quoteId, 'LL-2026-999999', 7]) {
    const answer = await service.post(readAgreement.path, { orderNo }, stranger);
    expect([answer.status, answer.body.message]).toEqual([404, 'No encontramos lo que busca.']);
  }
});
