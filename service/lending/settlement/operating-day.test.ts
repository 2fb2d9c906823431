import { expect, test } from 'vitest';
import { readLoanStatement } from '#contract/host/loan.ts';
import { assignPayment } from '#contract/host/repayment.ts';
import { decideSettlementLine, readSettlementFile } from '#contract/host/settlement.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();
// The first payment is due on Friday, 18 December 2026.
service.setTime('2026-11-18T12:00:00-06:00');
const loan = await paidOutLoan(service, await newBorrower(service));

test('a transfer of Friday evening, which the bank has on Monday, pays what was due on Friday', async () => {
  service.setTime('2026-12-22T12:00:00-06:00');
  const { instalments } = await service.tell(readLoanStatement, { orderNumber: loan.orderNumber });
  const { penalty = 0, ...charged } = instalments[0]?.chargedMinor ?? {};
  const amount = Object.values(charged).reduce((sum, part) => sum + part, 0) / 100;
  expect(penalty).toBeGreaterThan(0);
  const text = `claveRastreo,monto,fechaOperacion,cuentaBeneficiario\nFRI1930,${amount.toFixed(2)},20261221,nobody\n`;
  const { file } = await service.tell(readSettlementFile, { source: 'spei', name: 'spei.csv', text });
  const reason = 'missing in our books';
  await service.tell(decideSettlementLine, {
    fileId: file.fileId,
    lineNumber: 2,
    decision: 'unmatched',
    reason,
  });
  const payment = { provider: 'spei', eventId: 'FRI1930::2026-12-21', orderNumber: loan.orderNumber };
  await service.tell(assignPayment, { ...payment, anotherPayment: true, reason });
  const after = await service.tell(readLoanStatement, { orderNumber: loan.orderNumber });
  expect(after.loan.status).toBe('to-repay');
  expect(after.instalments[0]).toMatchObject({ owedMinor: 0, chargedMinor: { penalty: 0 } });
});
