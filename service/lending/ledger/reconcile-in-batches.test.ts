import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAging, readRollRates, readTrialBalance } from '#contract/host/accounting.ts';
import { connectDatabase, type DatabaseConnection, generousLimits } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { databaseFailureOf } from '#db/failure.ts';
import { localDate } from '#domain/calendar.ts';
import { comparedBooks } from '#tests/setup/compared-books.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';

const loanCount = 20;
/** A statement that reads more rows of a table is ended as one that takes too long, on however quick or busy a machine. */
const rowsMax = 14;

let patient: Awaited<ReturnType<typeof openPostgresDatabase>>;
let hasty: DatabaseConnection;
beforeAll(async () => {
  patient = await openPostgresDatabase();
  const service = lendingService(patient.db);
  const session = await newBorrower(service);
  const first = await paidOutLoan(service, session);
  await pay(service, first, 600_000);
  for (let count = 1; count < loanCount; count += 1) {
    const loan = await paidOutLoan(service, await newBorrower(service));
    await pay(service, loan, 1000);
  }
  await patient.db.execute(sql`update loans set balance_minor = balance_minor + 1 where suspense_minor = 0`);
  await patient.db.execute(sql`update provider_events set amount_minor = amount_minor + 1`);
  await patient.db.execute(sql`create function is_read(id uuid, of text) returns boolean language plpgsql cost 1000000 as $$
    declare
      most integer := current_setting('test.rows_max', true);
      counted text := 'test.' || of;
      statement text := statement_timestamp()::text || ' ';
      before text := coalesce(current_setting(counted, true), '');
      rows integer := 1 + case when starts_with(before, statement) then split_part(before, ' ', 3)::integer else 0 end;
    begin
      if rows > most then raise exception 'too many rows' using errcode = 'query_canceled'; end if;
      perform set_config(counted, statement || rows, false);
      return true;
    end $$`);
  for (const table of ['loans', 'provider_events']) {
    const [name, stored] = [sql.identifier(table), sql.identifier(`${table}_stored`)];
    await patient.db.execute(sql`alter table ${name} rename to ${stored}`);
    await patient.db.execute(
      sql`create view ${name} as select * from ${stored} where is_read(id, ${sql.raw(`'${table}'`)})`,
    );
  }
  const databaseUrl = new URL(patient.url);
  databaseUrl.searchParams.set('options', `-c test.rows_max=${rowsMax}`);
  hasty = await connectDatabase({ databaseUrl: databaseUrl.href }, generousLimits);
});
afterAll(async () => {
  await hasty.close();
  await patient.close();
});

test('a ledger too big for one statement is compared whole', async () => {
  const atOnce = await hasty.db.execute(sql`select id from loans`).catch((error: unknown) => error);
  expect(databaseFailureOf(atOnce)).toBe('too-slow');
  const service = lendingService(hasty.db, {}, { hostDatabase: hasty.hostDb });
  // Of what was found at most a thousand are looked up by their ids, in one statement.
  const { disagreements, eventFaults } = await comparedBooks(service, lendingService(patient.db));
  const ids = disagreements.map(({ loanId }) => loanId);
  expect(ids).toHaveLength(loanCount - 1);
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(new Set(eventFaults.map(({ eventId }) => eventId)).size).toBe(loanCount);
  expect(eventFaults).toHaveLength(loanCount);
});

test('loans too many for one statement are summed whole: trial balance, arrears by age, roll rates', async () => {
  const service = lendingService(hasty.db, {}, { hostDatabase: hasty.hostDb });
  const day = localDate('2026-11-20');
  const days = { currency: 'MXN', fromDay: day, throughDay: day } as const;
  const { accounts, closingMinor } = await service.tell(readTrialBalance, days);
  expect(closingMinor).toBe('0');
  const [stored] = await queryRows<{ cash: string; received: string }>(
    patient.db,
    sql`select sum(amount_minor)::text as cash, sum(greatest(amount_minor, 0))::text as received
      from ledger_postings where account = 'cash'`,
  );
  expect(accounts.find(({ account }) => account === 'cash')).toMatchObject({
    closingMinor: stored?.cash,
    debitMinor: stored?.received,
  });
  expect(accounts.map(({ account }) => account)).toEqual([
    ...new Set(accounts.map(({ account }) => account)),
  ]);
  const { buckets } = await service.tell(readAging, { currency: 'MXN' });
  expect(buckets.map(({ bucket, loanCount }) => [bucket, loanCount])).toEqual([
    ['current', loanCount - 1],
    ...['1-30', '31-60', '61-90', '91+'].map((bucket) => [bucket, 0]),
  ]);
  const { moves } = await service.tell(readRollRates, days);
  expect(moves.map(({ from, to, loanCount: count }) => [from, to, count])).toEqual([
    ['current', 'current', loanCount - 1],
  ]);
});
