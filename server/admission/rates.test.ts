import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { alterSetting, createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { createRates, type RateOptions, type Rates } from './rates.ts';

const closers: (() => Promise<void>)[] = [];
let database: TestDatabase;

type Name = 'request' | 'signed-call' | 'message';

function node({
  requestsPerMinute = 10,
  ...options
}: Partial<RateOptions<Name>> & { readonly requestsPerMinute?: number } = {}): Rates<Name> {
  const perMinute = (points: number) => ({ points, windowSeconds: 60, isCountedInAdvance: true });
  const rates = createRates<Name>({
    databaseUrl: database.url,
    key: Buffer.from('a key'),
    nodeCount: 2,
    answerMs: 60_000,
    limits: {
      request: perMinute(requestsPerMinute),
      'signed-call': perMinute(20),
      message: { points: 3, windowSeconds: 3600 },
    },
    ...options,
  });
  closers.push(() => rates.close());
  return rates;
}

let keys = 0;
/** A key that no test, and no try of one, has counted yet. */
function newKey(): string {
  keys += 1;
  return `2001:db8:1:${keys.toString(16)}::1`;
}

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  closers.push(() => client.end());
  return client;
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

test('nodes count one key together', async () => {
  const nodes = [node(), node()];
  const block = newKey();
  const requests = Array.from({ length: 30 }, (_, index) =>
    (nodes[index % 2] as Rates<Name>).admit('request', block),
  );
  expect(await admitted(requests)).toBe(10);
  expect(await node().admit('request', block)).toMatchObject({ isAdmitted: false });
  expect(await node().admit('request', newKey())).toMatchObject({ isAdmitted: true });
});

test('nodes of a role that looks for tables elsewhere count together too', async () => {
  const client = await openClient();
  onTestFinished(async () => void (await client.query(alterSetting(database, 'search_path', 'public'))));
  await client.query(alterSetting(database, 'search_path', 'elsewhere'));
  const nodes = [node(), node()];
  const block = newKey();
  const requests = Array.from({ length: 30 }, (_, index) =>
    (nodes[index % 2] as Rates<Name>).admit('request', block),
  );
  expect(await admitted(requests)).toBe(10);
});

test('a key has a limit of its own, which no address uses up', async () => {
  const limiter = node();
  const [block, key] = [newKey(), newKey()];
  expect(await admitted(Array.from({ length: 30 }, () => limiter.admit('request', block)))).toBe(10);
  expect(await admitted(Array.from({ length: 30 }, () => limiter.admit('signed-call', key)))).toBe(20);
});

test('whichever nodes are asked, nobody passes the limit, and seven eighths of it are admitted', async () => {
  const limit = 80;
  const nodeCount = 4;
  const nodes = Array.from({ length: nodeCount }, () => node({ nodeCount, requestsPerMinute: limit }));
  const some = fc.record({ at: fc.nat(nodeCount - 1), requests: fc.integer({ min: 1, max: 50 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(some, { minLength: 1 }), { maxLength: 8 }), async (turns) => {
      const network = newKey();
      const ask = ({ at, requests }: { at: number; requests: number }) =>
        admitted(
          Array.from({ length: requests }, () => (nodes[at] as Rates<Name>).admit('request', network)),
        );
      let passed = 0;
      for (const turn of [...turns, [{ at: 0, requests: limit }]]) {
        for (const each of await Promise.all(turn.map(ask))) passed += each;
      }
      expect(passed).toBeLessThanOrEqual(limit);
      expect(passed).toBeGreaterThanOrEqual((limit * 7) / 8);
    }),
    { numRuns: 20 },
  );
});

test('a node counts some requests in advance, fewer when few are left, and nothing once none are', async () => {
  const client = await openClient();
  onTestFinished(async () => {
    await client.query(
      'drop trigger noted on request_counts; drop function note_statement; drop sequence statements',
    );
  });
  await client.query(`
    create sequence statements;
    create function note_statement() returns trigger language plpgsql as $$ begin perform nextval('statements'); return null; end $$;
    create trigger noted before insert on request_counts execute function note_statement()`);
  const statements = async () =>
    Number(
      (await client.query(`select case when is_called then last_value else 0 end as n from statements`))
        .rows[0].n,
    );
  const limiter = node({ requestsPerMinute: 160 });
  const block = newKey();
  const ask = (requests: number) =>
    admitted(Array.from({ length: requests }, () => limiter.admit('request', block)));
  expect(await ask(10)).toBe(10);
  expect(await statements()).toBe(1);
  expect(await ask(9)).toBe(9);
  expect(await statements()).toBe(2);
  expect(await ask(500)).toBe(141);
  const untilFull = await statements();
  expect(untilFull).toBeLessThan(80);
  expect(await ask(500)).toBe(0);
  expect(await statements()).toBe(untilFull);
});

test('what is counted one by one is counted by all nodes, and says the how manieth it is', async () => {
  const nodes = [node(), node()];
  const block = newKey();
  const counts: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const admission = await (nodes[at % 2] as Rates<Name>).admit('message', block);
    if (admission.isAdmitted) counts.push(admission.count);
  }
  expect(counts).toEqual([1, 2, 3]);
  const refused = await node().admit('message', block);
  expect(refused.isAdmitted || refused.waitSeconds).toBeGreaterThan(3590);
});

test('the database contains no address', async () => {
  await node().admit('request', newKey());
  const client = await openClient();
  const { rows } = await client.query<{ key: string }>('select key from request_counts');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ key }) => key.includes('2001'))).toEqual([]);
});

test('without its database a node counts for itself', async () => {
  const limiter = node({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  expect(await admitted(Array.from({ length: 30 }, () => limiter.admit('request', '198.51.100.2')))).toBe(10);
});
