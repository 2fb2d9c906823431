import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { listLoans, readLoanStatement } from '#contract/host/loan.ts';
import { loans, statusChanges } from '#db/schema/loan.ts';
import { allRows } from '#tests/setup/all-rows.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import {
  applyForLoan,
  effectCounts,
  newBorrower,
  paidOutLoan,
  pay,
  type TestLoan,
} from '#tests/setup/lending-journeys.ts';
import { hostOutcomes, type TestSession } from '#tests/setup/lending-service.ts';

const service = await testLendingService();
let session: TestSession;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
});

const host = hostOutcomes(service);

test('a loan is cancelled until it is paid out, and its borrower is told so', async () => {
  const loan = await applyForLoan(service, session);
  const { orderNumber } = loan;
  const cancel = { orderNumber, reason: 'asked by phone', actor: 'ana' };
  expect(await host('/host/loans/cancel', { orderNumber })).toMatchObject({ status: 422 });
  expect(await host('/host/loans/cancel', cancel)).toMatchObject({
    status: 200,
    data: { orderNumber, status: 'cancelled', orderStatus: 110 },
  });
  expect(await host('/host/loans/cancel', cancel)).toMatchObject({ status: 409 });
  expect(await host('/host/applications/decision', { orderNumber, decision: 'approve' })).toMatchObject({
    status: 409,
  });
  const detail = await service.ask(readLoan, loan, session);
  expect(detail).toMatchObject({ status: 'declined', statusTitle: 'Solicitud cancelada', balance: null });
  const { statusChanges } = await service.tell(readLoanStatement, { orderNumber });
  expect(statusChanges.at(-1)).toMatchObject({ to: 'cancelled', by: 'host:ana', reason: 'asked by phone' });
  const other = await paidOutLoan(service, session);
  expect(await host('/host/loans/cancel', { ...cancel, orderNumber: other.orderNumber })).toMatchObject({
    status: 409,
  });
  expect(await host('/host/loans/cancel', { ...cancel, orderNumber: 'LL-0' })).toMatchObject({ status: 404 });
});

test('a statement tells the schedule, the ledger with what was owed after each entry, and who did what', async () => {
  const loan = await paidOutLoan(service, session);
  await pay(service, loan, 200_000);
  service.setTime('2026-12-25T12:00:00-06:00');
  const statement = await service.tell(readLoanStatement, { orderNumber: loan.orderNumber });
  expect(statement.loan).toMatchObject({ orderNumber: loan.orderNumber, status: 'to-repay', heldMinor: 0 });
  expect(statement.instalments).toHaveLength(4);
  expect(statement.entries.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['disbursal', 'host'],
    ['payment', 'host'],
  ]);
  expect(statement.entries.at(-1)?.owedAfterMinor).toBe(statement.loan.owedMinor);
  expect(statement.payments).toMatchObject([{ amountMinor: 200_000, outcome: 'posted' }]);
  expect(statement.references).toHaveLength(2);
  expect(statement.agreement?.hash).toMatch(/^[0-9a-f]{64}$/);
  service.setTime('2027-01-25T12:00:00-06:00');
  const later = await service.tell(readLoanStatement, { orderNumber: loan.orderNumber });
  expect(later.loan.status).toBe('overdue');
  const penalties = later.entries.filter(({ kind }) => kind === 'accrual');
  expect(penalties.length).toBeGreaterThan(3);
  expect(new Set(penalties.map(({ actor }) => actor))).toEqual(new Set([null]));
  expect(later.entries.at(-1)?.owedAfterMinor).toBe(later.loan.owedMinor);
});

test('a loan that is not paid out has no quote that settles it', async () => {
  const { orderNumber } = await applyForLoan(service, session);
  expect(await host('/host/loans/settlement-quote', { orderNumber })).toMatchObject({ status: 409 });
});

test('a written-off loan is owed without further penalty, and its borrower reads so', async () => {
  const loan = await paidOutLoan(service, session);
  service.setTime('2027-01-05T12:00:00-06:00');
  const request = { orderNumber: loan.orderNumber, reason: 'no contact for a year', actor: 'luis' };
  const done = await host('/host/loans/write-off', request);
  expect(done).toMatchObject({ status: 200, data: { status: 'written-off', orderStatus: 180 } });
  const { owedMinor } = done.data as { owedMinor: number };
  expect(await host('/host/loans/write-off', request)).toMatchObject({ status: 409 });
  service.setTime('2027-03-05T12:00:00-06:00');
  const detail = await service.ask(readLoan, loan, session);
  expect(detail).toMatchObject({ status: 'overdue', statusTitle: 'Préstamo sin pagar', isExtendable: false });
  expect(detail.balance).toMatchObject({ remainingMinor: owedMinor, dailyPenaltyMinor: 0 });
  const { amountMinor, details } = await service.ask(readRepayment, loan, session);
  expect(amountMinor).toBeGreaterThan(0);
  const labels = details.map(({ label }) => label);
  expect(labels).toContain('Recargo');
  expect(labels.join()).not.toContain('días');
});

test('lists page by cursor in the order of their filter, each loan once', async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    service.setTime(`2027-05-1${count}T12:00:00-06:00`);
    made.push((await paidOutLoan(service, await newBorrower(service))).orderNumber);
  }
  const all = (search: object) =>
    allRows(
      (next) => service.tell(listLoans, { ...search, limit: 2, ...next }),
      (page) => page.loans.map(({ orderNumber }) => orderNumber),
    );
  expect((await all({})).slice(0, 5)).toEqual(made.toReversed());
  expect(await all({ dueFrom: '2027-06-09', dueThrough: '2027-06-11' })).toEqual(made.slice(0, 3));
  expect(await all({ changedSince: '2027-05-11T00:00:00Z', status: 'to-repay' })).toEqual(made.slice(1));
  const [row] = await service.database
    .select()
    .from(loans)
    .where(eq(loans.orderNumber, made[2] ?? ''));
  expect(await all({ borrowerId: row?.borrowerId })).toEqual([made[2]]);
  const { loans: theirs } = await service.tell(listLoans, { borrowerId: row?.borrowerId });
  expect(theirs.map(({ dueDate }) => dueDate)).toEqual(['2027-06-11']);
  const { loan: read } = await service.tell(readLoanStatement, { orderNumber: made[2] ?? '' });
  expect(read.dueDate).toBe('2027-06-11');
  expect(await all({ status: 'declined' })).toEqual([]);
  for (const search of [
    { cursor: 'x' },
    { changedSince: '2027-05-11T00:00:00Z', cursor: '12' },
    { status: 'odd' },
  ]) {
    expect(await host('/host/loans/list', search)).toMatchObject({ status: 422 });
  }
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
