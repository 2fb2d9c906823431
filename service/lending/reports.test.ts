import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';

test('a whole journey, its refusals and its failures report no session, telephone, name, code or address', async () => {
  const { db, close } = await openPostgresDatabase();
  const service = lendingService(db);
  const session = await service.session(demoBorrowers.rosa.id);
  const loan = await paidOutLoan(service, session);
  const { channelGroups } = await service.ask(readRepayment, loan, session);
  const payCode = channelGroups[0]?.channels[0]?.payCode ?? '';
  const event = {
    provider: 'sandbox',
    eventId: randomUUID(),
    amountMinor: minorAmount(100),
    currency: 'MXN' as const,
  };
  await service.tell(recordPayment, { ...event, reference: payCode });
  await service.tell(recordPayment, { ...event, eventId: randomUUID(), reference: '999180000000000000' });
  await service.post(readLoan.path, { orderId: 'no such' }, session);
  await service.post(readOffer.path, { productId: 'mx-120' });
  const doJobs = () => {
    service.api.jobs.start();
    return service.api.jobs.stop();
  };
  // The papers are made first, since who makes them late books the penalties too.
  await doJobs();
  service.setTime('2027-02-01T12:00:00-06:00');
  await doJobs();
  await close();
  await service.post(readLoan.path, loan, session);
  await service.host('/host/payments', { ...event, reference: payCode });
  await doJobs();

  const messages = service.reported.map(({ message }) => message);
  expect(messages).toEqual(
    expect.arrayContaining(['a payment has no loan', 'penalties booked', 'a call failed', 'a job failed']),
  );
  const report = JSON.stringify(service.reported);
  for (const secret of [
    ...[session.sessionId, session.deviceId, session.userId],
    ...['4421550134', 'Rosa', 'Jacarandas', '4821', payCode, '999180000000000000', event.eventId],
    ...[loan.orderNumber, loan.orderId, 'whsec_', 'token_hash', 'params'],
  ]) {
    expect(report).not.toContain(secret);
  }
});
