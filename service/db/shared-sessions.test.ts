import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPooler } from '#tests/setup/pooler.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { connectDatabase, type DatabaseLimits, generousLimits } from './connect.ts';
import { inTransaction, queryRows } from './database.ts';
import { databaseFailureOf } from './failure.ts';
import { areSessionsShared } from './shared-sessions.ts';

let postgres: TestDatabase;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await postgres.drop();
});

async function pooledBy(mode: 'session' | 'transaction'): Promise<string> {
  const pooler = await startPooler(postgres.url, mode);
  closers.push(pooler.close);
  return pooler.url;
}

test('sessions of a server are one’s own, and those of a pooler that pools by session', async () => {
  expect(await areSessionsShared(postgres.url)).toBe(false);
  expect(await areSessionsShared(await pooledBy('session'))).toBe(false);
});

test('a pooler that gives a session to another client after a transaction is found out', async () => {
  expect(await areSessionsShared(await pooledBy('transaction'))).toBe(true);
});

test('behind a pooler that pools by session, statements, locks and transactions have their time', async () => {
  const databaseUrl = await pooledBy('session');
  // One limit a connection: what another statement takes on a busy machine is no matter.
  const limitedTo = async (limits: Partial<DatabaseLimits>) => {
    const connection = await connectDatabase(
      { databaseUrl },
      { ...generousLimits, retryForMs: 0, ...limits },
    );
    closers.push(connection.close);
    return connection.db;
  };
  const failure = async (work: Promise<unknown>) =>
    databaseFailureOf(await work.catch((error: unknown) => error));
  const patient = await limitedTo({});
  expect(await queryRows(patient, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  const hasty = await limitedTo({ statementTimeoutMs: 400 });
  expect(await failure(queryRows(hasty, sql`select pg_sleep(60)`))).toBe('too-slow');
  await patient.execute(sql`create table if not exists note (body text)`);
  const passing = await limitedTo({ lockTimeoutMs: 100 });
  await inTransaction(patient, async (transaction) => {
    await transaction.execute(sql`lock table note`);
    expect(await failure(passing.execute(sql`insert into note values ('waits')`))).toBe('conflict');
  });
  const forgetful = await limitedTo({ idleTransactionTimeoutMs: 300 });
  const heldTransaction = inTransaction(forgetful, async (transaction) => {
    const [session] = await queryRows<{ pid: number }>(transaction, sql`select pg_backend_pid() as pid`);
    const open = sql`select from pg_stat_activity where pid = ${session?.pid}::integer`;
    await expect.poll(() => queryRows(patient, open)).toEqual([]);
    await transaction.execute(sql`select 2`);
  });
  expect(await failure(heldTransaction)).toBe('lost');
});
