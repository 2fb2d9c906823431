import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readLoan } from '#contract/calls/loan.ts';
import { eventTypes } from '#contract/events.ts';
import { quoteSettlement, writeOffLoan } from '#contract/host/loan.ts';
import {
  listPayments,
  listUnmatchedPayments,
  readPayment,
  recordPayment,
  reversePayment,
  verifyReceipt,
} from '#contract/host/repayment.ts';
import { Database } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { outboxEvents } from '#db/schema/event.ts';
import { loans } from '#db/schema/loan.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import type { Ask, Sessions } from '#db/session.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import { minorAmount } from '#domain/money/money.ts';
import { allRows } from '#tests/setup/all-rows.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { reconcileAll, reconcileEvents, reconcileEventsById } from '../ledger/reconcile.ts';

const service = await testLendingService();
let session: TestSession;
let loan: TestLoan;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
});
afterEach(async () => {
  expect(await reconcileAll(service.database)).toEqual([]);
  expect(await reconcileEvents(service.database)).toEqual([]);
});

const provider = 'sandbox';
const reason = 'the bank took it back';

async function host(path: string, body: unknown) {
  const { status, body: answer } = await service.host(path, body);
  return { status, data: answer.data };
}

async function owedMinor(): Promise<number> {
  return (await service.tell(quoteSettlement, { orderNumber: loan.orderNumber })).settlesMinor;
}

async function unmatched(amountMinor = 70_000): Promise<string> {
  const eventId = newId();
  const amount = minorAmount(amountMinor);
  const paid = {
    provider,
    eventId,
    reference: `unknown ${eventId}`,
    amountMinor: amount,
    currency: 'MXN' as const,
  };
  expect(await service.tell(recordPayment, paid)).toMatchObject({ outcome: 'unmatched' });
  return eventId;
}

test('a bounced payment opens a settled loan again, beside a newer one of the product, at no penalty for the days between', async () => {
  const eventId = newId();
  const settles = await owedMinor();
  await pay(service, loan, settles, { eventId });
  const newer = await paidOutLoan(service, session);
  service.setTime('2027-01-10T12:00:00-06:00');
  const done = await host('/host/payments/reverse', { provider, eventId, reason, actor: 'ana' });
  expect(done).toMatchObject({
    status: 200,
    data: { orderStatus: 180, owedMinor: settles, payment: { outcome: 'reversed' } },
  });
  expect(await host('/host/payments/reverse', { provider, eventId, reason })).toMatchObject({ status: 409 });
  const answer = await service.ask(readLoan, loan, session);
  expect(answer).toMatchObject({ status: 'overdue', canRate: false });
  expect(await owedMinor()).toBe(settles);
  expect((await service.ask(readLoan, newer, session)).status).toBe('overdue');
  service.setTime('2027-01-11T12:00:00-06:00');
  const aDayMinor = answer.balance?.dailyPenaltyMinor ?? 0;
  expect(aDayMinor).toBeGreaterThan(0);
  expect(await owedMinor()).toBe(settles + aDayMinor);
  const { entries, payment } = await service.tell(readPayment, { provider, eventId });
  expect(entries.map(({ kind, actor, reason: why }) => [kind, actor, why])).toEqual([
    ['payment', 'host', null],
    ['payment', 'host:ana', reason],
  ]);
  expect(payment).toMatchObject({ outcome: 'reversed', orderNumber: loan.orderNumber });
  const repeated = {
    provider,
    eventId,
    orderNumber: loan.orderNumber,
    amountMinor: settles,
    currency: 'MXN',
  };
  expect(await host('/host/payments', repeated)).toMatchObject({
    status: 200,
    data: { outcome: 'reversed', isRepeated: true },
  });
});

test('the lender is told of a write-off, a payment taken back and a refund that was sent, each once', async () => {
  const eventId = newId();
  const { orderNumber } = loan;
  await pay(service, loan, (await owedMinor()) + 5_000, { eventId });
  await host('/host/refunds', {
    orderNumber,
    refundKey: eventId,
    amountMinor: 5_000,
    currency: 'MXN',
    reason,
  });
  for (const reference of ['out-1', 'out-1'])
    await host('/host/refunds/sent', { refundKey: eventId, reference });
  await host('/host/payments/reverse', { provider, eventId, reason });
  await host('/host/payments/reverse', { provider, eventId, reason });
  await service.tell(writeOffLoan, { orderNumber, reason: 'not to be had' });
  const rows = await service.database
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.subjectId, loan.orderId));
  const events = rows.filter(({ type }) => /refunded|reversed|written-off/.test(type));
  expect(events.map(({ type }) => type).sort()).toEqual([
    'loan.written-off',
    'payment.refunded',
    'payment.reversed',
  ]);
  for (const { type, data } of events) {
    const { data: shape } = eventTypes[type as keyof typeof eventTypes];
    expect(z.safeParse(shape, { lenderBorrowerId: null, ...data }).error, type).toBeUndefined();
  }
});

test('a payment that is assigned while events are compared is no fault, and one that is booked wrongly is', async () => {
  const eventId = await unmatched();
  const assign = { provider, eventId, orderNumber: loan.orderNumber, actor: 'ana', reason: 'by name' };
  const { sessions } = service.database;
  let isAssigned = false;
  const ask: Ask = async (text, ...values) => {
    if (!isAssigned && text.includes('"bookedMinor"')) {
      isAssigned = true;
      expect(await host('/host/payments/assign', assign)).toMatchObject({ status: 200 });
    }
    return sessions.ask(text, ...values);
  };
  const compared = new Database({ retryForMs: 0, ask } as Sessions);
  const [event] = await service.database
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(eq(providerEvents.eventId, eventId));
  expect(await reconcileEventsById(compared, [event?.id ?? ''])).toEqual([]);
  expect(isAssigned).toBe(true);
  const setAmount = (amountMinor: number) =>
    service.database
      .update(providerEvents)
      .set({ amountMinor: minorAmount(amountMinor) })
      .where(eq(providerEvents.eventId, eventId));
  await setAmount(1);
  expect(await reconcileEvents(service.database)).toMatchObject([
    { eventId, outcome: 'posted', reportedMinor: '1', bookedMinor: '70000' },
  ]);
  await setAmount(70_000);
});

test('an unmatched payment is assigned by one of two treasurers, and the other is told', async () => {
  const eventId = await unmatched();
  const other = await paidOutLoan(service, await newBorrower(service));
  const waiting = await service.tell(listUnmatchedPayments, { limit: 100 });
  expect(waiting.payments.map((payment) => payment.eventId)).toContain(eventId);
  const assigned = await Promise.all(
    [loan, other].map(({ orderNumber }) =>
      host('/host/payments/assign', {
        provider,
        eventId,
        orderNumber,
        actor: orderNumber,
        reason: 'by name',
      }),
    ),
  );
  expect(assigned.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = assigned[0]?.status === 200 ? loan : other;
  const { entries } = await service.tell(readPayment, { provider, eventId });
  expect(entries).toMatchObject([
    { kind: 'payment', actor: `host:${winner.orderNumber}`, reason: 'by name' },
  ]);
  expect(
    await host('/host/payments/assign', { provider, eventId: 'none', orderNumber: loan.orderNumber, reason }),
  ).toMatchObject({ status: 404 });
  const india = await paidOutLoan(service, await newBorrower(service, 'IN'), 'in-120');
  const another = await unmatched();
  expect(
    await host('/host/payments/assign', {
      provider,
      eventId: another,
      orderNumber: india.orderNumber,
      reason,
    }),
  ).toMatchObject({ status: 422 });
  await service.tell(reversePayment, { provider, eventId: another, reason });
  expect(
    await host('/host/payments/assign', {
      provider,
      eventId: another,
      orderNumber: loan.orderNumber,
      reason,
    }),
  ).toMatchObject({ status: 409 });
});

test('payments booked while others of the loan are reversed all count once', async () => {
  const first = Array.from({ length: 6 }, () => newId());
  for (const eventId of first) await pay(service, loan, 10_000, { eventId });
  const before = await owedMinor();
  await Promise.all([
    ...first.flatMap((eventId) => [
      host('/host/payments/reverse', { provider, eventId, reason }),
      host('/host/payments/reverse', { provider, eventId, reason }),
    ]),
    ...Array.from({ length: 6 }, () => pay(service, loan, 7_000)),
  ]);
  expect(await owedMinor()).toBe(before + 60_000 - 42_000);
  const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
  expect(row?.suspenseMinor).toBe(0);
});

test('payments are listed newest first by cursor, each once', async () => {
  const since = '2027-06-01T00:00:00Z';
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    service.setTime(`2027-06-0${count + 1}T12:00:00-06:00`);
    made.push(await unmatched(100 + count));
  }
  const matches = await allRows(
    (next) => service.tell(listPayments, { receivedSince: since, limit: 2, ...next }),
    ({ payments }) => payments.map(({ eventId }) => eventId),
  );
  expect(matches).toEqual(made.toReversed());
  expect(await host('/host/payments/list', { cursor: 'x' })).toMatchObject({ status: 422 });
});

test('a receipt is known by its code, however it is typed, and a made-up one is not', async () => {
  const eventId = newId();
  await pay(service, loan, 60_000, { eventId });
  const { statement } = await service.ask(readLoan, loan, session);
  const [shown] = statement?.payments ?? [];
  const named = { orderNumber: loan.orderNumber, receiptNumber: receiptNumber(shown?.paymentId ?? '') };
  const verify = (checkCode: string, other: object = {}) =>
    service.tell(verifyReceipt, { ...named, checkCode, ...other });
  const code = shown?.checkCode ?? '';
  const payment = { amountMinor: 60_000, currency: 'MXN', paidAt: shown?.paidAt, isReversed: false };
  expect(await verify(code)).toEqual({ isGenuine: true, payment });
  expect(await verify(code.toLowerCase().replace('-', ' '))).toEqual({ isGenuine: true, payment });
  const madeUp = `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}`;
  expect(await verify(madeUp)).toEqual({ isGenuine: false, payment });
  expect(await verify(code, { receiptNumber: 'RC-0000000000' })).toEqual({ isGenuine: false, payment: null });

  const other = await paidOutLoan(service, await newBorrower(service));
  expect(await verify(code, { orderNumber: other.orderNumber })).toEqual({ isGenuine: false, payment: null });
  await pay(service, loan, 60_000);
  const again = (await service.ask(readLoan, loan, session)).statement?.payments.map(
    (each) => each.checkCode,
  );
  expect(new Set(again).size).toBe(2);

  await service.tell(reversePayment, { provider, eventId, reason });
  expect(await verify(code)).toEqual({ isGenuine: true, payment: { ...payment, isReversed: true } });
});
