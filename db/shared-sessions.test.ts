import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPooler } from '#tests/setup/pooler.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { connectDatabase, usualLimits } from './connect.ts';
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
  const limits = {
    ...usualLimits,
    statementTimeoutMs: 400,
    lockTimeoutMs: 100,
    idleTransactionTimeoutMs: 300,
  };
  const connection = await connectDatabase({ databaseUrl: await pooledBy('session') }, limits);
  closers.push(connection.close);
  const { db } = connection;
  const failure = async (work: Promise<unknown>) =>
    databaseFailureOf(await work.catch((error: unknown) => error));
  expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(await failure(queryRows(db, sql`select pg_sleep(2)`))).toBe('too-slow');
  await db.execute(sql`create table note (body text)`);
  await inTransaction(db, async (transaction) => {
    await transaction.execute(sql`lock table note`);
    expect(await failure(db.execute(sql`insert into note values ('waits')`))).toBe('conflict');
  });
  const heldTransaction = inTransaction(db, async (transaction) => {
    await transaction.execute(sql`select 1`);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await transaction.execute(sql`select 2`);
  });
  expect(await failure(heldTransaction)).toBe('lost');
});
