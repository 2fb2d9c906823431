import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listEvents } from '#contract/host/event.ts';
import { cancelLoan, readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { allRows } from '#tests/setup/all-rows.ts';
import { anyStep, anyWalkedProduct, CorrectedLoanWalk } from '#tests/setup/corrected-loan-walk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';
import { rebuiltLoan, statedLoan } from '#tests/setup/rebuilt-loan.ts';

const service = await testLendingService();

const eventsOf = (orderNumber: string) =>
  allRows(
    (next) => service.tell(listEvents, { orderNumber, limit: 100, ...next }),
    ({ events }) => events,
  );

test('what a loan owes, what is held, where it stands, when it is due and what came in is known from its events alone, however often and in whatever order they come', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyWalkedProduct,
      fc.array(anyStep, { minLength: 15, maxLength: 35, size: 'max' }),
      fc.infiniteStream(fc.nat()),
      async (product, steps, order) => {
        const walk = await CorrectedLoanWalk.begin(service, product);
        const { orderNumber } = walk.loan;
        for (const step of steps) {
          if (!(await walk.take(step))) continue;
          const events = await eventsOf(orderNumber);
          const twice = events.flatMap((event) => (order.next().value % 3 === 0 ? [event, event] : [event]));
          const shuffled = twice
            .map((event) => ({ event, place: order.next().value }))
            .sort((a, b) => a.place - b.place)
            .map(({ event }) => event);
          const rebuilt = rebuiltLoan(shuffled);
          const statement = await service.tell(readLoanStatement, { orderNumber });
          expect(rebuilt, step.kind).toEqual(statedLoan(statement, rebuilt.at));
        }
      },
    ),
    { numRuns: Number(process.env.CORRECTION_RUNS ?? 3), endOnFailure: true },
  );
}, 3_600_000);

test('a loan that is cancelled before payout is shown as cancelled', async () => {
  const loan = await applyForLoan(service, await newBorrower(service));
  const { orderNumber } = loan;
  await service.tell(cancelLoan, { orderNumber, reason: 'two of them by mistake' });
  const early = { provider: 'bank', eventId: `early ${orderNumber}`, orderNumber, currency: 'MXN' as const };
  expect(await service.tell(recordPayment, { ...early, amountMinor: minorAmount(100) })).toMatchObject({
    outcome: 'unmatched',
  });
  const events = await eventsOf(orderNumber);
  expect(events.map(({ type }) => type)).toEqual(['application.submitted', 'loan.cancelled']);
  expect(events[1]?.data).toMatchObject({ reason: 'two of them by mistake' });
});
