import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { compareBooks as askForComparison, readReconciliation } from '#contract/host/ledger.ts';
import { jobLeases } from '#db/schema/job.ts';
import { bookComparison, bookFaults } from '#db/schema/ledger.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments, providerEvents } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { comparedBooks } from '#tests/setup/compared-books.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { compareBooks } from './compare-books.ts';

const service = await testLendingService();
const { database } = service;
const loanCount = 13;
const made: TestLoan[] = [];
for (let count = 0; count < loanCount; count += 1) {
  made.push(await paidOutLoan(service, await newBorrower(service)));
}

const hourMs = 3_600_000;
/** A day after the loans were paid out, so that none of them counts as moved. */
let now = new Date('2026-11-22T18:00:00Z');

beforeEach(async () => {
  service.reported.length = 0;
  await database.delete(bookFaults);
  await database.delete(bookComparison);
  await runLater(0);
});

/** What the run so many hours later finds that was not known. */
async function runLater(hours: number, signal?: AbortSignal) {
  now = new Date(now.getTime() + hours * hourMs);
  service.setTime(now.toISOString());
  const { loanIds, eventIds } = await compareBooks(database, { now, ...(signal && { signal }) });
  return [...loanIds, ...eventIds];
}

const faultsOnRecord = async () => {
  const { disagreements, eventFaults, comparison } = await service.tell(readReconciliation, {});
  const ids = [...new Set(disagreements.map(({ loanId }) => loanId))];
  return { ids, disagreements, eventFaults, comparison };
};

async function changeBalance(orderId: string, byMinor: number): Promise<void> {
  const balanceMinor = sql`${loans.balanceMinor} + ${byMinor}`;
  await database.update(loans).set({ balanceMinor }).where(eq(loans.id, orderId));
}

/** Ends a run after it asked so many times whether it is to go on. */
function signalAfter(checks: number): AbortSignal {
  let left = checks;
  return {
    get aborted() {
      left -= 1;
      return left < 0;
    },
  } as AbortSignal;
}

test('a loan with movements is compared by the next run, and one without within a week; each is reported once and stays until it is mended', async () => {
  expect((await faultsOnRecord()).comparison).toMatchObject({
    outstandingCount: 0,
    comparedCount: loanCount,
  });
  const [moved, still] = [made[5], made.at(-1)] as [TestLoan, TestLoan];
  now = new Date(now.getTime() + 23 * hourMs);
  service.setTime(now.toISOString());
  await pay(service, moved, 1000);
  for (const { orderId } of [moved, still]) await changeBalance(orderId, 7);

  expect(await runLater(1)).toEqual([moved.orderId]);
  const foundAt = now.toISOString();
  expect((await faultsOnRecord()).ids).toEqual([moved.orderId]);
  const reports: string[] = [];
  for (let day = 2; day <= 6; day += 1) reports.push(...(await runLater(24)));
  expect(reports).toEqual([still.orderId]);
  const { disagreements, ids, comparison } = await faultsOnRecord();
  expect(ids.toSorted()).toEqual([moved.orderId, still.orderId].toSorted());
  expect(disagreements.find(({ loanId }) => loanId === moved.orderId)).toMatchObject({
    ...{ subject: 'balance', sequence: null, foundAt, comparedAt: now.toISOString() },
  });
  expect(comparison).toMatchObject({ faultyLoanCount: 2, isUnderWay: false });

  for (const { orderId } of [moved, still]) await changeBalance(orderId, -7);
  expect(await runLater(24)).toEqual([]);
  expect(await faultsOnRecord()).toMatchObject({ ids: [], comparison: { faultyLoanCount: 0 } });
});

test('every loan is compared at least once in seven days, also after days without a run, and those that came meanwhile', async () => {
  const compared: string[] = [];
  const broken = new Set<string>();
  const breakAll = async () => {
    for (const { orderId } of made.filter(({ orderId }) => !broken.has(orderId))) {
      broken.add(orderId);
      await changeBalance(orderId, 3);
    }
  };
  await breakAll();
  for (const hours of [24, 24, 25, 72]) compared.push(...(await runLater(hours)));
  expect(new Set(compared)).toEqual(broken);
  expect(compared).toHaveLength(broken.size);
  made.push(await paidOutLoan(service, await newBorrower(service)));
  for (let day = 1; day <= 7; day += 1) {
    if (day === 2) await breakAll();
    compared.push(...(await runLater(24)));
  }
  expect(new Set(compared)).toEqual(broken);
  expect(compared).toHaveLength(made.length);
  for (const { orderId } of made) await changeBalance(orderId, -3);
});

test('a run whose process is gone goes on within seconds of the end of its lease, whoever looked meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { jobs } = service.api;
  onTestFinished(() => jobs.stop());
  await service.tell(askForComparison, {});
  await runLater(0, signalAfter(1));
  const job = 'comparison of books';
  const lease = { job, holder: 'gone', heldUntil: sql`clock_timestamp() + interval '1 hour'` };
  await database.insert(jobLeases).values(lease).onConflictDoUpdate({ target: jobLeases.job, set: lease });
  jobs.start();
  await jobs.stop();
  jobs.start();
  expect((await faultsOnRecord()).comparison.isUnderWay).toBe(true);
  await database.update(jobLeases).set({ heldUntil: sql`clock_timestamp()` }).where(eq(jobLeases.job, job));
  await vi.waitFor(
    async () => {
      vi.advanceTimersByTime(5_000);
      expect((await faultsOnRecord()).comparison.isUnderWay).toBe(false);
    },
    { timeout: 30_000 },
  );
});

test('a run that is ended goes on where it was, and all that is wrong is reported once', async () => {
  const [loan, other] = [made[3], made[4]] as [TestLoan, TestLoan];
  await changeBalance(loan.orderId, 5);
  const { orderId } = other;
  const interestPaidMinor = sql`${instalments.interestPaidMinor} + 1`;
  await database.update(instalments).set({ interestPaidMinor }).where(eq(instalments.loanId, orderId));
  await service.tell(askForComparison, {});
  expect((await faultsOnRecord()).comparison.isUnderWay).toBe(true);
  const reports: string[] = [];
  const places: number[] = [];
  for (let checks = 0; (await faultsOnRecord()).comparison.isUnderWay; checks += 1) {
    reports.push(...(await runLater(0, signalAfter(checks))));
    places.push((await faultsOnRecord()).comparison.outstandingCount);
    expect(checks).toBeLessThan(50);
  }
  expect(reports.toSorted()).toEqual([loan.orderId, other.orderId].toSorted());
  expect(places[0]).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((a, b) => b - a));
  expect(places.at(-1)).toBe(0);
  await changeBalance(loan.orderId, -5);
  await database
    .update(instalments)
    .set({ interestPaidMinor: sql`${instalments.interestPaidMinor} - 1` })
    .where(eq(instalments.loanId, orderId));
});

test('an event whose money is not booked exactly once is found with its loan, or without one, until it is mended', async () => {
  const loan = made[6] as TestLoan;
  await pay(service, loan, 2000);
  const [event] = await database.select().from(providerEvents).where(eq(providerEvents.loanId, loan.orderId));
  if (!event) throw new Error('no event');
  const isEvent = eq(providerEvents.id, event.id);
  await database
    .update(providerEvents)
    .set({ amountMinor: minorAmount(1999) })
    .where(isEvent);
  expect(await runLater(24)).toEqual([event.id]);
  await database.update(providerEvents).set({ loanId: null, borrowerId: null }).where(isEvent);
  expect(await runLater(24)).toEqual([]);
  expect((await faultsOnRecord()).eventFaults).toMatchObject([
    { reportedMinor: '1999', bookedMinor: '2000' },
  ]);
  await database.delete(bookFaults);
  expect(await runLater(24)).toEqual([event.id]);
  await database
    .update(providerEvents)
    .set({ loanId: loan.orderId, borrowerId: event.borrowerId, amountMinor: event.amountMinor })
    .where(isEvent);
  expect(await runLater(24)).toEqual([]);
  expect((await faultsOnRecord()).eventFaults).toEqual([]);
});

test('a single loan is compared as of now, whatever earlier comparisons found', async () => {
  const { orderId, orderNumber } = made[0] as TestLoan;
  await changeBalance(orderId, 9);
  const reconciliation = await service.tell(readReconciliation, { orderNumber });
  expect(reconciliation.disagreements).toMatchObject([
    { loanId: orderId, subject: 'balance', comparedAt: now.toISOString() },
  ]);
  expect((await faultsOnRecord()).ids).toEqual([]);
  expect((await comparedBooks(service)).disagreements).toHaveLength(1);
  await changeBalance(orderId, -9);
  expect((await comparedBooks(service)).disagreements).toEqual([]);
});
