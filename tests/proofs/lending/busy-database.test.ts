import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { connectDatabase, type DatabaseConnection, usualLimits } from '#db/connect.ts';
import { inTransaction } from '#db/database.ts';
import { createDatabaseProbe, type DatabaseProbe, type HeldLock } from '#db/readiness.ts';
import { instalments } from '#db/schema/repayment.ts';
import { lockLoanByOrderNumber } from '#lending/ledger/loans.ts';
import { accrueOverdueLoans } from '#lending/ledger/penalties.ts';
import { systemRandom } from '#server/system-random.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { jsonRequest, type LendingService, lendingService, send } from '#tests/setup/lending-service.ts';
import { type StallingProxy, startStallingProxy } from '#tests/setup/stalling-proxy.ts';

let patient: Awaited<ReturnType<typeof openPostgresDatabase>>;
let usual: DatabaseConnection;
let probe: DatabaseProbe;
let proxy: StallingProxy;
let service: LendingService;
const locks: HeldLock[] = [];
beforeAll(async () => {
  patient = await openPostgresDatabase();
  proxy = await startStallingProxy(patient.url);
  usual = await connectDatabase({ databaseUrl: proxy.url }, usualLimits, undefined, async (processIds) => {
    locks.push(...(await probe.locksBefore(processIds)));
  });
  probe = createDatabaseProbe(usual, proxy.url);
  service = lendingService(usual.db, {}, { hostDatabase: usual.hostDb });
});
afterAll(async () => {
  await probe.close();
  await usual.close();
  await proxy.close();
  await patient.close();
});

test('25 payments for a locked loan are put off, and everybody else is served meanwhile', async () => {
  const locked = await paidOutLoan(service, await newBorrower(service));
  const other = await newBorrower(service);
  const otherLoan = await paidOutLoan(service, other);
  const taken = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = inTransaction(patient.db, async (transaction) => {
    await lockLoanByOrderNumber(transaction, locked.orderNumber);
    taken.resolve();
    await release.promise;
  });
  await taken.promise;
  const body = { provider: 'sandbox', orderNumber: locked.orderNumber, amountMinor: 100, currency: 'MXN' };
  const payments = Array.from({ length: 25 }, (_, index) =>
    service.host('/host/payments', { ...body, eventId: randomUUID() }, `msg_locked_${index}`),
  );
  expect(await probe.lack()).toBeNull();
  expect((await service.ask(readLoan, otherLoan, other)).status).toBe('to-repay');
  for (const { status, headers, body: refused } of await Promise.all(payments)) {
    expect({ status, code: refused.code }).toEqual({ status: 503, code: '503' });
    expect(headers.get('Retry-After')).toBe('5');
  }
  release.resolve();
  await holder;
  const again = await service.host('/host/payments', { ...body, eventId: randomUUID() }, 'msg_locked_0');
  expect(again.status).toBe(200);
});

test.each(['the row of a loan', 'a whole table'])(
  'a statement that waits for %s tells of the loan, and of the session that has it',
  async (kind) => {
    const isRow = kind === 'the row of a loan';
    const loan = await paidOutLoan(service, await newBorrower(service));
    const report = new pg.Client({ connectionString: patient.url, application_name: 'monthly report' });
    await report.connect();
    await report.query('begin');
    await (isRow
      ? report.query('select from loans where order_number = $1 for update', [loan.orderNumber])
      : report.query('lock table loans in access exclusive mode'));
    locks.length = 0;
    const body = { provider: 'sandbox', orderNumber: loan.orderNumber, amountMinor: 100, currency: 'MXN' };
    const payment = { ...body, eventId: randomUUID() };
    const { status } = await service.host('/host/payments', payment, randomUUID());
    await report.query('rollback');
    await report.end();
    expect(status).toBe(503);
    expect(locks.length).toBeGreaterThan(0);
    expect(locks[0]).toEqual({
      orderNumber: isRow ? loan.orderNumber : null,
      table: expect.stringMatching(/^loans/),
      waitedMs: expect.any(Number),
      holder: {
        processId: (report as unknown as { readonly processID: number }).processID,
        ...{ application: 'monthly report', role: decodeURIComponent(new URL(patient.url).username) },
        ...{ since: expect.stringMatching(/^\d{4}-.*Z$/), heldMs: expect.any(Number) },
      },
    });
    expect(locks[0]?.holder.heldMs).toBeGreaterThanOrEqual(locks[0]?.waitedMs ?? 0);
    expect((await service.host('/host/payments', payment, randomUUID())).status).toBe(200);
  },
);

test.each([
  ['2', 'El servicio está ocupado'],
  ['1', 'The service is busy'],
])('a frozen database is answered within 5 seconds in the borrower’s language (%s)', async (lang, words) => {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const { sessionId, userId, deviceId } = session;
  proxy.stall();
  const headers = { 'X-Session-Id': sessionId, 'X-User-Id': userId, 'X-Device-Id': deviceId };
  const request = jsonRequest(`${readLoan.path}?lang=${lang}`, loan, headers);
  // A machine that is busy keeps all timers waiting, and lets them pass in their order.
  const answer = await Promise.race([send(service.api, request), setTimeout(5_000, null)]);
  proxy.resume();
  if (answer === null) throw new Error('There was no answer within 5 seconds.');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toBe('5');
  expect(answer.body.message).toContain(words);
});

test('the daily job searches again where it took too long to find what lacks penalties', async () => {
  await paidOutLoan(service, await newBorrower(service));
  const hasty = await connectDatabase(
    { databaseUrl: patient.url },
    { ...usualLimits, statementTimeoutMs: 1_000, lockTimeoutMs: 0 },
  );
  const taken = Promise.withResolvers<void>();
  const holder = inTransaction(patient.db, async (transaction) => {
    await transaction.execute(sql`lock table ${instalments} in access exclusive mode`);
    taken.resolve();
    await setTimeout(2_500);
  });
  await taken.promise;
  // The first payment is a few days late: what is booked then takes no time that a busy machine has not.
  const now = new Date(Date.now() + 35 * 86_400_000);
  const run = await accrueOverdueLoans(hasty.db, { now, random: systemRandom }).finally(() => hasty.close());
  await holder;
  expect(run.loanCount).toBeGreaterThan(0);
  expect(run.failures).toEqual([]);
});
