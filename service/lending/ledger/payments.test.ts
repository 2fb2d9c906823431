import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { reversePayment } from '#contract/host/repayment.ts';
import { inTransaction } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loans } from '#db/schema/loan.ts';
import { systemRandom } from '#server/system-random.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';
import { decideOn } from './act.ts';
import { commit } from './commit.ts';
import { isPostingOfTransaction } from './loans.ts';
import { reconcileAll } from './reconcile.ts';
import { readState } from './states.ts';

const service = await testLendingService();
let session: TestSession;
let loan: TestLoan;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
});

async function postingsOf(kind: 'payment' | 'disbursal') {
  const rows = await service.database
    .select({
      account: ledgerPostings.account,
      component: ledgerPostings.component,
      amount: ledgerPostings.amountMinor,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerTransactions, isPostingOfTransaction)
    .where(and(eq(ledgerPostings.loanId, loan.orderId), eq(ledgerTransactions.kind, kind)));
  return rows.map(({ account, component, amount }) => [account, component, amount]);
}

async function loanRow() {
  const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
  return row;
}

async function figures() {
  const order = await service.ask(readLoan, loan, session);
  return { status: order.status, penalty: order.balance?.penaltyMinor, due: order.balance?.dueMinor };
}

async function sumOf(kind: 'payment' | 'disbursal', account: string, component?: string): Promise<number> {
  return (await postingsOf(kind))
    .filter((row) => row[0] === account && (component === undefined || row[1] === component))
    .reduce((sum, row) => sum + Number(row[2]), 0);
}

test('a disbursal charges principal against cash, and interest, fee and VAT against their accounts', async () => {
  expect(await sumOf('disbursal', 'cash')).toBe(-500_000);
  expect(await sumOf('disbursal', 'unearned-interest')).toBe(-18_493);
  expect(await sumOf('disbursal', 'unearned-fee')).toBe(-30_000);
  expect(await sumOf('disbursal', 'vat-payable')).toBe(-7_759);
  expect(await sumOf('disbursal', 'receivable')).toBe(556_252);
  expect((await loanRow())?.balanceMinor).toBe(556_252);
});

test('a payment settles penalty, fee, VAT, interest and principal of the oldest instalment first', async () => {
  service.setTime('2026-12-21T12:00:00-06:00');
  await pay(service, loan, 4_268 + 7_500 + 2_384 + 7_397 + 1_000);
  const postings = await postingsOf('payment');
  expect(postings).toHaveLength(6);
  const expected = [
    ['clearing:sandbox', null, 22_549],
    ['receivable', 'penalty', -4_268],
    ['receivable', 'fee', -7_500],
    ['receivable', 'vat', -2_384],
    ['receivable', 'interest', -7_397],
    ['receivable', 'principal', -1_000],
  ];
  expect(postings).toEqual(expect.arrayContaining(expected));
});

test('what is paid beyond what is owed is held in suspense, and settles the loan', async () => {
  const answer = await pay(service, loan, 556_252 + 777);
  expect(answer).toMatchObject({ outcome: 'posted', orderStatus: 200 });
  expect(await loanRow()).toMatchObject({ status: 'settled', balanceMinor: 0, suspenseMinor: 777 });
  expect(Number((await loanRow())?.settledAt)).toBe(Date.parse('2026-11-20T12:00:00-06:00'));
});

test('a payment of a settled loan goes wholly to suspense', async () => {
  await pay(service, loan, 556_252);
  await pay(service, loan, 5_000);
  expect(await loanRow()).toMatchObject({ status: 'settled', balanceMinor: 0, suspenseMinor: 5_000 });
  const expected = [
    ['clearing:sandbox', null, 5_000],
    ['suspense', null, -5_000],
  ];
  expect(await postingsOf('payment')).toEqual(expect.arrayContaining(expected));
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('a payment made in time but reported late costs nothing: its penalties are reversed', async () => {
  service.setTime('2026-12-23T12:00:00-06:00');
  expect(await figures()).toEqual({ status: 'overdue', penalty: 3 * 4_268, due: 142_281 + 3 * 4_268 });
  await pay(service, loan, 142_281, { paidAt: '2026-12-20T23:59:00-06:00' });
  expect(await figures()).toEqual({ status: 'to-repay', penalty: 0, due: 140_136 });
  const reversals = await service.database
    .select()
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.loanId, loan.orderId), isNotNull(ledgerTransactions.reversesId)));
  expect(reversals.map(({ kind }) => kind)).toEqual(['accrual', 'accrual', 'accrual']);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('a part paid late and reported later: the days after it accrue anew, on what was left', async () => {
  service.setTime('2026-12-24T12:00:00-06:00');
  expect((await figures()).penalty).toBe(4 * 4_268);
  await pay(service, loan, 2 * 4_268 + 42_281, { paidAt: '2026-12-22T18:00:00-06:00' });
  expect(await figures()).toEqual({ status: 'overdue', penalty: 2 * 3_000, due: 100_000 + 2 * 3_000 });
  await pay(service, loan, 50_000, { paidAt: '2026-12-23T18:00:00-06:00' });
  expect(await figures()).toEqual({ status: 'overdue', penalty: 1_590, due: 53_000 + 1_590 });
  service.setTime('2026-12-25T12:00:00-06:00');
  expect((await figures()).penalty).toBe(2 * 1_590);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('a late report of the first day late takes back a late fee as well', async () => {
  const stepped = await paidOutLoan(service, session, 'mx-90-steps');
  loan = stepped;
  const owedMinor = (await loanRow())?.balanceMinor ?? 0;
  service.setTime('2027-02-21T12:00:00-06:00');
  expect((await figures()).penalty).toBe(100_000 + 2 * Math.round(owedMinor * 0.05));
  await pay(service, stepped, owedMinor, { paidAt: '2027-02-19T12:00:00-06:00' });
  expect(await loanRow()).toMatchObject({ status: 'settled', balanceMinor: 0, suspenseMinor: 0 });
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('penalties that a later payment already settled stay, and the late one is counted as it comes', async () => {
  service.setTime('2026-12-23T12:00:00-06:00');
  await pay(service, loan, 3 * 4_268);
  await pay(service, loan, 142_281, { paidAt: '2026-12-20T12:00:00-06:00' });
  expect(await figures()).toEqual({ status: 'to-repay', penalty: 0, due: 140_136 });
  expect(await loanRow()).toMatchObject({ balanceMinor: 413_971, suspenseMinor: 0 });
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('days up to the last correction of a loan stay as they are, though money of before is reported after it', async () => {
  service.setTime('2026-12-22T12:00:00-06:00');
  const bounced = { provider: 'sandbox', eventId: newId() };
  await pay(service, loan, 1_000, bounced);
  service.setTime('2026-12-24T12:00:00-06:00');
  await service.tell(reversePayment, { ...bounced, reason: 'bounced' });
  expect((await figures()).penalty).toBe(4 * 4_268);
  service.setTime('2026-12-26T12:00:00-06:00');
  expect((await figures()).penalty).toBe(6 * 4_268);
  await pay(service, loan, 4 * 4_268 + 42_281, { paidAt: '2026-12-22T18:00:00-06:00' });
  expect(await figures()).toEqual({ status: 'overdue', penalty: 2 * 3_000, due: 100_000 + 2 * 3_000 });
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('what a payment covered leaves out the penalties of days after it, also where all of one booking has the same millisecond', async () => {
  let moment = newId().slice(0, 13);
  const random = { ...systemRandom, id: () => moment + newId().slice(13) };
  const atOnce = lendingService(service.database, {}, { random });
  atOnce.setTime('2026-12-24T12:00:00-06:00');
  await pay(atOnce, loan, 10_000, { paidAt: '2026-12-22T18:00:00-06:00' });
  moment = newId().slice(0, 13);
  await pay(atOnce, loan, 5_000, { paidAt: '2026-12-23T18:00:00-06:00' });
  const { statement } = await service.ask(readLoan, loan, session);
  const penalties = statement?.payments?.map(({ parts }) =>
    parts.find(({ component }) => component === 'penalty'),
  );
  expect(penalties?.map((part) => part?.owedMinor)).toEqual([4_225, 2 * 4_268]);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('a loan that is not in the status it was locked in takes the whole transaction back', async () => {
  const context = { now: new Date('2026-11-20T18:00:00Z'), random: systemRandom };
  const moved = inTransaction(service.database, async (transaction) => {
    const name = { id: loan.orderId, borrowerId: session.borrowerId };
    const [state] = await readState(transaction, name, {});
    if (!state) throw new Error('no loan');
    const other = { ...state, loan: { ...state.loan, status: 'overdue' as const } };
    commit(transaction, [decideOn(other, { act: 'write-off', reason: 'test' }, context)], context);
  });
  await expect(moved).rejects.toMatchObject({ cause: { code: '22012' } });
  expect((await loanRow())?.status).toBe('to-repay');
});
