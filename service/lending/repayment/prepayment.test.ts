import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRepayment } from '#contract/calls/repayment.ts';
import { quoteSettlement, readLoanStatement } from '#contract/host/loan.ts';
import { reversePayment } from '#contract/host/repayment.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { products } from '#db/schema/product.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { comparedBooks } from '#tests/setup/compared-books.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();

const startDay = localDate('2026-11-20');
const setDay = (days: number) => service.setTime(`${addDays(startDay, days)}T12:00:00-06:00`);

beforeAll(async () => {
  await service.database.update(products).set({ prepayment: 'lowers', earlyRepayment: 'days-used' });
  await service.database
    .update(products)
    .set({ prepayment: 'shortens', earlyRepaymentFee: 'days-used' })
    .where(eq(products.productId, 'in-120'));
});
afterAll(() => service.database.update(products).set({ prepayment: 'next-payments' }));

const statementOf = ({ orderNumber }: TestLoan) => service.tell(readLoanStatement, { orderNumber });

const eventsOf = ({ orderNumber }: TestLoan) =>
  queryRows<{ data: Record<string, unknown> }>(
    service.database,
    sql`select data from outbox_events where type = 'loan.prepaid' and data ->> 'orderNumber' = ${orderNumber}`,
  );

test.each([
  ['MX', 'mx-120', 4],
  ['IN', 'in-120', 3],
] as const)(
  '[MONEY-5] in %s what is paid beyond the next payment pays back principal, as was said before, and undone with its payment it leaves every figure',
  async (market, productId, paymentCount) => {
    setDay(0);
    const session = await newBorrower(service, market);
    const loan = await paidOutLoan(service, session, productId);
    setDay(15);
    const before = await statementOf(loan);
    const { orderNumber, orderId } = loan;
    const [first, second] = before.instalments;
    const beyond = (second?.chargedMinor.principal ?? 0) + 10_000;
    const amount = (first?.owedMinor ?? 0) + beyond;
    const settlesBefore = (await service.tell(quoteSettlement, { orderNumber })).settlesMinor;
    const chosenMinor = minorAmount(amount);
    const { prepayment } = await service.ask(readRepayment, { productId, orderId, chosenMinor }, session);
    expect(prepayment).toMatchObject({ principalMinor: beyond });
    expect(prepayment?.savedMinor).toBeGreaterThan(0);

    const eventId = newId();
    await pay(service, loan, amount, { eventId });
    const paid = await statementOf(loan);
    expect(paid.instalments).toHaveLength(paymentCount);
    const left = paid.instalments.filter(({ owedMinor }) => owedMinor > 0);
    expect(left.map(({ dueDate, owedMinor }) => ({ dueDate, amountMinor: owedMinor }))).toEqual(
      prepayment?.payments,
    );
    for (const { sequence, owedMinor } of left) {
      expect(owedMinor).toBeLessThan(before.instalments[sequence - 1]?.owedMinor ?? 0);
    }
    expect(paid.loan.owedMinor).toBe(before.loan.owedMinor - amount - (prepayment?.savedMinor ?? 0));
    const { settlesMinor } = await service.tell(quoteSettlement, { orderNumber });
    expect(settlesMinor).toBe(settlesBefore - amount);
    expect(await eventsOf(loan)).toMatchObject([
      {
        data: {
          principalMinor: beyond,
          savedMinor: prepayment?.savedMinor,
          prepaidOn: addDays(startDay, 15),
        },
      },
    ]);

    await service.tell(reversePayment, { provider: 'sandbox', eventId, reason: 'bounced' });
    const back = await statementOf(loan);
    expect(back.instalments).toEqual(before.instalments);
    expect(back.loan.owedMinor).toBe(before.loan.owedMinor);
    expect((await comparedBooks(service)).disagreements).toEqual([]);
  },
);
