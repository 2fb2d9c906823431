import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();
service.setTime('2026-11-20T12:00:00-06:00');

test('[DATE-1] at 22:30 in Tijuana on the due day a loan is due today, says whose midnight it is, and a payment is in time', async () => {
  const session = await newBorrower(service);
  const address = 'Av. Revolución 1, 22000 Tijuana, Baja California';
  await service.database.update(borrowers).set({ address }).where(eq(borrowers.id, session.borrowerId));
  const { orderId, orderNumber, productId } = await paidOutLoan(service, session);
  // Due on 20 December; half past midnight of the 21st in Mexico City.
  service.setTime('2026-12-21T00:30:00-06:00');
  const shown = await service.ask(readLoan, { productId, orderId }, session);
  expect(shown).toMatchObject({
    statusTitle: 'Su pago vence hoy',
    balance: { daysLate: 0, penaltyMinor: 0 },
  });
  expect(shown.statusDescription).toContain('(hora de Tijuana)');
  await pay(service, { orderId, orderNumber, productId }, shown.balance?.dueMinor ?? 0);
  service.setTime('2026-12-22T12:00:00-06:00');
  const after = await service.tell(readLoanStatement, { orderNumber });
  expect(after.loan.status).toBe('to-repay');
  expect(after.instalments[0]).toMatchObject({ owedMinor: 0, chargedMinor: { penalty: 0 } });
});
