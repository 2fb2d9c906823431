import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { createRequestLimiter, type LimiterOptions, type RequestLimiter } from './request-limiter.ts';

const closers: (() => Promise<void>)[] = [];
let database: TestDatabase;

function node(options: Partial<LimiterOptions> = {}): RequestLimiter {
  const limiter = createRequestLimiter({
    databaseUrl: database.url,
    key: Buffer.from('a key'),
    requestsPerMinute: 10,
    hostRequestsPerMinute: 20,
    ...options,
  });
  closers.push(() => limiter.close());
  return limiter;
}

async function admitted(requests: readonly Promise<{ isAdmitted: boolean }>[]): Promise<number> {
  return (await Promise.all(requests)).filter(({ isAdmitted }) => isAdmitted).length;
}

beforeAll(async () => {
  database = await createTestDatabase({
    name: 'migrated',
    async prepare(url) {
      const connection = await connectDatabase({ databaseUrl: url });
      await migrate(connection.db);
      await connection.close();
    },
  });
});
afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  await database.drop();
});

test('nodes count one block together, whichever address of it asks', async () => {
  const nodes = [node(), node()];
  const requests = Array.from({ length: 30 }, (_, index) =>
    (nodes[index % 2] as RequestLimiter).admitAddress(`2001:db8::${index + 1}`),
  );
  expect(await admitted(requests)).toBe(10);
  expect(await node().admitAddress('2001:db8::99')).toMatchObject({ isAdmitted: false });
  expect(await node().admitAddress('2001:db8:0:1::99')).toEqual({ isAdmitted: true });
});

test('a key has a limit of its own, which no address uses up', async () => {
  const limiter = node();
  expect(await admitted(Array.from({ length: 30 }, () => limiter.admitAddress('198.51.100.1')))).toBe(10);
  expect(await admitted(Array.from({ length: 30 }, () => limiter.admitKey('a key')))).toBe(20);
});

test('no address stands in the database', async () => {
  await node().admitAddress('198.51.100.77');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ key: string }>('select key from request_counts');
  await client.end();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ key }) => /198\.51|2001/.test(key))).toEqual([]);
});

test('without its database a node counts for itself', async () => {
  const limiter = node({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  expect(await admitted(Array.from({ length: 30 }, () => limiter.admitAddress('198.51.100.2')))).toBe(10);
});
