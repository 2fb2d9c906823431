import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { reversePenalties, stepPenalties } from '#contract/host/ledger.ts';
import { listErasureRequests, requestErasure } from '#contract/host/personal-data.ts';
import { waiveCharge } from '#contract/host/repayment.ts';
import type { DatabaseConnection } from '#db/connect.ts';
import { Database, queryRows } from '#db/database.ts';
import { AnswerMissingError } from '#db/failure.ts';
import { newId } from '#db/new-id.ts';
import { ledgerTransactions } from '#db/schema/ledger.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments } from '#db/schema/repayment.ts';
import { type ConnectionPool, Sessions, type StatementHook } from '#db/session.ts';
import { localDate } from '#domain/calendar.ts';
import { followDatabaseClock, timeCachedMs } from '#lending/clock.ts';
import { accrueOverdueLoans } from '#lending/ledger/penalties.ts';
import { reconcileAll } from '#lending/ledger/reconcile.ts';
import { openEmbeddedDatabase, openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { type LendingService, lendingService, type TestSession } from '#tests/setup/lending-service.ts';

let embedded: DatabaseConnection;
let postgres: DatabaseConnection | undefined;
let service: LendingService;
let session: TestSession;
let loan: TestLoan;
beforeEach(async () => {
  embedded = await openEmbeddedDatabase();
  service = lendingService(embedded.db, { penaltyStepDays: 3 });
  session = await newBorrower(service);
  // Due on 2026-12-20.
  loan = await paidOutLoan(service, session);
});
afterEach(async () => {
  vi.useRealTimers();
  expect(await reconcileAll(service.database)).toEqual([]);
  await embedded.close();
});
afterAll(() => postgres?.close());

async function runJobs(instant: string): Promise<void> {
  service.setTime(instant);
  service.api.jobs.start();
  await service.api.jobs.stop();
}

async function penalties(of: TestLoan = loan) {
  const records = await service.database
    .select()
    .from(instalments)
    .where(eq(instalments.loanId, of.orderId))
    .orderBy(instalments.sequence);
  const [row] = await service.database.select().from(loans).where(eq(loans.id, of.orderId));
  return {
    through: records[0]?.accruedThrough,
    chargedMinor: records.reduce((sum, { penaltyChargedMinor }) => sum + penaltyChargedMinor, 0),
    paidMinor: records.reduce((sum, { penaltyPaidMinor }) => sum + penaltyPaidMinor, 0),
    suspenseMinor: Number(row?.suspenseMinor),
    status: row?.status,
  };
}

function reverse(fromDay: string, throughDay: string, of: TestLoan = loan) {
  return service.tell(reversePenalties, {
    orderNumber: of.orderNumber,
    fromDay: localDate(fromDay),
    throughDay: localDate(throughDay),
    reason: 'the clock was ahead',
  });
}

test('the day comes from the database, and a process whose clock is wrong charges nobody', async () => {
  postgres = await openPostgresDatabase();
  const { db } = postgres;
  const toldAhead: number[] = [];
  const { timeOf, clock } = await followDatabaseClock(db, (secondsAhead) => toldAhead.push(secondsAhead));
  const real = lendingService(db, {}, { timeOf });
  const borrower = await newBorrower(real);
  const young = await paidOutLoan(real, borrower);
  expect(toldAhead).toEqual([]);
  vi.useFakeTimers({ now: Date.now() + 90 * 86_400_000, toFake: ['Date'] });
  await setTimeout(timeCachedMs);
  real.api.jobs.start();
  await real.api.jobs.stop();
  expect((await real.ask(readLoan, young, borrower)).status).toBe('to-repay');
  const rows = await queryRows(
    db,
    sql`select kind from ledger_transactions where loan_id = ${young.orderId} and kind <> 'disbursal'`,
  );
  expect(rows).toEqual([]);
  const [row] = await queryRows<{ time: number }>(
    db,
    sql`select extract(epoch from clock_timestamp())::float8 as time`,
  );
  expect(Math.abs(clock.now().getTime() - (row?.time ?? 0) * 1000)).toBeLessThan(60_000);
  expect(toldAhead.map((seconds) => Math.round(seconds / 86_400))).toEqual([90]);
});

test('a database that stops before the first query of the time does not end the start, and gives the time once it is back', async () => {
  postgres ??= await openPostgresDatabase();
  let isAway = true;
  const answering = postgres.db.sessions;
  const around: StatementHook = (_text, ask) => (isAway ? Promise.reject(new AnswerMissingError()) : ask());
  const pool: ConnectionPool = {
    lend: (work) =>
      work({ sent: async () => {}, send: async (...asked) => ({ rows: await answering.ask(...asked) }) }),
  };
  const database = new Database(new Sessions(pool, 0, around));
  vi.useFakeTimers({ now: Date.now() + 90 * 86_400_000, toFake: ['Date'] });
  const { timeOf, clock } = await followDatabaseClock(database);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
  isAway = false;
  await setTimeout(timeCachedMs + 50);
  const told = await timeOf(database);
  expect(Math.round((Date.now() - told.getTime()) / 86_400_000)).toBe(90);
  const broken = new Database(new Sessions(pool, 0, () => Promise.reject(new Error('a fault'))));
  await expect(followDatabaseClock(broken)).rejects.toThrow();
});

test('while penalties wait for the day to be confirmed nobody is erased and no message is forgotten', async () => {
  const outcomes = new Map<string, string>();
  service = lendingService(
    service.database,
    { penaltyStepDays: 3 },
    { jobEnded: (job, outcome) => void outcomes.set(job, outcome) },
  );
  service.setTime('2026-11-20T12:00:00-06:00');
  const { borrowerId } = await newBorrower(service);
  await runJobs('2026-11-21T12:00:00-06:00');
  await service.tell(requestErasure, { borrowerId, reason: 'asked', notBefore: localDate('2027-01-20') });
  const messageId = newId();
  const waiver = { orderNumber: loan.orderNumber, component: 'fee', amountMinor: 1_000, reason: 'a favour' };
  expect((await service.host(waiveCharge.path, waiver, messageId)).status).toBe(200);
  await runJobs('2027-01-22T12:00:00-06:00');
  expect([outcomes.get('erasures'), outcomes.get('retention')]).toEqual(['refused', 'refused']);
  service.setTime('2026-11-21T12:05:00-06:00');
  const { erasureRequests } = await service.tell(listErasureRequests, { limit: 100 });
  expect(erasureRequests.find((each) => each.borrowerId === borrowerId)?.state).toBe('waiting');
  // The sender did not hear the answer and says it again.
  expect((await service.host(waiveCharge.path, waiver, messageId)).status).toBe(200);
  const waived = await queryRows(
    service.database,
    sql`select id from ledger_transactions where loan_id = ${loan.orderId} and kind = 'waiver'`,
  );
  expect(waived).toHaveLength(1);
});

test('a leap of more days than are set books nothing, by the job or by a page, until the day is confirmed', async () => {
  const outcomes: string[] = [];
  service = lendingService(
    service.database,
    { penaltyStepDays: 3 },
    { jobEnded: (job, outcome) => job === 'penalties' && outcomes.push(outcome) },
  );
  await runJobs('2026-12-21T12:00:00-06:00');
  expect((await penalties()).through).toBe('2026-12-21');
  await runJobs('2027-01-20T12:00:00-06:00');
  expect((await penalties()).through).toBe('2026-12-21');
  expect(outcomes).toEqual(['done', 'refused']);
  expect(service.reported).toContainEqual({
    level: 'error',
    message: 'penalties wait until the day is confirmed',
    fields: { today: '2027-01-20', bookableThrough: '2026-12-24' },
  });
  service.setTime('2027-01-20T12:00:00-06:00');
  await service.ask(readLoan, loan, await service.session(session.borrowerId));
  expect((await penalties()).through).toBe('2026-12-24');

  const wrong = await service.host(stepPenalties.path, { day: '2027-01-19' });
  expect(wrong.status).toBe(422);
  const day = localDate('2027-01-20');
  expect(await service.tell(stepPenalties, { day })).toEqual({ bookableThrough: '2027-01-23' });
  await runJobs('2027-01-20T12:00:00-06:00');
  expect((await penalties()).through).toBe('2027-01-20');
});

test('penalties booked ahead of time are reversed, and booked again only when their days come', async () => {
  const other = await paidOutLoan(service, await newBorrower(service));
  service.setTime('2026-12-22T12:00:00-06:00');
  await accrueOverdueLoans(service.database, {
    ...service.dependencies,
    now: new Date('2027-01-21T18:00:00Z'),
  });
  const ahead = await penalties();
  expect(ahead).toMatchObject({ through: '2027-01-21', status: 'overdue' });

  const answer = await reverse('2026-12-23', '2027-12-31');
  const after = await penalties();
  expect(after).toMatchObject({ through: '2026-12-22', paidMinor: 0, status: 'overdue' });
  expect(answer).toMatchObject({ reversedMinor: ahead.chargedMinor - after.chargedMinor, returnedMinor: 0 });
  expect(await reverse('2026-12-23', '2027-12-31')).toMatchObject({ reversedMinor: 0 });

  await accrueOverdueLoans(service.database, {
    ...service.dependencies,
    now: new Date('2027-01-21T18:00:00Z'),
  });
  expect(await penalties()).toEqual(await penalties(other));
  const [reversed] = await service.database
    .select({ reason: ledgerTransactions.reason })
    .from(ledgerTransactions)
    .where(sql`${ledgerTransactions.reversesId} is not null`);
  expect(reversed).toEqual({ reason: 'the clock was ahead' });
});

test('a reversal of no loan, or of days the wrong way round, is refused', async () => {
  const body = { fromDay: '2026-12-21', throughDay: '2026-12-25', reason: 'r' };
  const { path } = reversePenalties;
  expect((await service.host(path, { ...body, orderNumber: 'LL-none' })).status).toBe(404);
  const back = { ...body, orderNumber: loan.orderNumber, throughDay: '2026-12-20' };
  expect((await service.host(path, back)).status).toBe(422);
  expect((await service.host(path, { ...body, orderNumber: loan.orderNumber, reason: '' })).status).toBe(422);
});
