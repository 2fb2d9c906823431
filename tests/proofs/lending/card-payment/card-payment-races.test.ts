import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readExtension } from '#contract/calls/extension.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { ledgerTransactions } from '#db/schema/ledger.ts';
import { instalments } from '#db/schema/repayment.ts';
import { smsCodes } from '#db/schema/sms.ts';
import { settleCharge } from '#lending/card-payment/charge.ts';
import { reconcileAll } from '#lending/ledger/reconcile.ts';
import { type CardHolder, newCardHolder } from '#tests/setup/card-holders.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

const service = await testLendingService();
let holder: CardHolder;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  holder = await newCardHolder(service);
});

function atOnce<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

async function bookings(kind: 'payment' | 'extension-fee'): Promise<number> {
  const rows = await service.database
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.loanId, holder.loan.orderId), eq(ledgerTransactions.kind, kind)));
  return rows.length;
}

/** How often each outcome came. */
function tally(outcomes: readonly { success: boolean; errorCode?: string | null }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { success, errorCode } of outcomes) {
    const name = success ? 'success' : String(errorCode);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test('[PAYWAY-4] 100 commits at once with one token charge once', async () => {
  holder = await newCardHolder(service, { isConfirmed: true });
  const repayToken = await holder.token();
  const before = service.dependencies.cards.approvedCount();
  const outcomes = await atOnce(100, () =>
    holder.commit({ card: 'approve', amountMinor: 1_000, repayToken }),
  );
  expect(tally(outcomes)).toEqual({ success: 1, 'submission-repeated': 99 });
  expect(service.dependencies.cards.approvedCount() - before).toBe(1);
  expect(await bookings('payment')).toBe(1);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('[PAYWAY-4] 100 commits at once with tokens of their own charge once', async () => {
  holder = await newCardHolder(service, { isConfirmed: true });
  const tokens = await atOnce(100, () => holder.token());
  const before = service.dependencies.cards.approvedCount();
  const outcomes = await atOnce(100, (index) =>
    holder.commit({ card: 'approve', amountMinor: 1_000, repayToken: tokens[index] ?? '' }),
  );
  expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
  expect(service.dependencies.cards.approvedCount() - before).toBe(1);
  expect(await bookings('payment')).toBe(1);
});

test('[PAYWAY-4] of 200 guesses at once at most 5 are compared', async () => {
  const answer = await holder.commit({ card: 'approve', amountMinor: 1_000 });
  if (!answer.success) throw new Error('refused');
  const { repaymentId } = answer.data;
  const right = holder.lastCode();
  const wrong = (index: number) => String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0');
  const outcomes = await atOnce(200, (index) => holder.confirm(repaymentId, wrong(index)));
  expect(tally(outcomes)).toEqual({ 'sms-code-wrong': 5, 'sms-code-spent': 195 });
  const [code] = await service.database.select().from(smsCodes).where(eq(smsCodes.subject, repaymentId));
  expect(code).toMatchObject({ guessCount: 5, usedAt: null });
  expect(await holder.confirm(repaymentId, right)).toMatchObject({ errorCode: 'sms-code-spent' });
}, 120_000);

test('[PAYWAY-3] 100 right codes at once charge once', async () => {
  const answer = await holder.commit({ card: 'answer-twice', amountMinor: 1_000 });
  if (!answer.success) throw new Error('refused');
  const { repaymentId } = answer.data;
  const code = holder.lastCode();
  const outcomes = await atOnce(100, () => holder.confirm(repaymentId, code));
  expect(tally(outcomes)).toEqual({ success: 1, 'submission-repeated': 99 });
  await atOnce(50, () => settleCharge(service.dependencies, repaymentId, 'approved'));
  expect(await bookings('payment')).toBe(1);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('50 codes asked for at once for one number send one message', async () => {
  const tokens = await atOnce(50, () => holder.token());
  const outcomes = await atOnce(50, (index) =>
    holder.commit({ card: 'approve', amountMinor: 1_000 + index, repayToken: tokens[index] ?? '' }),
  );
  expect(tally(outcomes)).toEqual({ success: 1, 'sms-too-soon': 49 });
  const sent = service.dependencies.sms.messages().filter(({ to }) => to.endsWith(holder.mobilePhone));
  expect(sent).toHaveLength(1);
});

test('[DELAY-3] 100 extension payments at once move the date once', async () => {
  service.setTime('2026-12-23T12:00:00-06:00');
  const extension = await holder.call(readExtension, holder.loan);
  if (!extension.success) throw new Error('refused');
  const { amountMinor, channelGroups, newDueDate } = extension.data;
  const reference = channelGroups[0]?.channels[0]?.payCode ?? '';
  await atOnce(100, (index) =>
    service.tell(recordPayment, {
      provider: 'spei',
      eventId: `${reference} ${index % 50}`,
      trackingKey: `${reference} ${index % 50}`,
      reference,
      amountMinor,
      currency: 'MXN',
    }),
  );
  expect(await bookings('payment')).toBe(50);
  expect(await bookings('extension-fee')).toBe(1);
  const rows = await service.database
    .select()
    .from(instalments)
    .where(eq(instalments.loanId, holder.loan.orderId));
  expect(rows.filter(({ extendedFrom }) => extendedFrom !== null)).toHaveLength(1);
  expect(rows.find(({ sequence }) => sequence === 1)).toMatchObject({
    dueDate: newDueDate,
    extendedFrom: '2026-12-20',
  });
  expect(await reconcileAll(service.database)).toEqual([]);
});
