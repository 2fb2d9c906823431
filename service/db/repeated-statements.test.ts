import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { connectDatabase, type DatabaseConnection, usualLimits } from './connect.ts';
import { enqueue, inTransaction, type Queryable, queryRows } from './database.ts';
import { mostPrepared } from './repeated-statements.ts';

let postgres: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
});
beforeEach(async () => {
  await connection?.close();
  connection = await connectDatabase({ databaseUrl: postgres.url }, { ...usualLimits, poolSize: 1 });
  await connection.db.execute(sql`drop table if exists note`);
  await connection.db.execute(sql`create table note (body text)`);
});
afterAll(async () => {
  await connection.close();
  await postgres.drop();
});

const write = (body: unknown) => sql`insert into note values (${body})`;
const read = sql`select body from note where body = ${'first'}`;

/** The texts that the session of the pool has prepared. */
async function prepared(): Promise<string[]> {
  const rows = await queryRows<{ text: string }>(
    connection.db,
    sql`select statement as text from pg_prepared_statements where statement not like '%pg_prepared%'`,
  );
  return rows.map(({ text }) => text);
}

async function repeat(count: number, ask: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < count; time += 1) await ask();
}

test('a statement is prepared once it was asked again and again, in a transaction and outside', async () => {
  const inOwn = () => inTransaction(connection.db, (transaction) => transaction.execute(write('first')));
  await repeat(4, inOwn);
  expect(await prepared()).toEqual([]);
  await repeat(2, inOwn);
  await repeat(5, () => connection.db.execute(read));
  expect((await prepared()).sort()).toEqual([
    'insert into note values ($1)',
    'select body from note where body = $1',
  ]);
  expect(await queryRows(connection.db, read)).toHaveLength(6);
});

test('what opens and ends a transaction is not', async () => {
  await repeat(10, () =>
    inTransaction(connection.db, (transaction) =>
      inTransaction(transaction, (savepoint) => savepoint.execute(sql`select 1`)),
    ),
  );
  expect(await prepared()).toEqual(['select 1']);
});

test('what is first prepared where a transaction has failed can be asked on that session later', async () => {
  await repeat(4, () => connection.db.execute(write('before')));
  const failed = inTransaction(connection.db, async (transaction) => {
    enqueue(transaction, transaction.execute(sql`select 1 / 0`));
    enqueue(transaction, transaction.execute(write('lost')));
    enqueue(transaction, transaction.execute(write('lost')));
  });
  await expect(failed).rejects.toMatchObject({ cause: { code: '22012' } });
  await inTransaction(connection.db, async (transaction) => {
    const inside = inTransaction(transaction, async (savepoint) => {
      enqueue(savepoint, savepoint.execute(sql`select 1 / 0`));
      enqueue(savepoint, savepoint.execute(write('lost')));
    });
    await expect(inside).rejects.toMatchObject({ cause: { code: '22012' } });
    await transaction.execute(write('kept'));
  });
  expect(await prepared()).toEqual(['insert into note values ($1)']);
  const rows = await queryRows(connection.db, sql`select from note where body = 'kept'`);
  expect(rows).toHaveLength(1);
});

test('what the driver cannot write leaves the statement to be asked again', async () => {
  const round: Record<string, unknown> = {};
  round.itself = round;
  for (const count of [5, 1]) {
    await repeat(count, () => connection.db.execute(write('good')));
    await expect(connection.db.execute(write(round))).rejects.toThrow();
    await expect(
      inTransaction(connection.db, (transaction) => transaction.execute(write(round))),
    ).rejects.toThrow();
  }
  expect(await queryRows(connection.db, sql`select from note`)).toHaveLength(6);
});

test('a statement prepared before a table change is run again on another session', async () => {
  const change = (type: string) => connection.db.execute(sql.raw(`alter table note alter body type ${type}`));
  const readHere = (queryable: Queryable) => queryRows(queryable, sql`select body from note where true`);
  const add = () => queryRows(connection.db, sql`insert into note values ('added') returning body`);
  await repeat(5, () => readHere(connection.db));
  await change('varchar(9)');
  expect(await readHere(connection.db)).toEqual([]);
  await repeat(5, add);
  await change('varchar(10)');
  expect(await add()).toEqual([{ body: 'added' }]);
  await connection.db.execute(sql`delete from note`);
  await readHere(connection.db);
  await change('text');
  let tries = 0;
  const rows = await inTransaction(connection.db, async (transaction) => {
    tries += 1;
    await transaction.execute(write('once'));
    return readHere(transaction);
  });
  expect([tries, rows]).toEqual([2, [{ body: 'once' }]]);
});

test('no more than so many are prepared, and the others are asked as they come', async () => {
  for (let place = 0; place < mostPrepared + 5; place += 1) {
    const text = sql.raw(`select ${place} as place`);
    await repeat(4, () => connection.db.execute(text));
    expect(await queryRows(connection.db, text)).toEqual([{ place }]);
  }
  expect(await prepared()).toHaveLength(mostPrepared);
});
