import { asc, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { writeOffLoan } from '#contract/host/loan.ts';
import { reversePayment } from '#contract/host/repayment.ts';
import { type Database, inTransaction, queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { extensions } from '#db/schema/extension.ts';
import {
  closedBooks,
  earningDays,
  earningPeriods,
  ledgerDaySums,
  ledgerPostings,
  ledgerTransactions,
} from '#db/schema/ledger.ts';
import { addDays, type LocalDate, localDate } from '#domain/calendar.ts';
import { dayIn, marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { type Currency, minorAmount } from '#domain/money/money.ts';
import { aging, rollRates } from '#lending/ledger/arrears.ts';
import { stepDays } from '#lending/ledger/bookable-day.ts';
import { closeDays, lastSummedDay } from '#lending/ledger/closed-days.ts';
import { accrueOverdueLoans } from '#lending/ledger/penalties.ts';
import { trialBalance } from '#lending/ledger/trial-balance.ts';
import { citusWorkerPorts } from '#tests/setup/citus.ts';
import { openEmbeddedDatabase, openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { earnedPart } from '#tests/setup/loan-income-model.ts';

const embedded = await openEmbeddedDatabase();
afterAll(embedded.close);
const { db } = embedded;
const service = lendingService(db);
const startsAt = Date.parse('2026-11-20T12:00:00Z');
const hourMs = 3_600_000;
const currencies = ['MXN', 'INR'] as const;
const timeZones = { MXN: 'America/Mexico_City', INR: 'Asia/Kolkata' } as const;

/** The trial balance as one sum over the whole ledger. */
function plainBalance(currency: Currency, fromDay: LocalDate, throughDay: LocalDate) {
  const day = sql.raw(`(movement.booked_at at time zone '${timeZones[currency]}')::date`);
  const sumOf = (condition: string) =>
    sql.raw(
      `coalesce(sum(posting.amount_minor) filter (where ${condition.replaceAll('DAY', `(movement.booked_at at time zone '${timeZones[currency]}')::date`)}), 0)`,
    );
  return queryRows(
    db,
    sql`select posting.account, ${sumOf(`DAY < '${fromDay}'`)}::text as "openingMinor",
        ${sumOf(`DAY >= '${fromDay}' and amount_minor > 0`)}::text as "debitMinor",
        (-${sumOf(`DAY >= '${fromDay}' and amount_minor < 0`)})::text as "creditMinor", sum(posting.amount_minor)::text as "closingMinor"
      from ledger_transactions as movement join ledger_postings as posting on posting.transaction_id = movement.id
      where movement.currency = ${currency} and ${day} <= ${throughDay}::date group by 1 order by 1`,
  );
}

/** The trial balance as the sum over the ledger, and what each period earned on each of its days up to one. */
async function plainBalanceWithEarnings(
  currency: Currency,
  fromDay: LocalDate,
  throughDay: LocalDate,
  lastDay: LocalDate,
) {
  const rows = (await plainBalance(currency, fromDay, throughDay)) as Record<string, string>[];
  const sums = new Map(rows.map((row) => [row.account, row]));
  const add = (account: string, name: string, minor: bigint) => {
    const nothing = { account, openingMinor: '0', debitMinor: '0', creditMinor: '0', closingMinor: '0' };
    const row = sums.get(account) ?? nothing;
    sums.set(account, { ...row, [name]: String(BigInt(row[name as keyof typeof row]) + minor) });
  };
  const move = (account: string, day: LocalDate, minor: bigint) => {
    add(account, 'closingMinor', minor);
    if (day < fromDay) add(account, 'openingMinor', minor);
    else if (minor > 0n) add(account, 'debitMinor', minor);
    else add(account, 'creditMinor', -minor);
  };
  const periods = (await db.select().from(earningPeriods)).filter((each) => each.currency === currency);
  for (const { fromDay: start, throughDay: end, since, until, interestMinor, feeMinor } of periods) {
    const last = [end, until ?? end, throughDay, lastDay].toSorted()[0] as LocalDate;
    const first = [since, start].toSorted()[1] as LocalDate;
    for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) {
      const earnedBy = (minor: number, by: LocalDate) => BigInt(earnedPart(minor, start, end, by));
      const ofDay = (minor: number) => earnedBy(minor, day) - earnedBy(minor, addDays(day, -1));
      for (const [name, minor] of [
        ['interest', ofDay(interestMinor)] as const,
        ['fee', ofDay(feeMinor)] as const,
      ]) {
        if (minor === 0n) continue;
        move(`unearned-${name}`, day, minor);
        move(`${name}-income`, day, -minor);
      }
    }
  }
  return [...sums.values()].toSorted((a, b) => (String(a.account) < String(b.account) ? -1 : 1));
}

/** What running loans owe by age, as one sum over their instalments. */
function plainAges(currency: Currency, today: LocalDate) {
  const owed = sql.raw(
    ['penalty', 'fee', 'vat', 'interest', 'principal']
      .map((part) => `${part}_charged_minor - ${part}_paid_minor`)
      .join(' + '),
  );
  const days = sql`(${today}::date - due_date)`;
  return queryRows(
    db,
    sql`select case when ${days} < 1 then 'current' when ${days} <= 30 then '1-30' when ${days} <= 60 then '31-60'
          when ${days} <= 90 then '61-90' else '91+' end as bucket,
        count(*)::integer as "loanCount", sum(owed)::text as "owedMinor", sum(overdue)::text as "overdueMinor"
      from (
        select loan_id, min(due_date) as due_date, sum(${owed}) as owed,
          coalesce(sum(${owed}) filter (where due_date < ${today}::date), 0) as overdue
        from instalments where ${owed} > 0 group by loan_id
      ) as standing join loans on loans.id = loan_id
      where loans.currency = ${currency} and loans.status in ('to-repay', 'overdue') group by 1 order by 1`,
  );
}

/** How loans rolled, loan by loan and day by day: the status, what was owed and since when, each looked up as of the end of a day. */
function plainRollRates(currency: Currency, fromDay: LocalDate, throughDay: LocalDate) {
  const endOf = (day: LocalDate) =>
    sql`${startOfDayIn(marketOfCurrency(currency), addDays(day, 1)).toISOString()}::timestamptz`;
  const balancesOn = (day: LocalDate) => {
    const late = sql`(${day}::date - owed.due_date)`;
    return sql`select loan.id, changed.to_status as status, owed.owed_minor,
        case when changed.to_status not in ('to-repay', 'overdue') then changed.to_status
          when ${late} < 1 then 'current' when ${late} <= 30 then '1-30' when ${late} <= 60 then '31-60'
          when ${late} <= 90 then '61-90' else '91+' end as bucket
      from loans as loan
      cross join lateral (
        select to_status from status_changes where loan_id = loan.id and changed_at < ${endOf(day)}
        order by changed_at desc, id desc limit 1
      ) as changed
      left join lateral (
        select min(part.due_date) as due_date, sum(part.owed_minor) as owed_minor from (
          select sum(posting.amount_minor) as owed_minor,
            case when instalment.extended_from is not null and not exists (
              select from extensions where extensions.loan_id = loan.id and extensions.state = 'in-effect'
                and extensions.sequences @> to_jsonb(instalment.sequence) and extensions.paid_at < ${endOf(day)}
            ) then instalment.extended_from else instalment.due_date end as due_date
          from instalments as instalment
          join ledger_postings as posting on posting.instalment_id = instalment.id and posting.account = 'receivable'
          join ledger_transactions as movement on movement.id = posting.transaction_id
          where instalment.loan_id = loan.id and movement.booked_at < ${endOf(day)}
          group by instalment.id, instalment.borrower_id having sum(posting.amount_minor) > 0
        ) as part
      ) as owed on true
      where loan.currency = ${currency} and loan.disbursed_on <= ${fromDay}::date
        and (loan.settled_at is null or greatest(loan.settled_at, loan.changed_at) >= ${endOf(fromDay)})`;
  };
  return queryRows(
    db,
    sql`with before as (${balancesOn(fromDay)}), after as (${balancesOn(throughDay)})
      select before.bucket as "from", after.bucket as "to", count(*)::integer as "loanCount",
        coalesce(sum(before.owed_minor), 0)::text as "owedMinor"
      from before join after on after.id = before.id where before.status in ('to-repay', 'overdue')
      group by before.bucket, after.bucket order by before.bucket collate "C", after.bucket collate "C"`,
  );
}

type Step =
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'disburse'; readonly currency: Currency }
  | { readonly kind: 'pay'; readonly amountMinor: number; readonly daysAgo: number; readonly which: number }
  | { readonly kind: 'reverse' | 'extend' | 'write-off'; readonly which: number }
  | { readonly kind: 'accrue' }
  | { readonly kind: 'close' };

const which = fc.nat(1000);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  // The clock goes back too, behind days that are closed.
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: -40, max: 200 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('disburse' as const),
      currency: fc.constantFrom(...currencies),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      amountMinor: fc.constantFrom(1, 5_000, 300_000, 2_000_000),
      daysAgo: fc.integer({ min: 0, max: 20 }),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('extend' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('write-off' as const), which }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'accrue' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'close' as const }) },
);

/** Postpones one of the instalments that were due lately, of any loan, in effect from a time on: until then it was late. */
async function extend(paidAt: Date, place: number): Promise<void> {
  const [moved] = await queryRows<{
    borrowerId: string;
    loanId: string;
    sequence: number;
    from: string;
    to: string;
  }>(
    db,
    sql`update instalments set extended_from = due_date, due_date = due_date + 7
      where id = (
        select id from instalments
        where extended_from is null and due_date <= ${dayIn('MX', paidAt)}::date order by due_date desc, id offset ${place % 3} limit 1
      )
      returning borrower_id as "borrowerId", loan_id as "loanId", sequence, extended_from::text as "from", due_date::text as "to"`,
  );
  if (moved === undefined) return;
  const { borrowerId, loanId, sequence, from, to } = moved;
  const paid = { feeMinor: minorAmount(1), payTodayMinor: minorAmount(1), paidMinor: minorAmount(1), paidAt };
  await db.insert(extensions).values({
    ...{
      id: newId(),
      borrowerId,
      loanId,
      state: 'in-effect',
      quotedOn: localDate(from),
      days: 7,
      offeredAt: paidAt,
    },
    ...{ ...paid, fromDueDate: localDate(from), newDueDate: localDate(to), sequences: [sequence] },
  });
}

/** Takes steps from a time on; `onClosed` is told each time days were closed. */
async function walk(steps: readonly Step[], from: number, onClosed: () => Promise<void>): Promise<number> {
  const loans: { readonly loan: TestLoan; readonly paidOutAt: number }[] = [];
  const payments: string[] = [];
  let time = from;
  const one = <Item>(items: readonly Item[], index: number) => items[index % items.length];
  for (const step of steps) {
    service.setTime(new Date(time).toISOString());
    if (step.kind === 'wait') time += step.hours * hourMs;
    if (step.kind === 'disburse') {
      const isMexican = step.currency === 'MXN';
      const session = await newBorrower(service, isMexican ? 'MX' : 'IN');
      const loan = await paidOutLoan(service, session, isMexican ? 'mx-120' : 'in-120');
      loans.push({ loan, paidOutAt: time });
    }
    if (step.kind === 'pay') {
      const { loan, paidOutAt } = one(loans, step.which) ?? {};
      if (loan === undefined || paidOutAt === undefined || paidOutAt > time) continue;
      const paidAt = new Date(Math.max(paidOutAt, time - step.daysAgo * 24 * hourMs)).toISOString();
      const eventId = newId();
      await pay(service, loan, step.amountMinor, { eventId, paidAt });
      payments.push(eventId);
    }
    if (step.kind === 'reverse') {
      const eventId = one(payments, step.which);
      if (eventId === undefined) continue;
      payments.splice(payments.indexOf(eventId), 1);
      await service.tell(reversePayment, { provider: 'sandbox', eventId, reason: 'bounced' });
    }
    if (step.kind === 'extend') await extend(new Date(time), step.which);
    if (step.kind === 'write-off') {
      const { loan } = one(loans, step.which) ?? {};
      // Refused where the loan does not run any more.
      if (loan !== undefined) {
        const { orderNumber } = loan;
        await service.host(writeOffLoan.path, { orderNumber, reason: 'nothing came of it' });
      }
    }
    if (step.kind === 'accrue') {
      await accrueOverdueLoans(db, { now: new Date(time), random: service.dependencies.random });
    }
    if (step.kind === 'close') {
      await stepDays(db, { now: new Date(time), days: 3650, isConfirmed: true });
      await closeDays(db, new Date(time));
      await onClosed();
    }
  }
  return time;
}

test('kept sums, ages and roll rates are the plain sums of the ledger and of the instalments, whatever is booked late, reversed or by a clock that went back', async () => {
  let time = startsAt;
  const snapshots = new Map<string, unknown>();
  const moves = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 30 }), async (steps) => {
      const ranges: [LocalDate, LocalDate][] = [];
      const start = time;
      time = await walk(steps, start, async () => {
        for (const { currency, day, account, ...sums } of await db.select().from(ledgerDaySums)) {
          const place = [currency, day, account].join();
          // What is closed stays.
          expect([place, snapshots.get(place) ?? sums]).toEqual([place, sums]);
          snapshots.set(place, sums);
        }
        for (const { currency, day, ...earned } of await db.select().from(earningDays)) {
          const place = [currency, day, 'earned'].join();
          expect([place, snapshots.get(place) ?? earned]).toEqual([place, earned]);
          snapshots.set(place, earned);
        }
      });
      const first = addDays(dayIn('MX', new Date(start)), -3);
      for (let day = 0; day < 30; day += 5) ranges.push([addDays(first, day), addDays(first, day + 6)]);
      ranges.push([localDate('2000-01-01'), localDate('2100-01-01')], [first, first]);
      for (const currency of currencies) {
        const today = dayIn(marketOfCurrency(currency), new Date(time));
        for (const [fromDay, throughDay] of ranges) {
          const rows = await trialBalance(db, { currency, fromDay, throughDay, today });
          const lastDay = [today, await lastSummedDay(db, currency)].toSorted().at(-1) ?? today;
          expect(rows).toEqual(await plainBalanceWithEarnings(currency, fromDay, throughDay, lastDay));
          const rolled = await rollRates(db, { currency, fromDay, throughDay });
          expect(rolled).toEqual(await plainRollRates(currency, fromDay, throughDay));
          for (const { from, to, loanCount } of rolled) moves.set(`${from} ${to}`, loanCount);
        }
        for (const day of [dayIn('MX', new Date(time)), addDays(dayIn('MX', new Date(time)), 45)]) {
          expect(await aging(db, currency, day)).toEqual(await plainAges(currency, day));
        }
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
  expect(snapshots.size).toBeGreaterThan(10);
  expect(moves.size).toBeGreaterThan(1);
}, 180_000);

test('no day is closed within an hour of its end, nor while the clock waits for its day to be confirmed', async () => {
  const { db: fresh, close } = await openEmbeddedDatabase();
  const closedThrough = async () => {
    const rows = await fresh.select().from(closedBooks).orderBy(asc(closedBooks.currency));
    return rows.map(({ currency, closedThrough: day }) => [currency, day]);
  };
  const at = (time: string) => closeDays(fresh, new Date(time));
  await at('2026-11-20T12:00:00Z');
  expect(await closedThrough()).toEqual([]);
  await stepDays(fresh, { now: new Date('2026-11-20T12:00:00Z'), days: 1, isConfirmed: true });
  await at('2026-11-20T06:59:59Z');
  expect(await closedThrough()).toEqual([
    ['INR', '2026-11-19'],
    ['MXN', '2026-11-18'],
  ]);
  await at('2026-11-20T07:00:00Z');
  const confirmed = [
    ['INR', '2026-11-19'],
    ['MXN', '2026-11-19'],
  ];
  expect(await closedThrough()).toEqual(confirmed);
  await at('2027-11-20T12:00:00Z');
  expect(await closedThrough()).toEqual(confirmed);
  // A clock that goes back opens none again.
  await at('2026-11-19T12:00:00Z');
  expect(await closedThrough()).toEqual(confirmed);
  await close();
});

/** How many sessions wait for a lock, on whichever machine it is. */
async function waitingOn(database: Database, isLock: string): Promise<number> {
  const count = `select count(*) from pg_locks where ${isLock} and not granted`;
  const counts =
    citusWorkerPorts.length === 0
      ? sql`select (${sql.raw(count)})::integer as count`
      : sql`select sum(result::integer)::integer as count from run_command_on_all_nodes(${count})`;
  const [row] = await queryRows<{ count: number }>(database, counts);
  return row?.count ?? 0;
}

test('a booking that is under way when its day closes is waited for, and one that comes later counts for the first open day', async () => {
  const connection = await openPostgresDatabase();
  const postgres = lendingService(connection.db);
  postgres.setTime('2026-11-20T12:00:00Z');
  const session = await newBorrower(postgres);
  const { borrowerId } = session;
  const { orderId: loanId } = await paidOutLoan(postgres, session);
  const now = new Date('2026-11-22T12:00:00Z');
  await stepDays(connection.db, { now, days: 1, isConfirmed: true });
  const bookedAt = new Date('2026-11-20T13:00:00Z');
  const book = (work: () => Promise<unknown>) =>
    inTransaction(connection.db, async (transaction) => {
      const id = newId();
      const common = { borrowerId, loanId, currency: 'MXN' as const };
      const movement = { id, kind: 'recovery' as const, occurredAt: bookedAt, bookedAt, idempotencyKey: id };
      await transaction.insert(ledgerTransactions).values({ ...common, ...movement });
      const postings = [['cash', 100] as const, ['recovery-income', -100] as const].map(
        ([account, amount]) => ({
          ...common,
          ...{ id: newId(), transactionId: id, account, amountMinor: minorAmount(amount) },
        }),
      );
      await transaction.insert(ledgerPostings).values(postings);
      await work();
    });
  const recovered = async (day: string) => {
    const fromDay = localDate(day);
    const range = { currency: 'MXN', fromDay, throughDay: fromDay, today: fromDay } as const;
    const rows = await trialBalance(connection.db, range);
    return rows.find(({ account }) => account === 'recovery-income')?.creditMinor ?? '0';
  };
  let closing: Promise<number> | undefined;
  await book(async () => {
    closing = closeDays(connection.db, now);
    await expect.poll(() => waitingOn(connection.db, `locktype = 'advisory' and classid = 86`)).toBe(1);
  });
  expect(await closing).toBe(1);
  expect([await recovered('2026-11-20'), await recovered('2026-11-22')]).toEqual(['100', '0']);
  await book(async () => undefined);
  expect([await recovered('2026-11-20'), await recovered('2026-11-22')]).toEqual(['100', '100']);
  await connection.close();
});
