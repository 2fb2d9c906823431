import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readRepayment } from '#contract/calls/repayment.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { inTransaction } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import { amountMaxMinor } from '#domain/money/amount-bound.ts';
import { minorAmount } from '#domain/money/money.ts';
import { comparedBooks } from '#tests/setup/compared-books.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, effectCounts, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { hostOutcomes, type TestSession } from '#tests/setup/lending-service.ts';
import { insertReferences } from './store.ts';

const service = await testLendingService();
const host = hostOutcomes(service);
let session: TestSession;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
});

function payment(change: Record<string, unknown> = {}) {
  return {
    provider: 'sandbox',
    eventId: crypto.randomUUID(),
    amountMinor: 1_000,
    currency: 'MXN',
    ...change,
  };
}

test.each(['card', 'recovery'])(
  'a provider is not called %s, as the service calls its own',
  async (provider) => {
    const named = payment({ provider, reference: 'nobody' });
    expect((await service.host(recordPayment.path, named)).status).toBe(422);
  },
);

test('a payment is matched by each code of the loan and by its number', async () => {
  for (const [as, productId] of [
    [session, 'mx-120'],
    [await newBorrower(service, 'IN'), 'in-120'],
  ] as const) {
    const loan = await paidOutLoan(service, as, productId);
    const { channelGroups } = await service.ask(readRepayment, loan, as);
    const codes = channelGroups.flatMap(({ channels }) =>
      channels.map(({ payCode }) => ({ reference: payCode })),
    );
    expect(codes).toHaveLength(2);
    for (const named of [...codes, { orderNumber: loan.orderNumber }]) {
      const currency = productId === 'in-120' ? 'INR' : 'MXN';
      expect(await host('/host/payments', payment({ ...named, currency, anotherPayment: true }))).toEqual({
        status: 200,
        code: '0',
        data: { outcome: 'posted', isRepeated: false, orderNumber: loan.orderNumber, orderStatus: 174 },
      });
    }
    const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
    expect(row?.balanceMinor).toBe((productId === 'in-120' ? 1_329_343 : 556_252) - 3_000);
  }
});

test('a payment event posts once, whatever message brings it', async () => {
  const loan = await paidOutLoan(service, session);
  const event = payment({ orderNumber: loan.orderNumber });
  await host('/host/payments', event, 'msg_paid');
  const counts = await effectCounts(service.database);
  expect(await host('/host/payments', event, 'msg_paid')).toMatchObject({ data: { isRepeated: false } });
  expect(await effectCounts(service.database)).toEqual(counts);
  expect(await host('/host/payments', event)).toMatchObject({
    status: 200,
    data: { outcome: 'posted', isRepeated: true, orderNumber: loan.orderNumber },
  });
  expect(await effectCounts(service.database)).toEqual({
    ...counts,
    host_messages: Number(counts.host_messages) + 1,
  });
  expect(await host('/host/payments', { ...event, amountMinor: 2_000 })).toMatchObject({ code: '800005' });
  const other = { ...event, provider: 'another', anotherPayment: true };
  expect(await host('/host/payments', other)).toMatchObject({ data: { isRepeated: false } });
});

test('a payment without a loan that was paid out is kept as unmatched and answered with 202', async () => {
  const { orderNumber } = await applyForLoan(service, session);
  const unmatched = { status: 202, data: { outcome: 'unmatched', isRepeated: false, orderNumber: null } };
  const unknown = payment({ reference: '999180000000000000' });
  expect(await host('/host/payments', unknown)).toMatchObject(unmatched);
  expect(await host('/host/payments', unknown)).toMatchObject({ status: 202, data: { isRepeated: true } });
  expect(await host('/host/payments', payment({ orderNumber }))).toMatchObject(unmatched);
  const [event] = await service.database
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.eventId, unknown.eventId));
  expect(event).toMatchObject({ outcome: 'unmatched', loanId: null, reference: '999180000000000000' });
  expect(service.reported.at(-1)).toMatchObject({ level: 'warn', message: 'a payment has no loan' });
});

test('[MONEY-3] a payment in another currency, of no amount, too old or of the future is refused, nothing written', async () => {
  const { orderNumber } = await paidOutLoan(service, session);
  const counts = await effectCounts(service.database);
  for (const change of [
    { currency: 'INR' },
    { currency: 'USD' },
    { amountMinor: 0 },
    { amountMinor: -1 },
    { amountMinor: 1.5 },
    { amountMinor: '1000' },
    { amountMinor: 2 ** 53 },
    { paidAt: '2026-11-20T12:05:01-06:00' },
    { paidAt: '2026-11-19T23:59:59-06:00' },
    { paidAt: '2020-01-01T00:00:00Z' },
    { paidAt: '0000-01-01T00:00:00Z' },
    { paidAt: 'yesterday' },
    { reference: '1' },
    { provider: '' },
    { eventId: 'x'.repeat(129) },
  ]) {
    const answer = await host('/host/payments', payment({ orderNumber, ...change }));
    expect([change, answer.status, answer.code]).toEqual([change, 422, '422']);
  }
  expect(await host('/host/payments', payment())).toMatchObject({ status: 422 });
  for (const paidAt of ['0000-01-01T00:00:00Z', '2025-11-18T00:00:00Z', '2026-11-20T12:05:01-06:00']) {
    expect(await host('/host/payments', payment({ reference: '1', paidAt }))).toMatchObject({ status: 422 });
  }
  expect(await effectCounts(service.database)).toEqual(counts);
});

test('[MONEY-3] the largest amount that may come in is held, and more is refused wherever money comes in', async () => {
  const { orderNumber, orderId } = await paidOutLoan(service, session);
  const largestMinor = amountMaxMinor.MXN;
  const largest = payment({ orderNumber, amountMinor: largestMinor });
  expect(await host('/host/payments', largest)).toMatchObject({ status: 200, data: { orderStatus: 200 } });
  const [row] = await service.database.select().from(loans).where(eq(loans.id, orderId));
  expect(row?.suspenseMinor).toBe(largestMinor - 556_252);
  const counts = await effectCounts(service.database);
  for (const amountMinor of [largestMinor + 1, Number.MAX_SAFE_INTEGER]) {
    const money = { orderNumber, amountMinor, currency: 'MXN', reason: 'test' };
    const reference = { orderNumber, purpose: 'repay', channel: 'store', code: 'ABCD1234', amountMinor };
    for (const [path, body] of [
      ['/host/payments', payment({ orderNumber, amountMinor })],
      ['/host/recoveries', { ...money, recoveryKey: 'key' }],
      ['/host/references', reference],
      ['/host/loans/close', { orderNumber, reason: 'sold', priceMinor: amountMinor }],
    ] as const) {
      expect([path, (await host(path, body)).status]).toEqual([path, 422]);
    }
  }
  expect(await effectCounts(service.database)).toEqual(counts);
});

test('a payment reported before its loan was paid out is credited once the loan is', async () => {
  const applied = await applyForLoan(service, session);
  const { orderNumber, orderId } = applied;
  const early = payment({ provider: 'early', orderNumber, amountMinor: 40_000 });
  expect(await host('/host/payments', early)).toMatchObject({ status: 202, data: { outcome: 'unmatched' } });
  expect(await reconciliation('early')).toMatchObject({
    unmatched: [{ provider: 'early', currency: 'MXN', count: 1, amountMinor: '40000' }],
  });
  service.setTime('2026-11-22T12:00:00-06:00');
  await host('/host/applications/decision', { orderNumber, decision: 'approve' });
  await host('/host/disbursals', { orderNumber, reference: 'out-1' });
  const [row] = await service.database.select().from(loans).where(eq(loans.id, orderId));
  expect(row?.balanceMinor).toBe(556_252 - 40_000);
  expect(await host('/host/payments', early)).toMatchObject({
    status: 200,
    data: { outcome: 'posted', isRepeated: true, orderNumber, orderStatus: 174 },
  });
  expect((await service.database.select().from(loans).where(eq(loans.id, orderId)))[0]?.balanceMinor).toBe(
    556_252 - 40_000,
  );
  expect(await reconciliation('early')).toEqual({ disagreements: [], unmatched: [], eventFaults: [] });
});

test('money of before the payout counts from the day of the payout', async () => {
  const { orderNumber } = await applyForLoan(service, session);
  await host('/host/payments', payment({ provider: 'early', orderNumber, amountMinor: 40_000 }));
  service.setTime('2026-11-24T12:00:00-06:00');
  await host('/host/applications/decision', { orderNumber, decision: 'approve' });
  await host('/host/disbursals', { orderNumber, reference: 'out-2', disbursedOn: '2026-11-22' });
  const { entries } = await service.tell(readLoanStatement, { orderNumber });
  expect(entries.filter(({ kind }) => kind === 'payment').map(({ occurredAt }) => occurredAt)).toEqual([
    '2026-11-22T06:00:00.000Z',
  ]);
});

test('a payment kept without its loan is booked when it is reported again, and by a look at all of them', async () => {
  const { orderNumber, orderId } = await paidOutLoan(service, session);
  const [again, looked] = ['CODE-1', 'CODE-2'].map((reference) => payment({ provider: 'late', reference }));
  for (const each of [again, looked]) expect((await host('/host/payments', each)).status).toBe(202);
  const references = (['upi', 'virtual-account'] as const).map((channelKind, place) => ({
    id: crypto.randomUUID(),
    borrowerId: session.borrowerId,
    loanId: orderId,
    purpose: 'repay' as const,
    channelKind,
    provider: 'own',
    code: `CODE-${place + 1}`,
    createdAt: new Date(),
  }));
  await inTransaction(service.database, async (transaction) => insertReferences(transaction, references));
  expect(await host('/host/payments', again)).toMatchObject({
    status: 200,
    data: { outcome: 'posted', isRepeated: true, orderNumber },
  });
  expect(await host('/host/payments/match', {})).toMatchObject({ data: { matchedCount: 1 } });
  expect(await host('/host/payments/match', {})).toMatchObject({ data: { matchedCount: 0 } });
  const [row] = await service.database.select().from(loans).where(eq(loans.id, orderId));
  expect(row?.balanceMinor).toBe(556_252 - 2_000);
  expect(await reconciliation('late')).toEqual({ disagreements: [], unmatched: [], eventFaults: [] });
});

test('what came in another currency than its loan’s stays unmatched, and reconciliation goes on naming it', async () => {
  const { orderNumber } = await applyForLoan(service, session);
  await host('/host/payments', payment({ provider: 'foreign', orderNumber, currency: 'INR' }));
  await host('/host/applications/decision', { orderNumber, decision: 'approve' });
  expect(await host('/host/disbursals', { orderNumber, reference: 'out-2' })).toMatchObject({
    data: { orderStatus: 174 },
  });
  expect(await host('/host/payments/match', {})).toMatchObject({ data: { matchedCount: 0 } });
  expect(await reconciliation('foreign')).toMatchObject({
    unmatched: [{ currency: 'INR', count: 1 }],
    eventFaults: [],
  });
});

/** What reconciliation says of one provider, and of all loans. */
async function reconciliation(name: string) {
  const { disagreements, unmatched, eventFaults } = await comparedBooks(service);
  const ofProvider = <Row extends { readonly provider: string }>(all: readonly Row[]) =>
    all.filter(({ provider }) => provider === name);
  return { disagreements, unmatched: ofProvider(unmatched), eventFaults: ofProvider(eventFaults) };
}

type EventRow = Partial<typeof providerEvents.$inferInsert>;

test.each<[string, { isOnLoan: boolean }, (ids: EventRow) => EventRow, object]>([
  ['posted and is not', { isOnLoan: false }, (ids) => ({ outcome: 'posted', ...ids }), { bookedMinor: '0' }],
  [
    'of another amount',
    { isOnLoan: true },
    () => ({ amountMinor: minorAmount(790) }),
    { reportedMinor: '790' },
  ],
  ['reversed and is booked', { isOnLoan: true }, () => ({ outcome: 'reversed', reversedAt: new Date() }), {}],
  ['posted, on no loan', { isOnLoan: true }, () => ({ borrowerId: null, loanId: null }), {}],
  ['unmatched, on a loan', { isOnLoan: false }, (ids) => ids, {}],
])('an event that is said to be %s is named with both amounts', async (what, { isOnLoan }, change, fault) => {
  const { orderNumber, orderId } = await paidOutLoan(service, session);
  const named = isOnLoan ? { orderNumber } : { reference: `nowhere: ${what}` };
  const event = payment({ provider: what, amountMinor: 780, ...named });
  await host('/host/payments', event);
  await service.database
    .update(providerEvents)
    .set(change({ borrowerId: session.borrowerId, loanId: orderId }))
    .where(eq(providerEvents.eventId, event.eventId));
  expect((await reconciliation(what)).eventFaults).toMatchObject([
    { provider: what, eventId: event.eventId, reportedMinor: '780', bookedMinor: '780', ...fault },
  ]);
});
