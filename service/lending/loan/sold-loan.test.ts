import { expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { createContractClient } from '#contract/client.ts';
import { closeLoan, readLoanStatement } from '#contract/host/loan.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { openPage, requestPage } from '#tests/setup/open-page.ts';

const service = await testLendingService();
const client = createContractClient({
  fetch: async (request) => service.api.fetch(request),
  apiBase: 'http://lending.test',
  defaultMerchantNumber: '1000',
});

interface Sold {
  readonly session: TestSession;
  readonly loan: TestLoan;
}

/** A loan with a payment, a disputed charge and a payment that its borrower told of, sold, and paid here once more. */
async function soldLoan(buyer?: { readonly name: string; readonly contact?: string }): Promise<Sold> {
  service.setTime('2026-11-20T12:00:00-06:00');
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const { productId, orderId, orderNumber } = loan;
  service.setTime('2026-11-23T12:00:00-06:00');
  await pay(service, loan, 100_000);
  await service.ask(
    disputeCharge,
    { productId, orderId, chargeId: '1-fee', reason: 'not-agreed', words: '' },
    session,
  );
  await service.ask(
    claimPayment,
    {
      ...{ productId, orderId, amountMinor: minorAmount(20_000), paidOn: '2026-11-22' },
      ...{ channel: 'bank-transfer' as const, trackingKey: 'ABC123', image: null },
    },
    session,
  );
  service.setTime('2026-11-24T00:30:00-06:00');
  const sale = { orderNumber, priceMinor: minorAmount(100), reason: 'portfolio of November' };
  await service.tell(closeLoan, { ...sale, ...(buyer && { buyer }) });
  service.setTime('2026-11-24T09:00:00-06:00');
  await pay(service, loan, 5_000);
  return { session, loan };
}

function addressOf(path: string, { session, loan }: Sold, more: Readonly<Record<string, string>> = {}) {
  const { sessionId, userId, deviceId } = session;
  const { productId, orderId } = loan;
  const parameters = { productId, orderId, sessionId, userId, deviceId, lang: '2' };
  return `${path}?${new URLSearchParams({ ...parameters, ...more })}`;
}

const read = async (address: string) => {
  const { status, text, html } = await openPage(address, { dependencies: { client } });
  return { status, text: text.replaceAll('\u00a0', ' '), html };
};

test('the borrower of a sold loan sees to whom it passed and when, in both languages, and the lender too', async () => {
  const sold = await soldLoan({ name: 'Cobranza Uno', contact: '55 0000 1111' });
  const { text } = await read(addressOf('/order', sold));
  expect(text).toContain(
    'Su préstamo pasó a Cobranza Uno el 2026-11-24. Páguele solo a esa empresa: a nosotros ya no nos debe nada.',
  );
  expect(text).toContain(
    'Contacto de Cobranza Uno: 55 0000 1111. Si alguien más le cobra este préstamo, pregúntenos antes de pagar.',
  );
  expect((await read(addressOf('/repay', sold))).text).toContain('Cobranza Uno');
  expect((await read(addressOf('/order', sold, { lang: '1' }))).text).toContain(
    'Your loan was sold to Cobranza Uno on 2026-11-24.',
  );
  const { loan } = await service.tell(readLoanStatement, { orderNumber: sold.loan.orderNumber });
  expect(loan).toMatchObject({
    soldAt: '2026-11-24T06:30:00.000Z',
    buyer: { name: 'Cobranza Uno', contact: '55 0000 1111' },
  });
});

test('the buyer of a loan is not made up: without a name only the day is shown', async () => {
  const sold = await soldLoan();
  const { text } = await read(addressOf('/order', sold));
  expect(text).toContain('Su préstamo pasó a otra empresa. A nosotros ya no nos debe nada.');
  expect(text).toContain('Pasó a otra empresa el 2026-11-24');
});

test('a sold loan shows what was received, what is held and how to ask for it, and what waits for an answer', async () => {
  const sold = await soldLoan();
  const { text, html } = await read(addressOf('/order', sold));
  expect(text).toMatch(/Recibido en total \$ 1\.050,00/);
  expect(text).toContain('Tiene $ 50,00 a su favor');
  expect(text).toContain('Pedir mis $ 50,00');
  expect(html).toContain(`orderNo=${sold.loan.orderNumber}`);
  expect(text).toMatch(/Nos avisó que pagó \$ 200,00/);
  expect(text).toContain('Comisión en revisión hasta 26 nov');
  expect(html).toContain('charge=1-fee');
  expect(text).not.toContain('No estoy de acuerdo');
  expect(text).not.toContain('Carta finiquito');
  const dispute = await read(addressOf('/chargeDispute', sold, { charge: '1-fee' }));
  expect([dispute.status, dispute.text]).toEqual([200, expect.stringContaining('$ 75,00')]);
  expect(dispute.text).toContain('Retirar');
  expect(dispute.text).not.toContain('Puede volver a decirlo');
  expect((await read(addressOf('/paymentClaim', sold))).status).toBe(303);
});

test('each payment of a sold loan keeps its receipt, as page and as PDF, and the loan gets no letter', async () => {
  const sold = await soldLoan();
  const { statement, balance } = await service.ask(readLoan, sold.loan, sold.session);
  expect([balance, statement?.remainingMinor, statement?.charges]).toEqual([null, 0, null]);
  const [after, before] = statement?.payments ?? [];
  const receipts = [];
  for (const payment of [after, before]) {
    const address = (path: string) => addressOf(path, sold, { paymentId: payment?.paymentId ?? '' });
    const { status, text } = await read(address('/receipt'));
    expect([status, text]).toEqual([200, expect.stringContaining(sold.loan.orderNumber)]);
    receipts.push(text);
    const { response } = await requestPage(address('/receipt.pdf'), { dependencies: { client } });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  }
  expect(receipts[0]).toMatch(/Saldo a su favor \$ 50,00 Falta de todo el plan \$ 0,00/);
  expect(receipts[1]).toMatch(/Falta de todo el plan \$ 4\.562,52/);
  expect((await read(addressOf('/closureLetter', sold))).status).toBe(404);
});
