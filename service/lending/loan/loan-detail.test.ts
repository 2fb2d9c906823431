import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readExtension } from '#contract/calls/extension.ts';
import { type LoanDetail, readLoan } from '#contract/calls/loan.ts';
import { decideApplication, writeOffLoan } from '#contract/host/loan.ts';
import { reversePayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { products } from '#db/schema/product.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';

const service = await testLendingService();
let session: TestSession;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
});

function detail(loan: TestLoan, language: 'es' | 'en' = 'es', as = session): Promise<LoanDetail> {
  return service.ask(readLoan, { productId: loan.productId, orderId: loan.orderId }, as, language);
}

test('[ORDER-1] under review, paying out and declined, each with its words, and no figures yet', async () => {
  const loan = await applyForLoan(service, session);
  const { orderNumber } = loan;
  expect(await detail(loan)).toMatchObject({
    status: 'under-review',
    statusTitle: 'En revisión',
    statusDescription: 'Respondemos en un día.',
    productName: 'Llano 120',
    productLogo: '',
    details: [
      { label: 'Préstamo', value: orderNumber },
      { label: 'Pidió', value: '$\u00a05.000,00' },
      { label: 'Fecha de solicitud', value: '2026-11-20' },
      { label: 'Plazo', value: '120 días' },
    ],
    opensInside: false,
    canRate: false,
    moreLink: '',
    isExtendable: false,
    agreementLink: `/contract?orderNo=${orderNumber}`,
    balance: null,
  });
  await service.tell(decideApplication, { orderNumber, decision: 'approve' });
  expect(await detail(loan, 'en')).toMatchObject({
    status: 'paying-out',
    statusTitle: 'We are sending your money',
    statusDescription: 'It reaches your account ••4821 by 2026-11-23. We tell you as soon as it is sent.',
  });
  const declined = await applyForLoan(service, session, 'mx-90-steps');
  await service.tell(decideApplication, {
    orderNumber: declined.orderNumber,
    decision: 'decline',
    reapplyOn: '2027-01-20',
  });
  expect(await detail(declined)).toMatchObject({
    status: 'declined',
    statusTitle: 'Esta vez no pudimos prestarle',
    statusDescription: 'Puede volver a pedir el 2027-01-20.',
  });
  service.setTime('2027-01-20T12:00:00-06:00');
  expect((await detail(declined)).statusDescription).toBe('Puede volver a pedir más adelante.');
});

test('[ORDER-1] a promised time that is over is not promised again', async () => {
  const loan = await applyForLoan(service, session);
  const { orderNumber } = loan;
  const detailAt = async (time: string, language: 'es' | 'en' = 'es') => {
    service.setTime(time);
    return (await detail(loan, language)).statusDescription;
  };
  expect(await detailAt('2026-11-21T12:00:00-06:00')).toBe('Respondemos en un día.');
  expect(await detailAt('2026-11-21T12:00:01-06:00')).toBe(
    'Lo pidió el 2026-11-20 y está tardando más de lo normal. Pregúntenos por su solicitud.',
  );
  expect(await detailAt('2026-11-24T12:00:00-06:00', 'en')).toContain('You applied on 2026-11-20');
  await service.tell(decideApplication, { orderNumber, decision: 'approve' });
  expect(await detailAt('2026-11-27T23:59:00-06:00')).toBe(
    'Llega a su cuenta ••4821 a más tardar el 2026-11-27. Le avisamos en cuanto salga.',
  );
  expect(await detailAt('2026-11-28T00:00:00-06:00')).toBe(
    'Lo aprobamos el 2026-11-24 y está tardando más de lo normal. Revise su cuenta; si el dinero no ha llegado, pregúntenos.',
  );
  expect(await detailAt('2026-11-28T00:00:00-06:00', 'en')).toContain('We approved it on 2026-11-24');
});

test('[ORDER-1] [ORDER-2] to repay: the next payment, the rows, and every instalment', async () => {
  const loan = await paidOutLoan(service, session);
  const order = await detail(loan);
  expect(order).toMatchObject({
    status: 'to-repay',
    statusTitle: 'Faltan 30 días',
    statusDescription: 'Su pago vence el domingo 2026-12-20.',
    isExtendable: false,
    options: [],
    details: [
      { label: 'Recibió', value: '$\u00a05.000,00' },
      { label: 'Fecha de depósito', value: '2026-11-20' },
      { label: 'Plazo', value: '120 días' },
      { label: 'Pagos hechos', value: '0 de 4' },
    ],
    balance: {
      orderNumber: loan.orderNumber,
      principalMinor: 500_000,
      dueMinor: 142_281,
      dueDate: '2026-12-20',
      daysLate: 0,
      penaltyMinor: 0,
      dailyPenaltyMinor: 4_268,
      paidMinor: 0,
      remainingMinor: 556_252,
    },
  });
  expect(order.balance?.instalments.map(({ state }) => state)).toEqual([
    'due',
    'upcoming',
    'upcoming',
    'upcoming',
  ]);
  service.setTime('2026-12-12T12:00:00-06:00');
  expect(await detail(loan)).toMatchObject({ isExtendable: false, balance: { extension: null } });
  service.setTime('2026-12-13T12:00:00-06:00');
  expect(await detail(loan)).toMatchObject({
    isExtendable: true,
    balance: {
      extension: { feeMinor: 9_960, vatMinor: 1_594, payTodayMinor: 11_554, newDueDate: '2026-12-27' },
    },
    options: [{ kind: 'extend' }, { kind: 'pay-part' }, { kind: 'pay-all' }],
  });
  service.setTime('2026-12-20T23:59:59-06:00');
  expect(await detail(loan)).toMatchObject({
    statusTitle: 'Su pago vence hoy',
    statusDescription: 'Puede pagar hasta la medianoche del 2026-12-20 (hora de la Ciudad de México).',
  });
  service.setTime('2026-12-19T23:59:59-06:00');
  expect((await detail(loan, 'en')).statusTitle).toBe('1 day left');
});

test('[ORDER-1] overdue: the penalty up to today and what extending costs against paying', async () => {
  const loan = await paidOutLoan(service, session);
  service.setTime('2026-12-18T10:00:00-06:00');
  await pay(service, loan, 142_281);
  service.setTime('2027-01-22T09:00:00-06:00');
  const order = await detail(loan);
  expect(order).toMatchObject({
    status: 'overdue',
    statusTitle: 'Pago atrasado 3 días',
    statusDescription: 'Cada día suma $\u00a042,04. El recargo no puede pasar de $\u00a01.401,36.',
    isExtendable: true,
    balance: {
      dueMinor: 152_748,
      dueDate: '2027-01-19',
      daysLate: 3,
      penaltyMinor: 12_612,
      dailyPenaltyMinor: 4_204,
      paidMinor: 142_281,
      remainingMinor: 426_583,
      extension: {
        days: 7,
        today: '2027-01-22',
        feeMinor: 9_810,
        payTodayMinor: 23_992,
        newDueDate: '2027-01-29',
        payLaterMinor: 140_136,
        totalMinor: 164_128,
        payNowTotalMinor: 152_748,
      },
    },
  });
  expect(order.details).toContainEqual({ label: 'Pagos hechos', value: '1 de 4' });
  expect(order.balance?.instalments.slice(0, 3)).toEqual([
    { sequence: 1, dueDate: '2026-12-20', totalMinor: 142_281, state: 'paid', paidOn: '2026-12-18' },
    { sequence: 2, dueDate: '2027-01-19', totalMinor: 152_748, state: 'overdue', paidOn: null },
    { sequence: 3, dueDate: '2027-02-18', totalMinor: 137_991, state: 'upcoming', paidOn: null },
  ]);
});

test('[ORDER-2] a payment of the plan was paid on the day of what stands, not of what was taken back', async () => {
  const loan = await paidOutLoan(service, session);
  const eventId = newId();
  service.setTime('2026-12-10T10:00:00-06:00');
  await pay(service, loan, 100_000, { paidAt: '2026-12-01T18:00:00Z' });
  await pay(service, loan, 20_000, { eventId, paidAt: '2026-12-05T18:00:00Z' });
  await service.tell(reversePayment, { provider: 'sandbox', eventId, reason: 'bounced' });
  await pay(service, loan, 42_281, { paidAt: '2026-12-03T18:00:00Z' });
  const { balance } = await detail(loan);
  expect(balance?.instalments[0]).toMatchObject({ state: 'paid', paidOn: '2026-12-03' });
});

test('[ORDER-1] one day late and several payments late have their own words', async () => {
  const { productId } = products;
  const setThreshold = (extensionCostMaxPpm: number) =>
    service.database.update(products).set({ extensionCostMaxPpm }).where(eq(productId, 'mx-120'));
  const other = await newBorrower(service);
  const dear = await paidOutLoan(service, other);
  await setThreshold(0);
  const loan = await paidOutLoan(service, session);
  await setThreshold(300_000);
  service.setTime('2026-12-21T00:00:00-06:00');
  expect((await detail(loan)).statusTitle).toBe('Pago atrasado 1 día');
  expect((await detail(loan, 'en')).statusTitle).toBe('Payment 1 day late');
  service.setTime('2027-01-20T12:00:00-06:00');
  expect(await detail(loan)).toMatchObject({
    statusTitle: 'Pago atrasado 31 días',
    statusDescription:
      'Debe 2 pagos. Cada día suma $\u00a084,72. El recargo no puede pasar de $\u00a02.824,17.',
  });
  expect((await detail(dear, 'es', other)).statusDescription).toMatch(/^Debe 2 pagos\. Cada día suma /);
});

test('[ORDER-1] [ORDER-2] settled: what it came to, and what was paid too much', async () => {
  const loan = await paidOutLoan(service, session);
  service.setTime('2026-12-21T12:00:00-06:00');
  await pay(service, loan, 570_520);
  const order = await detail(loan);
  expect(order).toMatchObject({
    status: 'settled',
    statusTitle: 'Préstamo pagado',
    statusDescription: 'Lo terminó el 2026-12-21. Ya no debe nada.',
    isExtendable: false,
    details: [
      { label: 'Recibió', value: '$\u00a05.000,00' },
      { label: 'Intereses', value: '$\u00a0184,93' },
      { label: 'Comisión', value: '$\u00a0300,00' },
      { label: 'IVA', value: '$\u00a077,59' },
      { label: 'Recargo', value: '$\u00a042,68' },
      { label: 'Pagó', value: '$\u00a05.605,20' },
      { label: 'Saldo a su favor', value: '$\u00a0100,00' },
    ],
    balance: {
      dueMinor: 0,
      dueDate: '',
      daysLate: 0,
      paidMinor: 560_520,
      remainingMinor: 0,
      extension: null,
    },
  });
  expect(order.balance?.instalments.every(({ state }) => state === 'paid')).toBe(true);
});

test('[DATE-1] the day is that of the market: in India it is late half a day earlier', async () => {
  const ananya = await newBorrower(service, 'IN');
  const loan = await paidOutLoan(service, ananya, 'in-120');
  const dueDate = (await detail(loan, 'en', ananya)).balance?.dueDate;
  expect(dueDate).toBe('2026-12-20');
  service.setTime('2026-12-20T23:59:59+05:30');
  expect((await detail(loan, 'en', ananya)).status).toBe('to-repay');
  service.setTime('2026-12-21T00:00:00+05:30');
  expect((await detail(loan, 'en', ananya)).status).toBe('overdue');
});

test('an order is found by its number too, and not under another product', async () => {
  const loan = await applyForLoan(service, session);
  const find = async (productId: string, orderId: string) =>
    (await service.post(readLoan.path, { productId, orderId }, session)).status;
  expect(await find('', loan.orderNumber)).toBe(200);
  expect(await find('mx-120', loan.orderNumber)).toBe(200);
  expect(await find('mx-90-steps', loan.orderNumber)).toBe(404);
});

test('a declined borrower reads a reason only if it is meant for borrowers, in their language', async () => {
  const session = await newBorrower(service);
  const declined = async (reason?: string) => {
    const loan = await applyForLoan(service, session, 'mx-90-steps');
    await service.tell(decideApplication, { orderNumber: loan.orderNumber, decision: 'decline', reason });
    const { notices } = await service.ask(readLoan, loan, session, 'en');
    return notices.map(({ text }) => text);
  };
  expect(await declined('income')).toEqual([
    'We could not confirm your income. Have a recent proof of it at hand when you ask again. If you think there is a mistake, tell us.',
  ]);
  const [unsaid = ''] = await declined('score 412 in model 7');
  expect(unsaid).toContain('If you want to know why, ask us');
  expect(unsaid).not.toContain('412');
});

test('a borrower who was promised no further penalty is told for thirty days when penalties start again', async () => {
  const loan = await paidOutLoan(service, session);
  const { orderNumber } = loan;
  service.setTime('2027-01-05T12:00:00-06:00');
  await service.tell(writeOffLoan, { orderNumber, reason: 'by mistake' });
  expect(await detail(loan)).toMatchObject({
    statusDescription: expect.stringContaining('Ya no genera recargos.'),
    notices: [],
  });
  service.setTime('2027-02-10T12:00:00-06:00');
  await service.tell(writeOffLoan, { orderNumber, reason: 'the wrong loan', isReversed: true });
  const { penaltyMinor } = (await detail(loan)).balance ?? {};
  expect((await detail(loan)).notices).toEqual([
    {
      tone: 'warn',
      text: 'Le dijimos que este préstamo ya no genera recargos. Desde el 2027-02-11 los genera otra vez por cada día de atraso. Por los días de antes, en que no los generó, no se le cobra nada.',
    },
  ]);
  expect((await detail(loan, 'en')).notices[0]?.text).toContain('From 2027-02-11 on it does again');
  service.setTime('2027-02-11T12:00:00-06:00');
  expect((await detail(loan)).balance?.penaltyMinor).toBeGreaterThan(penaltyMinor ?? Infinity);
  expect((await detail(loan)).notices).toHaveLength(1);
  service.setTime('2027-03-14T12:00:00-06:00');
  expect((await detail(loan)).notices).toEqual([]);
});

test('[DATE-1] notices of an extension and of a write-off have dates in the configured style', async () => {
  const loan = await paidOutLoan(service, session);
  const dated = lendingService(service.database, { dateStyle: 'locale' });
  const note = async () => (await dated.ask(readExtension, loan, session)).note;
  dated.setTime('2026-12-20T12:00:00-06:00');
  expect(await note()).toContain('Puede pagarlo hasta el 20\u00a0dic\u00a02026.');
  dated.setTime('2026-12-23T12:00:00-06:00');
  expect(await note()).toContain('si paga hoy, 23\u00a0dic\u00a02026.');
  await dated.tell(writeOffLoan, { orderNumber: loan.orderNumber, reason: 'uncollectible' });
  expect((await dated.ask(readLoan, loan, session)).statusDescription).toContain(
    'Sigue pendiente desde el 20\u00a0dic\u00a02026.',
  );
});
