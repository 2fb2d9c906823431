import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '#db/database.ts';
import { duplicateIn, isStorageFailure } from '#db/failure.ts';
import { newId } from '#db/new-id.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { systemRandom } from '#server/system-random.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { act } from './act.ts';
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

test('a movement with a key that is booked already takes the whole transaction back', async () => {
  const { database } = service;
  const session = await newBorrower(service);
  const target = await paidOutLoan(service, session);
  const event = { id: newId(), provider: 'test', eventId: 'the same', trackingKey: null, reference: '' };
  const now = new Date();
  const payment = { ...event, outcome: 'posted', amountMinor: minorAmount(10), paidAt: now } as const;
  const command = { act: 'receive', payment, creditedAt: now, purpose: 'repay' } as const;
  const name = { id: target.orderId, borrowerId: session.borrowerId };
  const receive = () =>
    inTransaction(database, (transaction) => act(transaction, name, command, { now, random: systemRandom }));
  const { after } = await receive();
  const error = await receive().catch((reason: unknown) => reason);
  expect(duplicateIn(error)).toBe('ledger_transactions_once');
  expect(isStorageFailure(error)).toBe(false);
  expect(await reconcileLoan(database, target.orderId)).toEqual([]);
  const [row] = await database.select().from(loans).where(eq(loans.id, target.orderId));
  expect(row?.balanceMinor).toBe(after.loan.balanceMinor);
});
