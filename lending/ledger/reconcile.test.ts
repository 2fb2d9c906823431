import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { systemRandom } from '#server/system-random.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { lockLoanById } from './loans.ts';
import { postMovements } from './post.ts';
import { reconcileAll, reconcileLoan } from './reconcile.ts';

const service = await testLendingService();
const loan = await paidOutLoan(service, await newBorrower(service));
const other = await paidOutLoan(service, await newBorrower(service));
await pay(service, loan, 600_000);

test('sound books have no disagreement; each figure that is off is named with both values', async () => {
  const { database } = service;
  expect(await reconcileAll(database)).toEqual([]);
  await database
    .update(loans)
    .set({ balanceMinor: minorAmount(5), suspenseMinor: minorAmount(6) })
    .where(eq(loans.id, loan.orderId));
  await database
    .update(instalments)
    .set({ penaltyChargedMinor: minorAmount(7), interestPaidMinor: minorAmount(8) })
    .where(eq(instalments.loanId, other.orderId));
  const ofLoan = [
    { loanId: loan.orderId, sequence: null, subject: 'balance', storedMinor: '5', ledgerMinor: '0' },
    { loanId: loan.orderId, sequence: null, subject: 'suspense', storedMinor: '6', ledgerMinor: '43748' },
  ];
  expect(await reconcileLoan(database, loan.orderId)).toEqual(ofLoan);
  const all = await reconcileAll(database);
  expect(all).toHaveLength(2 + 4 * 2);
  expect(all).toEqual(expect.arrayContaining(ofLoan));
  expect(all).toContainEqual({
    loanId: other.orderId,
    sequence: 4,
    subject: 'interest paid',
    storedMinor: '8',
    ledgerMinor: '0',
  });
});

test('a movement with a key that is booked already has no effect', async () => {
  const { database } = service;
  const session = await newBorrower(service);
  const { borrowerId } = session;
  const target = await paidOutLoan(service, session);
  const movement = {
    kind: 'payment' as const,
    occurredAt: new Date(),
    idempotencyKey: 'the same',
    postings: [
      { account: 'cash' as const, amountMinor: minorAmount(10) },
      { account: 'suspense' as const, amountMinor: minorAmount(-10) },
    ],
  };
  const post = () =>
    inTransaction(database, async (transaction) => {
      const locked = await lockLoanById(transaction, { id: target.orderId, borrowerId });
      if (!locked) throw new Error('no loan');
      return postMovements(transaction, locked, [movement], { now: new Date(), random: systemRandom });
    });
  expect(await post()).toEqual(new Set(['the same']));
  expect(await post()).toEqual(new Set());
  expect(await reconcileLoan(database, target.orderId)).toEqual([]);
  const [row] = await database.select().from(loans).where(eq(loans.id, target.orderId));
  expect(row?.suspenseMinor).toBe(10);
});
