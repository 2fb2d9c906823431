import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { markRefundFailed, markRefundSent, requestRefund, reversePayment } from '#contract/host/repayment.ts';
import { inTransaction } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { loans } from '#db/schema/loan.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { systemRandom } from '#server/system-random.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';
import { decideOn } from './act.ts';
import { commit } from './commit.ts';
import { reconcileAll } from './reconcile.ts';
import { readState } from './states.ts';

const service = await testLendingService();
let session: TestSession;
let loan: TestLoan;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
});

async function loanRow() {
  const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
  return row;
}

test('what a payment covered leaves out the penalties of days after it, also where all of one booking has the same millisecond', async () => {
  let moment = newId().slice(0, 13);
  const random = { ...systemRandom, id: () => moment + newId().slice(13) };
  const atOnce = lendingService(service.database, {}, { random });
  atOnce.setTime('2026-12-24T12:00:00-06:00');
  await pay(atOnce, loan, 10_000, { paidAt: '2026-12-22T18:00:00-06:00' });
  moment = newId().slice(0, 13);
  await pay(atOnce, loan, 5_000, { paidAt: '2026-12-23T18:00:00-06:00' });
  const { statement } = await service.ask(readLoan, loan, session);
  const penalties = statement?.payments?.map(({ parts }) =>
    parts.find(({ component }) => component === 'penalty'),
  );
  expect(penalties?.map((part) => part?.owedMinor)).toEqual([4_225, 2 * 4_268]);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('a loan that is not in the status it was locked in takes the whole transaction back', async () => {
  const context = { now: new Date('2026-11-20T18:00:00Z'), random: systemRandom };
  const moved = inTransaction(service.database, async (transaction) => {
    const name = { id: loan.orderId, borrowerId: session.borrowerId };
    const [state] = await readState(transaction, name, {});
    if (!state) throw new Error('no loan');
    const other = { ...state, loan: { ...state.loan, status: 'overdue' as const } };
    commit(transaction, [decideOn(other, { act: 'write-off', reason: 'test' }, context)], context);
  });
  await expect(moved).rejects.toMatchObject({ cause: { code: '22012' } });
  expect((await loanRow())?.status).toBe('to-repay');
});

const startDay = localDate('2026-11-20');
const setDay = (days: number) => service.setTime(`${addDays(startDay, days)}T12:00:00-06:00`);

/** A loan whose payment bounced after its surplus was sent back, and whose refund then fails. @returns what is owed and charged then. */
async function owedAfterFailedRefund({ isLookedAt }: { readonly isLookedAt: boolean }) {
  setDay(0);
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const { orderNumber } = loan;
  const eventId = `surplus ${orderNumber}`;
  const refundKey = `refund ${orderNumber}`;
  const reason = 'too much';
  await pay(service, loan, 656_252, { eventId });
  await service.tell(requestRefund, { orderNumber, refundKey, amountMinor: minorAmount(100_000), reason });
  await service.tell(markRefundSent, { refundKey, reference: refundKey });
  await service.tell(reversePayment, { provider: 'sandbox', eventId, reason: 'bounced' });
  setDay(36);
  if (isLookedAt) await service.ask(readLoan, loan, session);
  await service.tell(markRefundFailed, { refundKey, reason: 'account closed' });
  setDay(40);
  const { statement } = await service.ask(readLoan, loan, session);
  return { owed: statement?.remainingMinor, penalty: statement?.penaltyMinor };
}

test('a borrower is told that money sent back did not arrive, while it is held for them', async () => {
  setDay(0);
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const { orderNumber } = loan;
  const noticesNow = async () => {
    const { notices, statement } = await service.ask(readLoan, loan, session);
    return [notices.map(({ text }) => text), statement?.refunds.length];
  };
  await pay(service, loan, 656_252);
  const failing = { orderNumber, amountMinor: minorAmount(100_000), reason: 'too much' };
  await service.tell(requestRefund, { ...failing, refundKey: `first ${orderNumber}` });
  expect(await noticesNow()).toEqual([[], 1]);
  await service.tell(markRefundFailed, { refundKey: `first ${orderNumber}`, reason: 'account closed' });
  expect(await noticesNow()).toEqual([
    [expect.stringContaining('La devolución de $\u00a01.000,00 no llegó')],
    0,
  ]);
  await service.tell(requestRefund, { ...failing, refundKey: `second ${orderNumber}` });
  expect(await noticesNow()).toEqual([[], 1]);
});

test('the penalties of days on which nobody looked are booked before a refund that failed settles what is owed', async () => {
  const looked = await owedAfterFailedRefund({ isLookedAt: true });
  expect(looked.penalty).toBeGreaterThan(0);
  expect(await owedAfterFailedRefund({ isLookedAt: false })).toEqual(looked);
  expect(await reconcileAll(service.database)).toEqual([]);
});
