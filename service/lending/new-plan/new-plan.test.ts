import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptNewPlan, declineNewPlan } from '#contract/calls/new-plan.ts';
import { closeLoan, readLoanStatement } from '#contract/host/loan.ts';
import { proposeNewPlan } from '#contract/host/new-plan.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { comparedBooks } from '#tests/setup/compared-books.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import {
  newBorrower,
  type OfferedProduct,
  paidOutLoan,
  pay,
  type TestLoan,
} from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { expirePlans } from './expire-plans.ts';

const service = await testLendingService();

const startDay = localDate('2026-11-20');
const setDay = (days: number) => service.setTime(`${addDays(startDay, days)}T12:00:00-06:00`);
const dayAfter = (days: number) => addDays(startDay, days);
const reason = 'lost their job';

/** A loan paid out on the first day, looked at some days later. */
async function someLoan(days: number, product: OfferedProduct = 'mx-120') {
  setDay(0);
  const session = await newBorrower(service, product === 'in-120' ? 'IN' : 'MX');
  const loan = await paidOutLoan(service, session, product);
  setDay(days);
  return { session, loan };
}

const statementOf = async ({ productId, orderId }: TestLoan, session: TestSession) => {
  const { statement, status } = await service.ask(readLoan, { productId, orderId }, session);
  if (!statement) throw new Error('a loan that was paid out has a statement');
  return { ...statement, status };
};

async function eventsOf({ orderNumber }: TestLoan) {
  const rows = await queryRows<{ type: string; data: Record<string, unknown> }>(
    service.database,
    sql`select type, data from outbox_events where type like 'plan.%' and data ->> 'orderNumber' = ${orderNumber} order by serial_number`,
  );
  return rows;
}

const terms = { moratoriumDays: 20, spread: { count: 3, days: 30 }, waivesPenalties: true };

const propose = ({ orderNumber }: TestLoan, changes: Partial<Parameters<typeof proposed>[1]> = {}) =>
  proposed(orderNumber, { ...terms, ...changes });

function proposed(
  orderNumber: string,
  fields: {
    moratoriumDays?: number;
    spread?: { count: number; days: number } | null;
    waivesPenalties?: boolean;
    validDays?: number;
  },
) {
  return service.tell(proposeNewPlan, { orderNumber, ...fields, reason });
}

/** The borrower looks at the plan that waits and agrees to it. */
async function accept(loan: TestLoan, session: TestSession) {
  const { newPlans } = await statementOf(loan, session);
  const [plan] = newPlans;
  if (!plan) throw new Error('no plan waits');
  const { productId, orderId } = loan;
  await service.ask(acceptNewPlan, { productId, orderId, planId: plan.planId, seen: plan.seen }, session);
  return plan;
}

const acceptAs = ({ productId, orderId }: TestLoan, planId: string, seen: string, session: TestSession) =>
  service.post(acceptNewPlan.path, { productId, orderId, planId, seen }, session);

test('a plan that is agreed spreads what was owed less the penalties, and nothing falls due before it says so', async () => {
  const { session, loan } = await someLoan(33);
  const before = await statementOf(loan, session);
  expect(before.penaltyMinor).toBe(12_804);
  const answer = await propose(loan);
  expect(answer).toMatchObject({ owedMinor: 569_056, waivedMinor: 12_804, validThrough: dayAfter(40) });
  expect(answer.payments.map(({ dueDate }) => dueDate)).toEqual([dayAfter(53), dayAfter(83), dayAfter(113)]);
  const waiting = await statementOf(loan, session);
  expect([waiting.remainingMinor, waiting.status]).toEqual([569_056, 'overdue']);
  const plan = await accept(loan, session);
  expect(plan.payments).toEqual(answer.payments);
  const after = await statementOf(loan, session);
  expect([after.remainingMinor, after.status, after.daysLate]).toEqual([556_252, 'to-repay', 0]);
  expect(answer.payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(556_252);
  expect(after.dueDate).toBe(dayAfter(53));
  setDay(53);
  expect((await statementOf(loan, session)).remainingMinor).toBe(556_252);
  setDay(54);
  expect((await statementOf(loan, session)).status).toBe('overdue');
  expect((await eventsOf(loan)).map(({ type }) => type)).toEqual(['plan.proposed', 'plan.accepted']);
  expect((await comparedBooks(service)).disagreements).toEqual([]);
});

test('agreed to twice, from two devices at once, it is booked once', async () => {
  const { session, loan } = await someLoan(33);
  const { planId } = await propose(loan);
  const [plan] = (await statementOf(loan, session)).newPlans;
  const other = await service.session(session.borrowerId);
  const answers = await Promise.all([
    acceptAs(loan, planId, plan?.seen ?? '', session),
    acceptAs(loan, planId, plan?.seen ?? '', other),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ body }) => (body.data as { isRepeated: number }).isRepeated).sort()).toEqual([0, 1]);
  const { entries } = await service.tell(readLoanStatement, { orderNumber: loan.orderNumber });
  expect(entries.filter(({ kind }) => kind === 'new-plan')).toHaveLength(1);
});

test('what was seen is what is agreed: a payment in between or another day asks once more', async () => {
  const { session, loan } = await someLoan(33);
  const { planId } = await propose(loan);
  const [seen] = (await statementOf(loan, session)).newPlans;
  await pay(service, loan, 50_000);
  expect((await acceptAs(loan, planId, seen?.seen ?? '', session)).status).toBe(409);
  setDay(34);
  const [next] = (await statementOf(loan, session)).newPlans;
  expect(next?.payments).not.toEqual(seen?.payments);
  expect((await acceptAs(loan, planId, next?.seen ?? '', session)).status).toBe(200);
});

test('a plan is the borrower’s to answer: another’s is not there, one that is over or declined is not agreed', async () => {
  const { session, loan } = await someLoan(33);
  const { planId } = await propose(loan, { validDays: 2 });
  const [plan] = (await statementOf(loan, session)).newPlans;
  const stranger = await newBorrower(service);
  expect((await acceptAs(loan, planId, plan?.seen ?? '', stranger)).status).toBe(404);
  expect((await acceptAs(loan, newId(), '', session)).status).toBe(404);
  setDay(36);
  expect((await statementOf(loan, session)).newPlans).toEqual([]);
  expect((await acceptAs(loan, planId, plan?.seen ?? '', session)).status).toBe(409);
  await expirePlans(service.dependencies);
  await expirePlans(service.dependencies);
  expect((await eventsOf(loan)).map(({ type }) => type)).toEqual(['plan.proposed', 'plan.expired']);

  const { planId: second } = await propose(loan);
  const { productId, orderId } = loan;
  await service.ask(declineNewPlan, { productId, orderId, planId: second }, session);
  await service.ask(declineNewPlan, { productId, orderId, planId: second }, session);
  expect((await acceptAs(loan, second, 'anything', session)).status).toBe(409);
  const { newPlans } = await service.tell(readLoanStatement, { orderNumber: loan.orderNumber });
  expect(newPlans.map(({ state }) => state)).toEqual(['declined', 'expired']);
});

test('one waits at a time, and only for a loan that is owed here and of which no charge is disputed', async () => {
  const { session, loan } = await someLoan(33);
  const fields = { orderNumber: loan.orderNumber, ...terms, reason };
  const { productId, orderId } = loan;
  const statusOf = async (body: object) => (await service.host(proposeNewPlan.path, body)).status;
  await service.ask(
    disputeCharge,
    { productId, orderId, chargeId: '1-penalty', reason: 'other', words: 'x' },
    session,
  );
  expect(await statusOf(fields)).toBe(409);
  const fresh = await someLoan(33);
  await propose(fresh.loan);
  expect(await statusOf({ ...fields, orderNumber: fresh.loan.orderNumber })).toBe(409);
  const none = { moratoriumDays: 0, spread: null, waivesPenalties: false };
  expect(await statusOf({ ...fields, ...none })).toBe(422);
  expect(await statusOf({ ...fields, spread: { count: 24, days: 30 } })).toBe(409);
  const sold = await someLoan(33);
  await propose(sold.loan);
  const [plan] = (await statementOf(sold.loan, sold.session)).newPlans;
  await service.tell(closeLoan, {
    orderNumber: sold.loan.orderNumber,
    reason,
    priceMinor: minorAmount(1_000),
  });
  expect((await acceptAs(sold.loan, plan?.planId ?? '', plan?.seen ?? '', sold.session)).status).toBe(409);
});
