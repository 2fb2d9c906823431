import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { acceptOffer, type LoanOffer, readOffer } from '#contract/calls/offer.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { burialPointEvents, loanAgreementsAccepted, loans, statusChanges } from '#db/schema/loan.ts';
import { offers } from '#db/schema/product.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, rowCounts } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';

const service = await testLendingService();

const productId = 'mx-120';

function confirm(session: TestSession): Promise<LoanOffer> {
  return service.ask(readOffer, { productId, isReload: false }, session);
}

async function setAmount({ borrowerId }: TestSession, amountMinor: number): Promise<void> {
  await service.database
    .update(offers)
    .set({ amountMinor: minorAmount(amountMinor) })
    .where(eq(offers.borrowerId, borrowerId));
}

/** The offer of another amount, which is a quote of its own beside the one before. */
async function confirmOther(session: TestSession): Promise<LoanOffer> {
  await setAmount(session, 400_000);
  return confirm(session);
}

function bodyOf({ amountMinor, term, quote }: LoanOffer): Record<string, unknown> {
  return {
    amount: amountMinor,
    periods: term.count,
    termUnit: term.unit,
    productId,
    quoteId: quote?.quoteId,
  };
}

function push(session: TestSession, body: Record<string, unknown>) {
  return service.post(acceptOffer.path, body, session);
}

test('[CONFIRM-4] accepting a quote makes a loan under review, with what was accepted and the burial point', async () => {
  const session = await newBorrower(service);
  const offer = await confirm(session);
  const answer = await push(session, bodyOf(offer));
  const [loan] = await service.database.select().from(loans).where(eq(loans.borrowerId, session.borrowerId));
  expect(answer.body.data).toEqual({ lendDetailsUrl: `/loanDetail?productId=mx-120&orderId=${loan?.id}` });
  expect(loan).toMatchObject({
    status: 'under-review',
    quoteId: offer.quote?.quoteId,
    principalMinor: 500_000,
    termDays: 120,
    currency: 'MXN',
    balanceMinor: 0,
  });
  expect(loan?.orderNumber).toMatch(/^LL-2026-\d{6}$/);
  const loanId = loan?.id ?? '';
  const { database } = service;
  expect(await database.select().from(statusChanges).where(eq(statusChanges.loanId, loanId))).toMatchObject([
    { from: null, to: 'under-review', by: 'borrower' },
  ]);
  expect(
    await database.select().from(loanAgreementsAccepted).where(eq(loanAgreementsAccepted.loanId, loanId)),
  ).toMatchObject([{ version: '2026-11.5', language: 'es' }]);
  expect(
    await database.select().from(burialPointEvents).where(eq(burialPointEvents.loanId, loanId)),
  ).toMatchObject([{ event: 'loan-confirmed', productId, borrowerId: session.borrowerId }]);
});

test('a decline that says when to apply again holds for quotes that were issued before it', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const session = await newBorrower(service);
  const first = await confirm(session);
  const second = await confirmOther(session);
  expect(second.quote?.quoteId).not.toBe(first.quote?.quoteId);
  expect((await push(session, bodyOf(first))).status).toBe(200);
  const [loan] = await service.database.select().from(loans).where(eq(loans.borrowerId, session.borrowerId));
  const decision = { decision: 'decline', reapplyOn: '2027-02-20' } as const;
  await service.tell(decideApplication, { orderNumber: loan?.orderNumber ?? '', ...decision });
  expect((await push(session, bodyOf(second))).status).toBe(404);
  expect(await service.database.$count(loans, eq(loans.borrowerId, session.borrowerId))).toBe(1);
});

test('[CONFIRM-4] a repeated submit answers the same loan, with the quote named or not, and after the quote expired', async () => {
  const session = await newBorrower(service);
  const body = bodyOf(await confirm(session));
  const first = await push(session, body);
  const counts = await rowCounts(service.database);
  expect((await push(session, body)).body).toEqual(first.body);
  const { quoteId: _quoteId, ...unnamed } = body;
  expect((await push(session, unnamed)).body).toEqual(first.body);
  service.setTime('2026-11-26T12:00:00-06:00');
  expect((await push(session, body)).body).toEqual(first.body);
  service.setTime('2026-11-20T12:00:00-06:00');
  expect(await rowCounts(service.database)).toEqual(counts);
});

test('what differs from the quote is refused and makes no loan', async () => {
  const session = await newBorrower(service);
  const right = bodyOf(await confirm(session));
  const stranger = await newBorrower(service);
  const foreign = bodyOf(await confirm(stranger));
  const counts = await rowCounts(service.database);
  for (const change of [
    { amount: 500_001 },
    { amount: 499_999 },
    { amount: 0 },
    { periods: 121 },
    { periods: 4 },
    { termUnit: 'month' },
    { productId: 'mx-90-steps' },
    { quoteId: foreign.quoteId },
    { quoteId: '0192f000-0000-7000-8000-00000000dead' },
    { quoteId: 'not an id' },
  ]) {
    const answer = await push(session, { ...right, ...change });
    expect([change, answer.status, answer.body.code]).toEqual([change, 409, '409002']);
  }
  expect((await push(stranger, right)).body.code).toBe('409002');
  expect(await rowCounts(service.database)).toEqual(counts);
});

test('without a quote named, the newest of the product counts', async () => {
  const session = await newBorrower(service);
  const old = bodyOf(await confirm(session));
  service.setTime('2026-11-20T12:20:00-06:00');
  const newest = bodyOf(await confirmOther(session));
  const { quoteId: _quoteId, ...unnamed } = newest;
  await push(session, unnamed);
  const [loan] = await service.database.select().from(loans).where(eq(loans.borrowerId, session.borrowerId));
  expect([loan?.quoteId, loan?.quoteId === old.quoteId]).toEqual([newest.quoteId, false]);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('an expired quote is refused from the end of its last day on', async () => {
  const session = await newBorrower(service);
  const body = bodyOf(await confirm(session));
  service.setTime('2026-11-26T00:00:00-06:00');
  expect((await push(session, body)).body.code).toBe('409001');
  service.setTime('2026-11-25T23:59:59-06:00');
  expect((await push(session, body)).status).toBe(200);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('a quote that was changed behind the service is refused', async () => {
  const session = await newBorrower(service);
  const body = bodyOf(await confirm(session));
  await service.database.execute(
    sql`update quotes set schedule = jsonb_set(schedule, '{feeMinor}', '1') where id = ${body.quoteId}`,
  );
  expect((await push(session, body)).body.code).toBe('409002');
});

test('a second open loan of the product is refused; after a decline another can be asked for', async () => {
  const session = await newBorrower(service);
  const older = bodyOf(await confirm(session));
  await setAmount(session, 400_000);
  const { orderNumber } = await applyForLoan(service, session);
  expect((await push(session, older)).body.code).toBe('409003');
  await service.tell(decideApplication, { orderNumber, decision: 'decline' });
  const again = await applyForLoan(service, session);
  expect(again.orderNumber).not.toBe(orderNumber);
  service.setTime('2026-11-20T12:00:00-06:00');
});
