import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { queryRows } from '#db/database.ts';
import { ledgerTransactions } from '#db/schema/ledger.ts';
import { loans, statusChanges } from '#db/schema/loan.ts';
import { instalments } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { systemRandom } from '#server/system-random.ts';
import { openPostgresDatabase, testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';
import { accrueOverdueLoans, dueForAccrual } from './penalties.ts';
import { reconcileAll } from './reconcile.ts';

const service = await testLendingService();
let session: TestSession;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
});

function run(instant: string) {
  return accrueOverdueLoans(service.database, { now: new Date(instant), random: systemRandom });
}

async function stateOf({ orderId }: TestLoan) {
  const { database } = service;
  const [loan] = await database.select().from(loans).where(eq(loans.id, orderId));
  const rows = await database
    .select()
    .from(instalments)
    .where(eq(instalments.loanId, orderId))
    .orderBy(instalments.sequence);
  return {
    status: loan?.status,
    balanceMinor: loan?.balanceMinor,
    penalties: rows.map(({ penaltyChargedMinor }) => penaltyChargedMinor),
    accruedThrough: rows.map(({ accruedThrough }) => accruedThrough),
  };
}

async function keysOf({ orderId }: TestLoan, kind: 'accrual' | 'late-fee'): Promise<string[]> {
  const rows = await service.database
    .select({ key: ledgerTransactions.idempotencyKey })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.loanId, orderId), eq(ledgerTransactions.kind, kind)));
  return rows.map(({ key }) => key);
}

test('a loan is overdue from the first day after its due date, and each day is booked once', async () => {
  const loan = await paidOutLoan(service, session);
  await run('2026-12-20T23:59:59-06:00');
  expect(await stateOf(loan)).toMatchObject({ status: 'to-repay', penalties: [0, 0, 0, 0] });
  await run('2026-12-21T00:00:00-06:00');
  const first = await stateOf(loan);
  expect(first).toMatchObject({
    status: 'overdue',
    balanceMinor: 560_520,
    penalties: [4_268, 0, 0, 0],
    accruedThrough: ['2026-12-21', null, null, null],
  });
  expect((await run('2026-12-21T12:00:00-06:00')).loanCount).toBe(0);
  await run('2026-12-21T23:59:59-06:00');
  expect(await stateOf(loan)).toEqual(first);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('days the job was not run are caught up, each with its own booking', async () => {
  const loan = await paidOutLoan(service, session);
  await run('2026-12-30T12:00:00-06:00');
  expect(await stateOf(loan)).toMatchObject({ penalties: [42_680, 0, 0, 0] });
  expect(await keysOf(loan, 'accrual')).toHaveLength(10);
  await run('2027-01-20T12:00:00-06:00');
  expect(await stateOf(loan)).toMatchObject({ penalties: [31 * 4_268, 4_204, 0, 0] });
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('a repeat borrower is charged the fee of one, as the quote said', async () => {
  await pay(service, await paidOutLoan(service, session), 556_252);
  const loan = await paidOutLoan(service, session, 'mx-90-steps');
  const baseMinor = (await stateOf(loan)).balanceMinor ?? 0;
  await run('2027-02-20T12:00:00-06:00');
  expect((await stateOf(loan)).penalties[0]).toBe(80_000 + Math.round(baseMinor * 0.05));
});

test('penalties grow on what is unpaid that day, penalties left out, and stop when it is paid', async () => {
  const loan = await paidOutLoan(service, session);
  service.setTime('2026-12-22T12:00:00-06:00');
  await pay(service, loan, 2 * 4_268 + 42_281);
  await run('2026-12-23T12:00:00-06:00');
  expect(await stateOf(loan)).toMatchObject({ status: 'overdue', penalties: [2 * 4_268 + 3_000, 0, 0, 0] });
  service.setTime('2026-12-23T13:00:00-06:00');
  await pay(service, loan, 103_000);
  expect(await stateOf(loan)).toMatchObject({ status: 'to-repay' });
  await run('2027-01-19T12:00:00-06:00');
  expect(await stateOf(loan)).toMatchObject({ status: 'to-repay', penalties: [11_536, 0, 0, 0] });
  const changes = await service.database
    .select({ to: statusChanges.to, by: statusChanges.by })
    .from(statusChanges)
    .where(eq(statusChanges.loanId, loan.orderId))
    .orderBy(statusChanges.id);
  expect(changes.map(({ to }) => to)).toEqual([
    'under-review',
    'paying-out',
    'to-repay',
    'overdue',
    'to-repay',
  ]);
  expect(changes.at(-1)?.by).toBe('payment');
});

test('days that are booked and that an instalment does not know of are booked no second time, by a payment or a look', async () => {
  const loan = await paidOutLoan(service, session, 'mx-90-steps');
  await run('2027-02-22T12:00:00-06:00');
  const booked = { ...(await stateOf(loan)), keys: (await keysOf(loan, 'accrual')).sort() };
  expect(booked.keys).toHaveLength(3);
  const forget = () =>
    service.database
      .update(instalments)
      .set({ accruedThrough: null })
      .where(eq(instalments.loanId, loan.orderId));
  await forget();
  service.setTime('2027-02-22T13:00:00-06:00');
  await service.ask(readLoan, loan, session);
  expect({ ...(await stateOf(loan)), keys: (await keysOf(loan, 'accrual')).sort() }).toEqual(booked);
  await forget();
  await pay(service, loan, 1_000);
  const { penalties, accruedThrough } = booked;
  expect(await stateOf(loan)).toMatchObject({ penalties, accruedThrough });
  expect(await keysOf(loan, 'late-fee')).toHaveLength(1);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('more loans than one batch are all done, with a rest in between', async () => {
  const { db, close } = await openPostgresDatabase();
  onTestFinished(close);
  const many = lendingService(db);
  for (let made = 0; made < 5; made += 1) await paidOutLoan(many, await newBorrower(many));
  const overdueAtRest: number[] = [];
  const tookMs: number[] = [];
  const rest = async (batchMs: number) => {
    tookMs.push(batchMs);
    // What is booked by then is there for everybody, and nothing is locked.
    overdueAtRest.push(await db.$count(loans, eq(loans.status, 'overdue')));
  };
  const { loanCount, failures } = await accrueOverdueLoans(
    db,
    { now: new Date('2026-12-21T12:00:00-06:00'), random: systemRandom },
    { batchSize: 2, rest },
  );
  expect([loanCount, failures]).toEqual([5, []]);
  expect(overdueAtRest).toEqual([2, 4]);
  expect(tookMs.every((ms) => ms > 0)).toBe(true);
});

test('a loan that cannot be done is reported and keeps no other from being done', async () => {
  const broken = await paidOutLoan(service, session);
  const sound = await paidOutLoan(service, await newBorrower(service));
  const isBroken = eq(loans.id, broken.orderId);
  const { database } = service;
  await database
    .update(loans)
    .set({ balanceMinor: minorAmount(Number.MAX_SAFE_INTEGER) })
    .where(isBroken);
  const { failures } = await run('2026-12-21T12:00:00-06:00');
  expect(failures).toHaveLength(1);
  expect(await stateOf(broken)).toMatchObject({ status: 'to-repay' });
  expect(await stateOf(sound)).toMatchObject({ status: 'overdue' });
  await database
    .update(loans)
    .set({ balanceMinor: minorAmount(556_252) })
    .where(isBroken);
});

test('the jobs run when they are started, and again every few minutes, until they are stopped', async () => {
  const loan = await paidOutLoan(service, session);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { jobs } = service.api;
  service.setTime('2026-12-21T12:00:00-06:00');
  jobs.start();
  await jobs.stop();
  expect(await stateOf(loan)).toMatchObject({ accruedThrough: ['2026-12-21', null, null, null] });
  jobs.start();
  await jobs.stop();
  jobs.start();
  service.setTime('2026-12-22T12:00:00-06:00');
  await vi.waitFor(
    async () => {
      vi.advanceTimersByTime(5 * 60 * 1000);
      expect((await stateOf(loan)).accruedThrough[0]).toBe('2026-12-22');
    },
    { timeout: 30_000 },
  );
  await jobs.stop();
  service.setTime('2026-12-23T12:00:00-06:00');
  vi.advanceTimersByTime(60 * 60 * 1000);
  expect((await stateOf(loan)).accruedThrough[0]).toBe('2026-12-22');
  vi.useRealTimers();
});

test('loans that lack a penalty are found by the index, among many that lack none', async () => {
  const { db, close } = await openPostgresDatabase();
  onTestFinished(close);
  const many = lendingService(db);
  const loan = await paidOutLoan(many, await newBorrower(many));
  await db.execute(sql`insert into instalments
    select (jsonb_populate_record(one, jsonb_build_object(
      'id', gen_random_uuid(), 'sequence', number, 'due_date', date '2027-06-01' + number % 1000))).*
    from instalments as one, generate_series(100, 20000) as number
    where one.loan_id = ${loan.orderId} and one.sequence = 1`);
  await db.execute(sql`analyze instalments`);
  const search = dueForAccrual(new Date('2026-12-21T12:00:00-06:00'), undefined);
  const plan = await queryRows<{ 'QUERY PLAN': string }>(db, sql`explain ${search}`);
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
  // By its own name, or by the one that its part of a partition has.
  expect(lines).toMatch(/instalments_to_accrue|instalments_\d_coalesce_id_idx/);
  // The partitions without borrowers are empty.
  expect(lines).not.toMatch(/Seq Scan on instalments.* rows=(?!1 )/);
  const rows = await queryRows<{ id: string }>(db, search);
  expect(rows.map(({ id }) => ({ id }))).toEqual([{ id: loan.orderId }]);
});
