import { asc, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { sendRating } from '#contract/calls/loan.ts';
import { type EventTypeName, eventTypes } from '#contract/events.ts';
import { answerComplaint } from '#contract/host/complaint.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { inTransaction } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { outboxEvents } from '#db/schema/event.ts';
import { loans } from '#db/schema/loan.ts';
import { minorAmount } from '#domain/money/money.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { accrueOverdueLoans } from '../ledger/penalties.ts';
import { recordEvent } from './record-event.ts';

const service = await testLendingService();
const { database, dependencies } = service;

/** The events of a subject in the order they are sent; each is what the contract says. */
async function eventsOf(...subjectIds: string[]) {
  const rows = await database
    .select({ type: outboxEvents.type, data: outboxEvents.data })
    .from(outboxEvents)
    .where(inArray(outboxEvents.subjectId, subjectIds))
    .orderBy(asc(outboxEvents.serialNumber));
  for (const { type, data } of rows) {
    expect(z.parse(eventTypes[type as EventTypeName].data, data), type).toEqual(data);
  }
  return rows;
}

test('a loan tells its whole life, in order, and nothing twice', async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  const rosa = await newBorrower(service);
  await database
    .update(borrowers)
    .set({ lenderBorrowerId: `theirs ${rosa.borrowerId}` })
    .where(eq(borrowers.id, rosa.borrowerId));
  const loan = await paidOutLoan(service, rosa);
  const { orderId, orderNumber } = loan;
  service.setTime('2026-12-22T12:00:00-06:00');
  const context = { now: dependencies.clock.now(), random: dependencies.random };
  await accrueOverdueLoans(database, context);
  await accrueOverdueLoans(database, context);
  await pay(service, loan, 10_000, { eventId: 'first' });
  await pay(service, loan, 10_000, { eventId: 'first' });
  const [{ balanceMinor } = { balanceMinor: 0 }] = await database
    .select({ balanceMinor: loans.balanceMinor })
    .from(loans)
    .where(eq(loans.id, orderId));
  await pay(service, loan, balanceMinor + 700);
  const events = await eventsOf(orderId);
  expect(events.map(({ type }) => type)).toEqual([
    'application.submitted',
    'loan.approved',
    'loan.disbursed',
    'loan.overdue',
    'payment.received',
    'payment.received',
    'loan.settled',
  ]);
  const lenderBorrowerId = `theirs ${rosa.borrowerId}`;
  const common = {
    ...{ orderNumber, borrowerId: rosa.borrowerId, lenderBorrowerId },
    ...{ productId: 'mx-120', currency: 'MXN' },
  };
  expect(events[0]?.data).toEqual({ ...common, principalMinor: 500_000, termDays: 120 });
  expect(events[2]?.data).toMatchObject({
    disbursedOn: '2026-11-20',
    reference: `transfer of ${orderNumber}`,
  });
  expect(events[3]?.data).toEqual({ ...common, dueDate: '2026-12-20', daysLate: 2 });
  expect(events[4]?.data).toMatchObject({
    eventId: 'first',
    amountMinor: 10_000,
    balanceMinor,
    suspenseMinor: 0,
  });
  expect(events[5]?.data).toMatchObject({ balanceMinor: 0, suspenseMinor: 700 });
});

test('a declined application, money that fits no loan, and a complaint with its rating are told', async () => {
  const rosa = await newBorrower(service);
  const { orderId, orderNumber } = await applyForLoan(service, rosa);
  await service.tell(decideApplication, { orderNumber, decision: 'decline', reason: 'income' });
  expect((await eventsOf(orderId)).at(-1)).toMatchObject({
    type: 'loan.declined',
    data: { orderNumber, reason: 'income', reapplyOn: null },
  });

  const eventId = newId();
  const money = { provider: 'spei', eventId, reference: `none ${eventId}`, currency: 'MXN' } as const;
  for (const _time of [1, 2]) {
    await service.tell(recordPayment, { ...money, amountMinor: minorAmount(4_200) });
  }
  const unmatched = await database
    .select({ data: outboxEvents.data })
    .from(outboxEvents)
    .where(eq(outboxEvents.type, 'payment.unmatched'));
  expect(unmatched.map(({ data }) => data)).toEqual([
    { ...money, amountMinor: 4_200, paidAt: expect.any(String) },
  ]);

  const { folio, complaintId } = await service.ask(sendComplaint, wholeDraft, rosa);
  await service.ask(sendComplaint, wholeDraft, rosa);
  await service.tell(answerComplaint, { folio, reply: 'Listo.' });
  for (const score of [4, 1]) {
    await service.post(sendRating.path, { score, problemId: complaintId }, rosa);
  }
  const events = await eventsOf(complaintId ?? '');
  expect(events.map(({ type, data }) => [type, data.score])).toEqual([
    ['complaint.filed', undefined],
    ['complaint.rated', 4],
  ]);
});

test('what is taken back was never told', async () => {
  const subjectId = newId();
  const event = { type: 'contact.received', subjectId, data: { contactMessageId: subjectId } } as const;
  const context = { now: new Date(), random: dependencies.random };
  const failing = inTransaction(database, async (transaction) => {
    recordEvent(transaction, event, context);
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(await eventsOf(subjectId)).toEqual([]);
});
