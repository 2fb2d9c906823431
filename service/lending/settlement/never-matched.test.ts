import { expect, test } from 'vitest';
import { decideApplication, readLoanStatement, recordDisbursal } from '#contract/host/loan.ts';
import {
  assignPayment,
  listUnmatchedPayments,
  markRefundFailed,
  matchPayments,
  recordPayment,
  requestRefund,
} from '#contract/host/repayment.ts';
import { decideSettlementLine, readSettlementFile } from '#contract/host/settlement.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { matchUnmatchedEvents } from '../repayment/matching.ts';

const service = await testLendingService();
service.setTime('2026-11-20T12:00:00-06:00');
const reason = 'no message came of it';
const head = 'date,amount,currency,id,trackingKey,reference';

/** Puts the payment of a file with the unmatched ones. */
async function put(id: string, reference: string, amount = '1500.00') {
  const text = `${head}\n2026-11-19,${amount},MXN,${id},${id},${reference}\n`;
  const { file } = await service.tell(readSettlementFile, { source: 'bank-csv', name: `${id}.csv`, text });
  const line = { fileId: file.fileId, lineNumber: 2, decision: 'unmatched', reason } as const;
  await service.tell(decideSettlementLine, line);
  return { provider: 'bank', eventId: id };
}
const owedOf = async (orderNumber: string) =>
  (await service.tell(readLoanStatement, { orderNumber })).loan.owedMinor;
const waiting = async () =>
  (await service.tell(listUnmatchedPayments, {})).payments.map(({ eventId }) => eventId);
const match = async () => {
  const context = { ...service.dependencies, now: service.dependencies.clock.now() };
  await matchUnmatchedEvents(service.database, context);
  await service.tell(matchPayments, {});
};

test('a payment that a file makes unmatched is never matched by its reference; an assignment books it', async () => {
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const owed = await owedOf(orderNumber);
  const payment = await put('F-1', orderNumber);
  await match();
  expect([await owedOf(orderNumber), await waiting()]).toEqual([owed, ['F-1']]);
  // Its provider's own report names the loan too, and is told that it is known.
  const report = {
    ...payment,
    trackingKey: 'F-1',
    amountMinor: minorAmount(150_000),
    currency: 'MXN' as const,
  };
  expect(await service.tell(recordPayment, { ...report, orderNumber })).toMatchObject({ isRepeated: true });
  await match();
  expect([await owedOf(orderNumber), await waiting()]).toEqual([owed, ['F-1']]);
  await service.tell(assignPayment, { ...payment, orderNumber, reason });
  expect([await owedOf(orderNumber), await waiting()]).toEqual([owed - 150_000, []]);
});

test('the disbursal of the loan that it names books nothing of it', async () => {
  const { orderNumber } = await applyForLoan(service, await newBorrower(service));
  await put('F-2', orderNumber);
  await service.tell(decideApplication, { orderNumber, decision: 'approve' });
  await service.tell(recordDisbursal, { orderNumber, reference: 'SPEI-1' });
  const { payments } = await service.tell(readLoanStatement, { orderNumber });
  expect([payments, await waiting()]).toEqual([[], ['F-2']]);
});

test('a payment that a person put back is matched by nobody but a person', async () => {
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const payment = { provider: 'conekta', eventId: 'B-1' };
  const money = { amountMinor: minorAmount(20_000), currency: 'MXN' } as const;
  const early = await applyForLoan(service, await newBorrower(service));
  await service.tell(recordPayment, { ...payment, ...money, reference: early.orderNumber });
  await service.tell(requestRefund, { refundKey: 'r-1', amountMinor: money.amountMinor, payment, reason });
  await service.tell(decideApplication, { orderNumber: early.orderNumber, decision: 'approve' });
  await service.tell(recordDisbursal, { orderNumber: early.orderNumber, reference: 'SPEI-2' });
  await service.tell(markRefundFailed, { refundKey: 'r-1', reason });
  await match();
  expect(await waiting()).toContain('B-1');
  expect((await service.tell(readLoanStatement, { orderNumber: early.orderNumber })).payments).toEqual([]);
  await service.tell(assignPayment, { ...payment, orderNumber, reason });
  expect(await waiting()).not.toContain('B-1');
});
