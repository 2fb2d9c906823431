import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { loans, statusChanges } from '#db/schema/loan.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, effectCounts, newBorrower, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { hostOutcomes, type TestSession } from '#tests/setup/lending-service.ts';

const service = await testLendingService();
const host = hostOutcomes(service);
let session: TestSession;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
});

async function statusOf({ orderId }: TestLoan) {
  const [row] = await service.database.select().from(loans).where(eq(loans.id, orderId));
  return row?.status;
}

test('an application is decided once', async () => {
  const loan = await applyForLoan(service, session);
  const { orderNumber } = loan;
  expect(
    await host('/host/applications/decision', { orderNumber, decision: 'decline', reason: 'income' }),
  ).toMatchObject({ status: 200, data: { orderNumber, orderStatus: 110 } });
  expect(await host('/host/applications/decision', { orderNumber, decision: 'approve' })).toMatchObject({
    status: 409,
    code: '409',
  });
  expect(await statusOf(loan)).toBe('declined');
  const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
  expect(row).toMatchObject({ declineReason: 'income', declinedAt: new Date('2026-11-20T18:00:00Z') });
  const changes = await service.database
    .select()
    .from(statusChanges)
    .where(eq(statusChanges.loanId, loan.orderId));
  expect(changes.map(({ by }) => by).sort()).toEqual(['borrower', 'host']);
  expect(
    await host('/host/applications/decision', { orderNumber: 'LL-2026-999999', decision: 'approve' }),
  ).toMatchObject({ status: 404 });
});

test('a disbursal takes an approved loan and a day between the application and today', async () => {
  const loan = await applyForLoan(service, session);
  const { orderNumber } = loan;
  await host('/host/applications/decision', { orderNumber, decision: 'approve' });
  for (const disbursedOn of ['2026-11-21', '2026-11-19', '2026-02-30', 'today']) {
    const answer = await host('/host/disbursals', { orderNumber, reference: 't', disbursedOn });
    expect([disbursedOn, answer.status, answer.code]).toEqual([disbursedOn, 422, '422']);
  }
  const done = { status: 200, code: '0', data: { orderNumber, orderStatus: 174 } };
  expect(await host('/host/disbursals', { orderNumber, reference: 't' })).toEqual(done);
  const counts = await effectCounts(service.database);
  expect(await host('/host/disbursals', { orderNumber, reference: 't' })).toEqual(done);
  expect(await host('/host/disbursals', { orderNumber, reference: 'another' })).toMatchObject({
    status: 409,
  });
  expect(await effectCounts(service.database)).toEqual({
    ...counts,
    host_messages: Number(counts.host_messages) + 1,
  });
});

test('a loan disbursed days ago is at once as late as it is', async () => {
  const loan = await applyForLoan(service, session);
  await host('/host/applications/decision', { orderNumber: loan.orderNumber, decision: 'approve' });
  service.setTime('2027-01-10T12:00:00-06:00');
  await host('/host/disbursals', {
    orderNumber: loan.orderNumber,
    reference: 't',
    disbursedOn: '2026-11-21',
  });
  expect(await statusOf(loan)).toBe('overdue');
});
