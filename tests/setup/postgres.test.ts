import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, type PostgresTemplate, type TestDatabase } from './postgres.ts';

const databases: TestDatabase[] = [];
let preparations = 0;

const template: PostgresTemplate = {
  name: 'harness',
  async prepare(url) {
    preparations += 1;
    await query(url, 'create table note (body text not null)');
  },
};

afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function create(): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  databases.push(database);
  return database;
}

test('databases made at once share one prepared template and no rows', async () => {
  const [one, other] = await Promise.all([create(), create()]);
  expect(preparations).toBe(1);
  await query(one.url, "insert into note values ('mine')");
  expect(await query(one.url, 'select body from note')).toEqual([{ body: 'mine' }]);
  expect(await query(other.url, 'select body from note')).toEqual([]);
});

test('two sessions run at once, so a lock really waits', async () => {
  const { url } = await create();
  const [holder, waiter] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ];
  await Promise.all([holder.connect(), waiter.connect()]);
  await holder.query('begin; lock table note in exclusive mode');
  const order: string[] = [];
  const waiting = waiter.query("insert into note values ('after')").then(() => order.push('inserted'));
  await untilSomeoneWaits(holder);
  order.push('released');
  await holder.query('commit');
  await waiting;
  expect(order).toEqual(['released', 'inserted']);
  await Promise.all([holder.end(), waiter.end()]);
});

async function untilSomeoneWaits(client: pg.Client): Promise<void> {
  const sql = 'select from pg_locks where not granted';
  while ((await client.query(sql)).rowCount === 0);
}

test('a dropped database is gone, even with a session still open', async () => {
  const { url, drop } = await create();
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await drop();
  await expect(query(url, 'select 1')).rejects.toThrow('does not exist');
  await client.end();
});

test('a preparation that fails leaves no half-made template', async () => {
  let attempts = 0;
  const failing: PostgresTemplate = {
    name: 'failing',
    async prepare() {
      attempts += 1;
      if (attempts === 1) throw new Error('first attempt');
    },
  };
  await expect(createTestDatabase(failing)).rejects.toThrow('first attempt');
  databases.push(await createTestDatabase(failing));
  expect(attempts).toBe(2);
});
