import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { ledgerTransactions } from '#db/schema/ledger.ts';
import { loans } from '#db/schema/loan.ts';
import { offers } from '#db/schema/product.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { accrueOverdueLoans } from '#lending/ledger/penalties.ts';
import { reconcileAll } from '#lending/ledger/reconcile.ts';
import { systemRandom } from '#server/system-random.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';

const service = await testLendingService();
let session: TestSession;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
});

function atOnce<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

function loansOf({ borrowerId }: TestSession) {
  return service.database.select().from(loans).where(eq(loans.borrowerId, borrowerId));
}

async function bookings({ orderId }: TestLoan, kind: 'payment' | 'accrual' | 'disbursal'): Promise<number> {
  const rows = await service.database
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.loanId, orderId), eq(ledgerTransactions.kind, kind)));
  return rows.length;
}

async function pushBody(as: TestSession) {
  const { amountMinor, term, quote } = await service.ask(
    readOffer,
    { productId: 'mx-120', isReload: false },
    as,
  );
  const { count: periods, unit: termUnit } = term;
  return { amount: amountMinor, periods, termUnit, productId: 'mx-120', quoteId: quote?.quoteId };
}

test('[CONFIRM-4] 100 identical pushes at once make one loan and get one answer', async () => {
  const body = await pushBody(session);
  const answers = await atOnce(100, () => service.post(acceptOffer.path, body, session));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(await loansOf(session)).toHaveLength(1);
});

test('of different quotes pushed at once one becomes a loan, the others are refused', async () => {
  const older = await pushBody(session);
  await service.database
    .update(offers)
    .set({ amountMinor: minorAmount(400_000) })
    .where(eq(offers.borrowerId, session.borrowerId));
  const newer = await pushBody(session);
  expect(older.quoteId).not.toBe(newer.quoteId);
  const answers = await atOnce(40, (index) =>
    service.post(acceptOffer.path, index % 2 === 0 ? older : newer, session),
  );
  const codes = new Set(answers.map(({ body }) => body.code));
  expect(codes).toEqual(new Set(['0', '409003']));
  expect(await loansOf(session)).toHaveLength(1);
});

test('100 deliveries of one payment event at once post once, in messages of their own or in one', async () => {
  for (const messageId of [undefined, 'msg_one']) {
    const loan = await paidOutLoan(service, await newBorrower(service));
    const event = {
      provider: 'sandbox',
      eventId: randomUUID(),
      orderNumber: loan.orderNumber,
      amountMinor: 10_000,
      currency: 'MXN',
    };
    const answers = await atOnce(100, () => service.host('/host/payments', event, messageId));
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
    expect([row?.balanceMinor, row?.suspenseMinor]).toEqual([546_252, 0]);
    expect(await bookings(loan, 'payment')).toBe(1);
    expect(
      await service.database.select().from(providerEvents).where(eq(providerEvents.eventId, event.eventId)),
    ).toHaveLength(1);
  }
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('different payments of one loan at once all count', async () => {
  const loan = await paidOutLoan(service, session);
  await atOnce(60, () => pay(service, loan, 10_000));
  const [row] = await loansOf(session);
  expect(row).toMatchObject({ status: 'settled', balanceMinor: 0, suspenseMinor: 600_000 - 556_252 });
  expect(await bookings(loan, 'payment')).toBe(60);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('the job in parallel, with pages and payments beside it, books each day once', async () => {
  const made = await atOnce(8, async () => {
    const as = await newBorrower(service);
    return { as, loan: await paidOutLoan(service, as) };
  });
  const now = '2026-12-30T12:00:00-06:00';
  service.setTime(now);
  await Promise.all([
    ...Array.from({ length: 6 }, () =>
      accrueOverdueLoans(service.database, { now: new Date(now), random: systemRandom }),
    ),
    ...made.map(({ as, loan }) => service.ask(readLoan, loan, as)),
    ...made.map(({ loan }) => pay(service, loan, 1_000)),
  ]);
  await accrueOverdueLoans(service.database, { now: new Date(now), random: systemRandom });
  for (const { loan } of made) {
    expect(await bookings(loan, 'accrual')).toBe(10);
    const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
    expect(row).toMatchObject({ status: 'overdue', balanceMinor: 556_252 + 10 * 4_268 - 1_000 });
  }
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('a loan is decided and paid out once, however many say so at once', async () => {
  const loan = await applyForLoan(service, session);
  const { orderNumber } = loan;
  const decisions = await atOnce(20, (index) =>
    service.host('/host/applications/decision', {
      orderNumber,
      decision: index % 2 === 0 ? 'approve' : 'decline',
    }),
  );
  expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
  const other = await applyForLoan(service, await newBorrower(service));
  await service.host('/host/applications/decision', { orderNumber: other.orderNumber, decision: 'approve' });
  const disbursals = await atOnce(20, (index) =>
    service.host('/host/disbursals', { orderNumber: other.orderNumber, reference: `transfer ${index}` }),
  );
  expect(disbursals.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await bookings(other, 'disbursal')).toBe(1);
});
