import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { readTrialBalance } from '#contract/host/accounting.ts';
import { closeLoan, quoteSettlement, writeOffLoan } from '#contract/host/loan.ts';
import { reversePayment } from '#contract/host/repayment.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { addDays, type LocalDate, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { earnedPart } from '#tests/setup/loan-income-model.ts';
import { stepDays } from './bookable-day.ts';
import { closeDays } from './closed-days.ts';
import { accrueOverdueLoans, beginEarnings } from './penalties.ts';
import { reconcileLoan } from './reconcile.ts';

const { random } = (await testLendingService()).dependencies;
const firstDay = localDate('2026-11-20');
const noon = (day: LocalDate) => `${day}T12:00:00-06:00`;

type Service = Awaited<ReturnType<typeof testLendingService>>;

/** What stands on each account at the end of a day, as the trial balance of that day says. */
async function balancesOn(service: Service, day: LocalDate): Promise<Readonly<Record<string, number>>> {
  const { accounts, closingMinor } = await service.tell(readTrialBalance, {
    ...{ currency: 'MXN', fromDay: day, throughDay: day },
  });
  expect(closingMinor).toBe('0');
  return Object.fromEntries(accounts.map(({ account, closingMinor: minor }) => [account, Number(minor)]));
}

/** The days of a loan, its penalties each day and the closing of days among them. */
async function liveThrough(service: Service, day: LocalDate, { closes = true } = {}): Promise<void> {
  service.setTime(noon(day));
  const now = new Date(noon(day));
  await stepDays(service.database, { now, days: 3, isConfirmed: true });
  await accrueOverdueLoans(service.database, { now, random });
  if (closes) await closeDays(service.database, now);
}

async function planOf(service: Service, { orderId }: TestLoan) {
  return queryRows<{ due: LocalDate; interest: number; fee: number }>(
    service.database,
    sql`select due_date::text as due, interest_charged_minor::integer as interest, fee_charged_minor::integer as fee
      from instalments where loan_id = ${orderId} order by sequence`,
  );
}

/** What of a plan is not earned on a day. */
function unearnedOf(plan: Awaited<ReturnType<typeof planOf>>, start: LocalDate, day: LocalDate) {
  const of = (figure: 'interest' | 'fee') =>
    plan.reduce((sum, payment, index) => {
      const from = plan[index - 1]?.due ?? start;
      return sum + payment[figure] - earnedPart(payment[figure], from, payment.due, day);
    }, 0);
  return { interest: of('interest'), fee: of('fee') };
}

test('[MONEY-5] interest and fees are income as days pass: what is earned and what is not are what the plan charged, on every day', async () => {
  const service = await testLendingService();
  service.setTime(noon(firstDay));
  const loan = await paidOutLoan(service, await newBorrower(service));
  const plan = await planOf(service, loan);
  const charged = { interest: 18_493, fee: 30_000 };
  expect(await balancesOn(service, firstDay)).toMatchObject({
    ...{ 'unearned-interest': -18_493, 'unearned-fee': -30_000 },
  });
  for (const [index, { due }] of plan.entries()) {
    await liveThrough(service, addDays(due, -1), { closes: index % 2 === 0 });
    await pay(service, loan, 139_063);
  }
  await liveThrough(service, localDate('2027-03-20'));
  const seen = new Map<LocalDate, string>();
  for (let day = firstDay; day <= '2027-03-20'; day = addDays(day, 1)) {
    const balances = await balancesOn(service, day);
    const unearned = unearnedOf(plan, firstDay, day);
    const on = (account: string) => 0 - (balances[account] ?? 0);
    expect([day, on('unearned-interest'), on('unearned-fee')]).toEqual([
      day,
      unearned.interest,
      unearned.fee,
    ]);
    expect(on('interest-income')).toBe(charged.interest - unearned.interest);
    expect(on('fee-income')).toBe(charged.fee - unearned.fee);
    seen.set(day, JSON.stringify(balances));
  }
  // Days that are closed again, by a clock that went back too, stay as they were, and no row is written for a loan and a day.
  await liveThrough(service, localDate('2027-03-10'));
  await Promise.all([
    liveThrough(service, localDate('2027-04-10')),
    liveThrough(service, localDate('2027-04-10')),
  ]);
  for (const [day, balances] of seen) expect(JSON.stringify(await balancesOn(service, day))).toBe(balances);
  const earnings = await queryRows(
    service.database,
    sql`select from ledger_transactions where loan_id = ${loan.orderId} and kind = 'earning'`,
  );
  expect(earnings.length).toBeLessThan(3);
  expect(await reconcileLoan(service.database, loan.orderId)).toEqual([]);
});

test('what a day earns is kept once the day before is closed: its balance sums no loan anew, whatever changes on it', async () => {
  const service = await testLendingService();
  service.setTime(noon(firstDay));
  const loan = await paidOutLoan(service, await newBorrower(service));
  const day = addDays(firstDay, 5);
  await liveThrough(service, day);
  const kept = await queryRows<{ last: LocalDate }>(
    service.database,
    sql`select max(day)::text as last from earning_days where currency = 'MXN'`,
  );
  expect(kept).toEqual([{ last: day }]);
  const before = await balancesOn(service, day);
  const earned = (balances: typeof before) => balances['interest-income'];
  expect(earned(before)).toBeLessThan(0);
  // Without the periods nothing can be summed anew.
  await service.database.execute(sql`delete from earning_periods where loan_id = ${loan.orderId}`);
  expect(await balancesOn(service, day)).toEqual(before);
  expect(earned(await balancesOn(service, addDays(day, 1)))).toBe(earned(before));
});

test('a balance asks as much of the database however many days are open', async () => {
  const service = await testLendingService();
  service.setTime(noon(firstDay));
  await paidOutLoan(service, await newBorrower(service));
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const statementsOn = async (day: LocalDate) => {
    await liveThrough(service, day, { closes: false });
    asked.mockClear();
    await balancesOn(service, day);
    return asked.mock.calls.length;
  };
  const few = await statementsOn(addDays(firstDay, 2));
  expect(few).toBeGreaterThan(3);
  expect(await statementsOn(addDays(firstDay, 28))).toBe(few);
  asked.mockRestore();
});

/** Rewrites the books to what they were before loans earned by days: whatever is charged is income. */
async function asBefore(service: Service): Promise<void> {
  const { database } = service;
  await database.execute(sql`alter table ledger_postings disable trigger user`);
  await database.execute(sql`alter table ledger_transactions disable trigger user`);
  await database.execute(sql`delete from ledger_postings where transaction_id in
    (select id from ledger_transactions where kind = 'earning')`);
  await database.execute(sql`delete from ledger_transactions where kind = 'earning'`);
  await database.execute(sql`update ledger_postings as cleared set account = 'write-off-expense' from ledger_transactions as movement
    where movement.id = cleared.transaction_id and movement.kind = 'write-off'
      and cleared.account in ('unearned-interest', 'unearned-fee', 'suspended-income')`);
  await database.execute(sql`update ledger_postings as cleared set account = 'sale-loss' from ledger_transactions as movement
    where movement.id = cleared.transaction_id and movement.kind = 'sale'
      and cleared.account in ('unearned-interest', 'unearned-fee', 'suspended-income')`);
  await database.execute(sql`update ledger_postings set account = component || '-income'
    where account in ('unearned-interest', 'unearned-fee', 'suspended-income')`);
  await database.execute(sql`delete from earning_periods`);
  await database.execute(sql`delete from earning_days`);
  await database.execute(sql`delete from ledger_day_sums`);
  await database.execute(sql`update closed_books set summed_through = null`);
  await database.execute(sql`update loans set earning_since = null, non_accrual_since = null`);
  await database.execute(sql`alter table ledger_postings enable trigger user`);
  await database.execute(sql`alter table ledger_transactions enable trigger user`);
}

const deferredAccounts = sql.raw(`'unearned-interest', 'unearned-fee', 'suspended-income'`);

/** Of each loan its income of each part, and what it charged that is no income yet. */
function incomeByLoan(service: Service) {
  return queryRows<{ loan: string; part: string; income: number; deferred: number }>(
    service.database,
    sql`select loan_id as loan, component as part,
        coalesce(-sum(amount_minor) filter (where account like '%-income' and account <> 'suspended-income'), 0)::integer as income,
        coalesce(-sum(amount_minor) filter (where account in (${deferredAccounts})), 0)::integer as deferred
      from ledger_postings where component in ('interest', 'fee', 'penalty')
        and (account in (${deferredAccounts}) or account in ('interest-income', 'fee-income', 'penalty-income'))
      group by 1, 2 order by 1, 2`,
  );
}

test('loans of before begin to earn by days, in whatever state they are: what they have not earned leaves their income, once', async () => {
  const service = await testLendingService();
  service.setTime(noon(firstDay));
  const every = [];
  for (let count = 0; count < 8; count += 1)
    every.push(await paidOutLoan(service, await newBorrower(service)));
  const [current, part, late, dead, paid, written, sold, back] = every as [
    ...[TestLoan, TestLoan, TestLoan, TestLoan, TestLoan, TestLoan, TestLoan, TestLoan],
  ];
  const due = addDays(firstDay, 30);
  await liveThrough(service, addDays(due, -10));
  for (const each of [current, part, late]) await pay(service, each, 60_000);
  const { settlesMinor } = await service.tell(quoteSettlement, { orderNumber: paid.orderNumber });
  await pay(service, paid, settlesMinor);
  await pay(service, current, 500_000);
  const eventId = newId();
  await pay(service, back, 50_000, { eventId });
  await service.tell(reversePayment, { provider: 'sandbox', eventId, reason: 'bounced' });
  await service.tell(writeOffLoan, { orderNumber: written.orderNumber, reason: 'gone' });
  await service.tell(closeLoan, { orderNumber: sold.orderNumber, priceMinor: minorAmount(1), reason: 'x' });
  const day = addDays(due, 15);
  await service.database.execute(sql`update quotes set terms = terms || '{"nonAccrualDaysLate": 10}'
    where loan_id = ${dead.orderId}`);
  await liveThrough(service, addDays(due, 5));
  await pay(service, part, 400_000);
  await liveThrough(service, day);
  const model = await incomeByLoan(service);
  const unearned = await balancesOn(service, day);
  await asBefore(service);
  await closeDays(service.database, new Date(noon(day)));
  const before = await incomeByLoan(service);
  expect(before.every(({ deferred }) => deferred === 0)).toBe(true);
  const figures = () =>
    queryRows(service.database, sql`select id, status, balance_minor, suspense_minor from loans order by id`);
  const standing = await figures();
  const now = new Date(noon(day));
  const runs = await Promise.all([
    beginEarnings(service.database, { now, random }),
    beginEarnings(service.database, { now, random }),
  ]);
  expect(runs.map(({ failures }) => failures)).toEqual([[], []]);
  const after = await incomeByLoan(service);
  expect(after.map(({ loan, part: of, income, deferred }) => [loan, of, income + deferred])).toEqual(
    before.map(({ loan, part: of, income }) => [loan, of, income]),
  );
  expect(await figures()).toEqual(standing);
  const opened = await balancesOn(service, day);
  for (const account of ['unearned-interest', 'unearned-fee', 'suspended-income']) {
    expect(opened[account]).toBeLessThan(0);
    expect([account, opened[account]]).toEqual([account, unearned[account]]);
  }
  expect(model.length).toBe(after.length);
  expect(await beginEarnings(service.database, { now, random })).toEqual({ loanCount: 0, failures: [] });
  expect(await incomeByLoan(service)).toEqual(after);
  for (const { orderId } of every) expect(await reconcileLoan(service.database, orderId)).toEqual([]);
  const running = [current, part, late, dead, back].map(({ orderNumber }) => orderNumber);
  for (const orderNumber of running) {
    const { settlesMinor: restMinor } = await service.tell(quoteSettlement, { orderNumber });
    const loan = every.find((each) => each.orderNumber === orderNumber);
    if (loan && restMinor > 0) await pay(service, loan, restMinor);
  }
  const end = await balancesOn(service, day);
  for (const account of ['unearned-interest', 'unearned-fee', 'suspended-income']) {
    expect([account, end[account] ?? 0]).toEqual([account, 0]);
  }
});
