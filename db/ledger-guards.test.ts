import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { inTransaction } from './database.ts';
import { newId } from './new-id.ts';
import { ledgerPostings, ledgerTransactions } from './schema/ledger.ts';
import { loans } from './schema/loan.ts';

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

function book(amounts: readonly number[], currencies: readonly ('MXN' | 'INR')[] = []): Promise<void> {
  const transactionId = newId();
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
    for (const [index, amount] of amounts.entries()) {
      await tx.insert(ledgerPostings).values({
        id: newId(),
        transactionId,
        account: index === 0 ? 'cash' : 'suspense',
        borrowerId,
        loanId,
        amountMinor: minorAmount(amount),
        currency: currencies[index] ?? 'MXN',
      });
    }
  });
}

test('postings have to sum to zero when the transaction ends', async () => {
  await book([100, -60, -40]);
  expect(await refusalOf(book([100, -99]))).toContain('do not sum to zero');
  expect(await refusalOf(book([]))).toContain('no postings');
  expect(await refusalOf(book([100, -100], ['MXN', 'INR']))).toContain('another currency');
  expect(await refusalOf(book([100, -100], ['INR', 'INR']))).toContain('another currency');
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
