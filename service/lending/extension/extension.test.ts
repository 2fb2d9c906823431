import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { listEvents } from '#contract/host/event.ts';
import { listLoans } from '#contract/host/loan.ts';
import { recordPayment, reversePayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { extensions } from '#db/schema/extension.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { reconcileAll } from '../ledger/reconcile.ts';

const service = await testLendingService();
let session: TestSession;
let loan: TestLoan;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
});
afterAll(async () => {
  expect(await reconcileAll(service.database)).toEqual([]);
});

// The first payment of the reference loan: 1,422.81 due on 2026-12-20. Three days late: 3 × 42.68 penalty, 7 × 1 % fee.
const late = '2026-12-23T12:00:00-06:00';
const penaltyMinor = 3 * 4_268;
const feeMinor = 9_960;
const vatMinor = 1_594;
const chargeMinor = feeMinor + vatMinor;
const priceMinor = penaltyMinor + chargeMinor;

function detail(as = session, of = loan) {
  return service.ask(readExtension, of, as);
}

async function codeOf(as = session, of = loan): Promise<string> {
  return (await detail(as, of)).channelGroups[0]?.channels[0]?.payCode ?? '';
}

/** Reports a payment on the extension's own code, paid now unless said otherwise. */
async function payExtension(amountMinor: number, { reference = '', paidAt = '', eventId = newId() } = {}) {
  return service.tell(recordPayment, {
    provider: 'spei',
    eventId,
    reference: reference || (await codeOf()),
    amountMinor: minorAmount(amountMinor),
    currency: 'MXN',
    ...(paidAt === '' ? {} : { paidAt }),
  });
}

async function order() {
  const { status, isExtendable, notices, balance } = await service.ask(readLoan, loan, session);
  const [first] = balance?.instalments ?? [];
  return {
    status,
    isExtendable,
    notice: notices[0]?.text ?? '',
    dueDate: first?.dueDate,
    due: balance?.dueMinor,
    penalty: balance?.penaltyMinor,
    paid: balance?.paidMinor,
  };
}

async function refusal(as: TestSession, of: { productId: string; orderId: string }) {
  const { status, body } = await service.post('/v3/installment/loan-play-delay-detail', of, as);
  return `${status} ${body.code}`;
}

test('[DELAY-1] the offer shows its cost, its end, the plan after it and the three next steps', async () => {
  service.setTime(late);
  const offer = await detail();
  expect(offer).toMatchObject({
    productName: 'Llano 120',
    feeTitle: 'Pague hoy para aplazar 7 días',
    amountMinor: priceMinor,
    feeMinor,
    vatMinor,
    newDueDate: '2026-12-30',
    days: 7,
    plan: [
      { title: 'Pago 1 de 4, aplazado', date: '2026-12-30' },
      { title: 'Pago 2 de 4', date: '2027-01-19' },
      { title: 'Pago 3 de 4', date: '2027-02-18' },
      { title: 'Pago 4 de 4', date: '2027-03-20' },
    ],
  });
  const { options, balance } = await service.ask(readLoan, loan, session);
  expect(options).toEqual(offer.options);
  expect(balance?.extension).toMatchObject({ feeMinor, vatMinor, payTodayMinor: priceMinor });
  expect(offer.note).toContain('si paga hoy, 2026-12-23');
  expect(offer.options.map(({ kind, payTodayMinor }) => [kind, payTodayMinor])).toEqual([
    ['extend', priceMinor],
    ['pay-part', priceMinor],
    ['pay-all', 142_281 + penaltyMinor],
  ]);
});

test('[DELAY-1] an extension that can be paid until the due date is not called one of today', async () => {
  for (const day of ['2026-12-14', '2026-12-20']) {
    service.setTime(`${day}T12:00:00-06:00`);
    const offer = await detail();
    expect(offer.feeTitle).toBe('Pague para aplazar 7 días');
    expect(offer.note).toContain('Puede pagarlo hasta el 2026-12-20.');
  }
});

test('[DELAY-1] the extension has codes of its own, which stay the same, with instructions for them', async () => {
  service.setTime(late);
  const codes = (await detail()).channelGroups.flatMap(({ channels }) =>
    channels.map(({ payCode }) => payCode),
  );
  const repayCodes = (await service.ask(readRepayment, loan, session)).channelGroups.flatMap(({ channels }) =>
    channels.map(({ payCode }) => payCode),
  );
  expect(codes).toHaveLength(2);
  expect(codes.filter((code) => repayCodes.includes(code))).toEqual([]);
  expect(await codeOf()).toBe(codes[0]);
  const instruction = { ...loan, amountMinor: minorAmount(priceMinor), payCode: codes[0] ?? '' };
  const shown = await service.ask(readPaymentInstruction, { ...instruction, purpose: 'extend' }, session);
  expect(shown).toMatchObject({ payCode: codes[0], amountMinor: priceMinor });
  await expect(
    service.ask(readPaymentInstruction, { ...instruction, purpose: 'repay' }, session),
  ).rejects.toThrow('404');
});

test('the cost of extending is shown apart from the fee of the plan, on its receipt and after settlement', async () => {
  service.setTime(late);
  await payExtension(priceMinor);
  const { statement } = await service.ask(readLoan, loan, session);
  const ofFee = (part: { readonly component: string }) => part.component === 'fee';
  expect(statement?.payments[0]?.parts.find(ofFee)).toMatchObject({
    ...{ owedMinor: 7_500 + feeMinor, extensionMinor: feeMinor, coveredMinor: feeMinor },
  });
  await pay(service, loan, 556_252);
  const settled = await service.ask(readLoan, loan, session);
  expect(settled.statement?.payments[0]?.parts.find(ofFee)).toMatchObject({
    ...{ owedMinor: 7_500, extensionMinor: 0, coveredMinor: 7_500 },
  });
  expect(settled.details.map(({ label, value }) => `${label} ${value}`)).toEqual(
    expect.arrayContaining(['Comisión $\u00a0300,00', 'Costo de aplazar $\u00a099,60']),
  );
});

test('[DELAY-3] asking for an extension changes nothing; its payment moves the date once', async () => {
  service.setTime(late);
  await detail();
  expect(await order()).toMatchObject({ status: 'overdue', dueDate: '2026-12-20', isExtendable: true });
  await payExtension(priceMinor);
  expect(await order()).toEqual({
    status: 'to-repay',
    isExtendable: false,
    notice: 'Su pago se aplazó del 2026-12-20 al 2026-12-30.',
    dueDate: '2026-12-30',
    due: 142_281,
    penalty: 0,
    paid: priceMinor,
  });
  expect((await service.ask(readRepayment, loan, session)).date).toBe('2026-12-30');
  const { events } = await service.tell(listEvents, { orderNumber: loan.orderNumber });
  expect(events.slice(-3).map(({ type }) => type)).toEqual([
    'payment.received',
    'loan.extended',
    'loan.changed',
  ]);
});

test('too little settles debt, moves no date, and the page says so; a second payment can still reach it', async () => {
  service.setTime(late);
  await payExtension(priceMinor - 1);
  expect(await order()).toMatchObject({
    status: 'overdue',
    isExtendable: true,
    dueDate: '2026-12-20',
    penalty: 0,
    paid: priceMinor - 1,
    notice:
      'Recibimos $\u00a0243,57 para aplazar, pero no alcanzó o llegó tarde. Lo abonamos a su deuda y la fecha no cambió.',
  });
  const { amountMinor } = await detail();
  const fee = Math.round((142_281 - chargeMinor + 1) * 0.07);
  expect(amountMinor).toBe(fee + Math.round(fee * 0.16));
  await payExtension(amountMinor);
  expect(await order()).toMatchObject({ status: 'to-repay', dueDate: '2026-12-30' });
});

test('an extension that lapses with its payment is shown as over; a reversed payment that reached no extension is not mentioned', async () => {
  service.setTime(late);
  const [missed, reached] = [newId(), newId()];
  await payExtension(priceMinor - 1, { eventId: missed });
  await service.tell(reversePayment, { provider: 'spei', eventId: missed, reason: 'bounced' });
  expect((await order()).notice).toBe('');
  await payExtension(priceMinor, { eventId: reached });
  expect(await order()).toMatchObject({ dueDate: '2026-12-30' });
  await service.tell(reversePayment, { provider: 'spei', eventId: reached, reason: 'bounced' });
  expect(await order()).toMatchObject({
    dueDate: '2026-12-20',
    notice: 'Se retiró el pago con el que aplazó. La fecha de su pago vuelve a ser el 2026-12-20.',
  });
});

test('one offer is open at a time, and it follows the figures of the day', async () => {
  service.setTime(late);
  await detail();
  service.setTime('2026-12-24T12:00:00-06:00');
  await detail();
  const open = await service.database
    .select()
    .from(extensions)
    .where(and(eq(extensions.loanId, loan.orderId), eq(extensions.state, 'awaiting-payment')));
  expect(open).toHaveLength(1);
  expect(open[0]).toMatchObject({ quotedOn: '2026-12-24', payTodayMinor: priceMinor + 4_268 });
});

test('[DELAY-3] a loan that is under review, settled, another’s or nobody’s is not extended', async () => {
  const other = await newBorrower(service);
  const applied = await applyForLoan(service, other);
  expect(await refusal(other, applied)).toBe('409 409');
  expect(await refusal(other, loan)).toBe('404 404');
  expect(await refusal(other, { ...loan, orderId: 'nothing' })).toBe('404 404');
  await pay(service, loan, 556_252);
  expect(await refusal(session, loan)).toBe('409 409');
});

test('an extension that is paid before it is late changes its loan, whose balance stays as it was', async () => {
  service.setTime('2026-12-10T12:00:00-06:00');
  await payExtension(chargeMinor);
  const { loans: changed } = await service.tell(listLoans, {
    borrowerId: session.borrowerId,
    changedSince: '2026-12-10T00:00:00-06:00',
  });
  expect(changed.map(({ orderNumber }) => orderNumber)).toEqual([loan.orderNumber]);
});
