import { expect, test } from 'vitest';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { hostOutcomes } from '#tests/setup/lending-service.ts';
import { createBank } from './bank-statement.ts';

const service = await testLendingService();
const report = hostOutcomes(service);

test('a transfer is on the statement and credited once, however often it is reported; what is neither is named', async () => {
  const bank = createBank();
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const line = bank.transfer(orderNumber, 5_000);
  expect(await bank.faults(service.database)).toEqual([
    `${line.trackingKey} of ${orderNumber} 5000 is credited as: nothing`,
  ]);
  await report('/host/payments', line.report);
  await bank.reportAgain(report);
  expect(await bank.faults(service.database)).toEqual([]);

  const twice = {
    ...{
      provider: 'collector',
      eventId: crypto.randomUUID(),
      orderNumber,
      amountMinor: 5_000,
      currency: 'MXN',
    },
    anotherPayment: true,
  };
  await report('/host/payments', twice);
  expect(await bank.faults(service.database)).toEqual([
    `${orderNumber} 5000 is credited and not on the statement`,
  ]);
  const { provider, eventId } = twice;
  await report('/host/payments/reverse', { provider, eventId, reason: 'reported twice' });
  expect(await bank.faults(service.database)).toEqual([]);
});

test('a transfer without a loan is assigned, and reported again it is credited once', async () => {
  const bank = createBank();
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const { report: lost } = bank.transfer(orderNumber, 7_000, 'LL-2026-999999');
  expect(await report('/host/payments', lost)).toMatchObject({ status: 202 });
  expect(await bank.faults(service.database)).toHaveLength(1);
  const { provider, eventId } = lost;
  await report('/host/payments/assign', {
    provider,
    eventId,
    orderNumber,
    reason: 'the payer sent the slip',
  });
  await bank.reportAgain(report);
  expect(await bank.faults(service.database)).toEqual([]);
});
