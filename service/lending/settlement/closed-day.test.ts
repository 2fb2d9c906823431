import { expect, test } from 'vitest';
import { recordPayment, reversePayment } from '#contract/host/repayment.ts';
import { closeSettlementDay, readSettlementFile, showSettlementFile } from '#contract/host/settlement.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();
service.setTime('2026-11-20T12:00:00-06:00');
const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
const day = localDate('2026-11-20');

test('a closed day keeps the figures of its closing, and later changes are listed beside them', async () => {
  const report = (eventId: string, amount: number) =>
    service.tell(recordPayment, {
      ...{ provider: 'conekta', eventId, trackingKey: eventId, currency: 'MXN', orderNumber },
      ...{ amountMinor: minorAmount(amount), anotherPayment: true },
    });
  await report('ch-settled', 10_000);
  await report('ch-nowhere', 700);
  const head = 'id,charge,amount,fee,currency,created_at,type';
  const text = `${head}\nt-1,ch-settled,10000,300,MXN,1795197600,capture\n`;
  const { file } = await service.tell(readSettlementFile, { source: 'conekta', name: 'a.csv', text });
  const { fileId } = file;
  const shown = async () => (await service.tell(showSettlementFile, { fileId, show: 'matched' })).days;
  expect(await shown()).toMatchObject([{ day, closableCount: 1, closing: null }]);
  await service.tell(closeSettlementDay, { fileId, day, actor: 'ana' });
  const asClosed = { bookedCount: 2, bookedMinor: '10700', fileMinor: '10000', differenceMinor: '700' };
  const closing = { ...asClosed, feeMinor: '300', closedCount: 1, closedBy: 'host:ana' };
  expect(await shown()).toMatchObject([{ ...asClosed, closing }]);
  await service.tell(reversePayment, { provider: 'conekta', eventId: 'ch-nowhere', reason: 'it bounced' });
  const since = { bookedCount: 1, bookedMinor: '10000', differenceMinor: '0' };
  expect(await shown()).toMatchObject([{ ...since, closing }]);
});
