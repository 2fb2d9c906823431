import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { connectDatabase, usualLimits } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { minorAmount } from '#domain/money/money.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';

const postgres = await openPostgresDatabase(4);
// One session of each kind, so that both can be told to report what they read.
const connection = await connectDatabase(
  { databaseUrl: postgres.url },
  { ...usualLimits, poolSize: 1, hostPoolSize: 1 },
);
const service = lendingService(connection.db);
afterAll(async () => {
  await connection.close();
  await postgres.close();
});

/** How often each partition was looked into so far, or got a row. */
async function looksByPartition(): Promise<ReadonlyMap<string, number>> {
  await connection.db.execute(sql`select pg_stat_force_next_flush()`);
  const rows = await queryRows<{ name: string; looks: string }>(
    connection.db,
    sql`select part.relname as name,
        (stat.seq_scan + coalesce(stat.idx_scan, 0) + stat.n_tup_ins + stat.n_tup_upd)::text as looks
      from pg_class as part join pg_stat_user_tables as stat on stat.relid = part.oid
      where part.relispartition and part.relkind = 'r'`,
  );
  return new Map(rows.map(({ name, looks }) => [name, Number(looks)]));
}

/** The partitions that some work looks into. */
async function partitionsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = await looksByPartition();
  await work();
  const after = await looksByPartition();
  return [...after].flatMap(([name, looks]) => (looks > (before.get(name) ?? 0) ? [name] : [])).sort();
}

const numbersOf = (partitions: readonly string[]) => [...new Set(partitions.map((name) => name.slice(-1)))];

test('reading a loan, its repayment and an offer, accepting one and being paid look into the partitions of one borrower', async () => {
  // Borrowers of all four partitions, so that none is empty.
  const sessions = await Promise.all(Array.from({ length: 24 }, () => newBorrower(service)));
  for (const session of sessions.slice(1)) await paidOutLoan(service, session);
  const [session = sessions[0]] = sessions;
  if (!session) throw new Error('There is no borrower.');
  const offer = { productId: 'mx-90-steps', isReload: false };
  const quoted = await service.ask(readOffer, { productId: 'mx-120', isReload: false }, session);
  const { amountMinor, term, quote } = quoted;
  const acceptance = { productId: 'mx-120', amountMinor, term, quoteId: quote?.quoteId ?? null };
  const accepted = await partitionsOf(() => service.ask(acceptOffer, acceptance, session));
  expect(numbersOf(accepted)).toHaveLength(1);
  expect(accepted.join()).toMatch(/loans_\d,.*quotes_\d/);
  const other = await newBorrower(service);
  const loan = await paidOutLoan(service, other);
  const { codes } = await codesOf(loan.orderId);
  const reads = {
    loan: await partitionsOf(() => service.ask(readLoan, loan, other)),
    repayment: await partitionsOf(() => service.ask(readRepayment, loan, other)),
    offer: await partitionsOf(() => service.ask(readOffer, offer, other)),
    payment: await partitionsOf(() => pay(service, loan, 100_000)),
    code: await partitionsOf(() =>
      service.tell(recordPayment, {
        ...{ provider: 'spei', eventId: newId(), reference: codes[0] ?? '' },
        ...{ amountMinor: minorAmount(1000), currency: 'MXN' },
      }),
    ),
  };
  for (const partitions of Object.values(reads)) expect(partitions.length).toBeGreaterThan(1);
  const [number] = numbersOf(reads.loan);
  expect(Object.fromEntries(Object.entries(reads).map(([name, of]) => [name, numbersOf(of)]))).toEqual({
    ...{ loan: [number], repayment: [number], offer: [number], payment: [number], code: [number] },
  });
});

async function codesOf(loanId: string): Promise<{ readonly codes: readonly string[] }> {
  const rows = await queryRows<{ code: string }>(
    connection.db,
    sql`select code from payment_references where loan_id = ${loanId} order by code`,
  );
  return { codes: rows.map(({ code }) => code) };
}
