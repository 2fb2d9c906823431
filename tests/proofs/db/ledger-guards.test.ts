import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loans } from '#db/schema/loan.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();
const db = service.database;
const { borrowerId, ...session } = await newBorrower(service);
const { orderId: loanId } = await paidOutLoan(service, { borrowerId, ...session });

/** The reason the database gives, which drizzle keeps in the cause. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Error ? String(error.cause ?? error) : 'no refusal';
}

const postingOf = (
  transactionId: string,
  amount: number,
  index: number,
): typeof ledgerPostings.$inferInsert => ({
  id: newId(),
  transactionId,
  account: index === 0 ? 'cash' : 'suspense',
  borrowerId,
  loanId,
  amountMinor: minorAmount(amount),
  currency: 'MXN',
});

function book(
  amounts: readonly number[],
  change: (posting: typeof ledgerPostings.$inferInsert, index: number) => object = () => ({}),
  transactionId = newId(),
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx.insert(ledgerTransactions).values({
      id: transactionId,
      kind: 'payment',
      borrowerId,
      loanId,
      currency: 'MXN',
      occurredAt: new Date(),
      bookedAt: new Date(),
      idempotencyKey: transactionId,
    });
    const postings = amounts.map((amount, index) => postingOf(transactionId, amount, index));
    if (postings.length === 0) return;
    await tx
      .insert(ledgerPostings)
      .values(postings.map((each, index) => ({ ...each, ...change(each, index) })));
  });
}

test('postings have to sum to zero', async () => {
  await book([100, -60, -40]);
  expect(await refusalOf(book([100, -99]))).toContain('do not sum to zero');
  expect(await refusalOf(book([100]))).toContain('do not sum to zero');
});

test('a ledger transaction has postings when its database transaction ends', async () => {
  expect(await refusalOf(book([]))).toContain('no postings');
});

test('postings have the currency and the loan of their transaction', async () => {
  const refusal = 'another currency or loan';
  expect(
    await refusalOf(book([100, -100], (_posting, index) => (index === 1 ? { currency: 'INR' } : {}))),
  ).toContain(refusal);
  expect(await refusalOf(book([100, -100], () => ({ currency: 'INR' })))).toContain(refusal);
  const { orderId } = await paidOutLoan(service, { borrowerId, ...session }, 'mx-90-steps');
  expect(await refusalOf(book([100, -100], () => ({ loanId: orderId })))).toContain(refusal);
});

test('what is added to a ledger transaction, or given of several at once, sums to zero for each', async () => {
  const [first, second] = [newId(), newId()];
  await book([100, -100], undefined, first);
  await book([100, -100], undefined, second);
  const add = (amounts: readonly (readonly [string, number])[]) =>
    db.insert(ledgerPostings).values(amounts.map(([id, amount], index) => postingOf(id, amount, index)));
  expect(await refusalOf(add([[first, 5]]))).toContain('do not sum to zero');
  expect(
    await refusalOf(
      add([
        [first, 5],
        [second, -5],
      ]),
    ),
  ).toContain('do not sum to zero');
});

test('ledger rows are never changed, removed or emptied', async () => {
  const reason = 'never changed or removed';
  expect(await refusalOf(db.update(ledgerPostings).set({ amountMinor: minorAmount(1) }))).toContain(reason);
  expect(await refusalOf(db.delete(ledgerPostings))).toContain(reason);
  expect(await refusalOf(db.update(ledgerTransactions).set({ occurredAt: new Date() }))).toContain(reason);
  expect(await refusalOf(db.delete(ledgerTransactions))).toContain(reason);
  expect(await refusalOf(db.execute(sql`truncate ledger_postings`))).toContain(reason);
  expect(await refusalOf(db.execute(sql`truncate ledger_transactions cascade`))).toContain(reason);
});

test('[MONEY-3] an amount below zero or beyond 2^53-1 cannot be stored', async () => {
  for (const amount of ['-1', '9007199254740992']) {
    const change = sql`update loans set balance_minor = ${sql.raw(amount)} where id = ${loanId}`;
    expect(await refusalOf(db.execute(change))).toContain('loans_balance_range');
  }
});

test('an unknown status cannot be stored', async () => {
  const change = db
    .update(loans)
    .set({ status: 'gone' as 'settled' })
    .where(eq(loans.id, loanId));
  expect(await refusalOf(change)).toContain('loans_status_known');
});
