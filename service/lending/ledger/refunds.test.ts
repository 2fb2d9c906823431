import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { markRefundFailed, markRefundSent, requestRefund, reversePayment } from '#contract/host/repayment.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { reconcileAll } from './reconcile.ts';

const service = await testLendingService();
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
