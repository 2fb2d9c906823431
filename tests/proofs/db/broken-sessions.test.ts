import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection, type DatabaseLimits, usualLimits } from '#db/connect.ts';
import { type Database, inTransaction, type Queryable, queryRows } from '#db/database.ts';
import { databaseFailureOf, isDatabaseUnavailable, UnknownCommitError } from '#db/failure.ts';
import { createDatabaseProbe, type DatabaseProbe } from '#db/readiness.ts';
import { alterSetting, createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { startStallingProxy } from '#tests/setup/stalling-proxy.ts';

let postgres: TestDatabase;
let operator: DatabaseConnection;
const opened: Pick<DatabaseConnection | DatabaseProbe, 'close'>[] = [];
beforeAll(async () => {
  postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  operator = await connectDatabase({ databaseUrl: postgres.url });
  await operator.db.execute(sql`create table note (body text)`);
});
afterEach(async () => {
  for (const connection of opened.splice(0)) await connection.close();
  await operator.db.execute(sql`delete from note`);
});
afterAll(async () => {
  await operator.close();
  await postgres.drop();
});

async function open(limits: Partial<DatabaseLimits> = {}, databaseUrl = postgres.url) {
  const connection = await connectDatabase({ databaseUrl }, { ...usualLimits, ...limits });
  opened.push(connection);
  return connection;
}

/** Whether the server answers a session of its own; one without our schema says that it lacks it. */
function probeOf(connection: DatabaseConnection, databaseUrl = postgres.url) {
  const probe = createDatabaseProbe(connection, databaseUrl);
  opened.push(probe);
  return async () => (await probe.lack()) === 'migrations';
}

async function sessionOf(queryable: Queryable): Promise<number> {
  const [row] = await queryRows<{ pid: number }>(queryable, sql`select pg_backend_pid() as pid`);
  return row?.pid ?? 0;
}

/** Ends a session as a restart of the server does, and waits until it is gone. */
async function endSession(pid: number): Promise<void> {
  await operator.db.execute(sql`select pg_terminate_backend(${pid}::integer, 5000)`);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

const notes = () => queryRows(operator.db, sql`select body from note`);

test('a transaction that cannot begin gives its session back, so that no pool runs dry', async () => {
  const connection = await open({ poolSize: 2 });
  const impossible = { isolationLevel: 'no such level' as never };
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(inTransaction(connection.db, async () => 1, impossible)).rejects.toThrow();
  }
  expect(connection.pools()[0]).toMatchObject({ waiting: 0 });
  expect(await inTransaction(connection.db, async () => 2)).toBe(2);
  const [{ total = 0, idle = 0 } = {}] = connection.pools();
  expect(total - idle).toBe(0);
});

test('a session that is ended inside a transaction leaves the process alive, and the work is done once', async () => {
  const { db } = await open();
  let tries = 0;
  await inTransaction(db, async (transaction) => {
    tries += 1;
    await transaction.execute(sql`insert into note values ('kept')`);
    if (tries === 1) await endSession(await sessionOf(transaction));
    await transaction.execute(sql`select 1`);
  });
  expect(tries).toBe(2);
  expect(await notes()).toEqual([{ body: 'kept' }]);
});

test('idle sessions that are ended are replaced, and a read is made again', async () => {
  const { db } = await open({ poolSize: 1 });
  await endSession(await sessionOf(db));
  expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a write outside a transaction whose answer is lost is not made again', async () => {
  const { db } = await open({ poolSize: 1 });
  const own = sql`insert into note select 'written' from pg_terminate_backend(pg_backend_pid())`;
  const failure = await db.execute(own).catch((error: unknown) => error);
  expect(databaseFailureOf(failure)).toBe('lost');
  expect(await notes()).toEqual([]);
});

test('a commit whose answer is lost is repeated only where a key makes it one', async () => {
  await operator.db.execute(sql`create function end_session() returns trigger language plpgsql as $$
    begin
      if new.body = 'ends' then perform pg_terminate_backend(pg_backend_pid()); end if;
      return null;
    end $$`);
  await operator.db.execute(sql`create constraint trigger at_commit after insert on note
    deferrable initially deferred for each row execute function end_session()`);
  const { db } = await open();
  let tries = 0;
  const work = async (transaction: Queryable) => {
    tries += 1;
    await transaction.execute(sql`insert into note values (${tries === 1 ? 'ends' : 'lasts'})`);
  };
  await expect(inTransaction(db, work)).rejects.toThrow(UnknownCommitError);
  expect(tries).toBe(1);
  tries = 0;
  await inTransaction(db, work, { isIdempotent: true });
  expect(tries).toBe(2);
  expect(await notes()).toEqual([{ body: 'lasts' }]);
});

test('a transaction that loses a deadlock is done again', async () => {
  const { db } = await open({ lockTimeoutMs: 10_000 });
  await db.execute(sql`insert into note values ('one'), ('other')`);
  let waiting = 0;
  const both = Promise.withResolvers<void>();
  const update = (first: string, second: string) =>
    inTransaction(db, async (transaction) => {
      await transaction.execute(sql`update note set body = body where body = ${first}`);
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      await transaction.execute(sql`update note set body = body where body = ${second}`);
    });
  await Promise.all([update('one', 'other'), update('other', 'one')]);
  expect(waiting).toBe(3);
});

test('each session has the limits of the settings', async () => {
  const { db } = await open();
  const [shown] = await queryRows(
    db,
    sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(shown).toEqual({ lock: '1s', statement: '3s', idle: '10s' });
});

test('those who wait for a locked row give up, and leave sessions to others', async () => {
  const connection = await open({ poolSize: 4, hostPoolSize: 2, lockTimeoutMs: 200, retryForMs: 500 });
  const { db, hostDb } = connection;
  const isReady = probeOf(connection);
  await operator.db.execute(sql`insert into note values ('locked')`);
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = inTransaction(operator.db, async (transaction) => {
    await transaction.execute(sql`select from note for update`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const waiting = Array.from({ length: 25 }, () =>
    inTransaction(hostDb, async (transaction) => {
      await transaction.execute(sql`select from note for update`);
    }).catch((error: unknown) => error),
  );
  expect(await isReady()).toBe(true);
  expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  const failures = await Promise.all(waiting);
  expect(failures.map(isDatabaseUnavailable)).toEqual(Array(25).fill(true));
  release.resolve();
  await holder;
});

test('a server that does not answer is given up in 5 seconds, also inside a transaction, and found again', async () => {
  const proxy = await startStallingProxy(postgres.url);
  const connection = await open({}, proxy.url);
  const { db } = connection;
  const isReady = probeOf(connection, proxy.url);
  await Promise.all([db.execute(sql`select 1`), db.execute(sql`select 2`)]);
  expect(await isReady()).toBe(true);
  const begun = Promise.withResolvers<void>();
  const stalled = Promise.withResolvers<void>();
  const inside = inTransaction(db, async (transaction) => {
    await transaction.execute(sql`select 1`);
    begun.resolve();
    await stalled.promise;
    await transaction.execute(sql`select 2`);
  }).catch((error: unknown) => error);
  await begun.promise;
  proxy.stall();
  stalled.resolve();
  const outside = db.execute(sql`select 1`).catch((error: unknown) => error);
  // A machine that is busy keeps all timers waiting, and lets them pass in their order.
  const within = (ms: number, work: Promise<unknown>) => Promise.race([work, pause(ms, 'too late')]);
  const [readiness, ...failures] = await Promise.all([
    within(2500, isReady()),
    within(5000, outside),
    within(5000, inside),
  ]);
  expect(readiness).toBe(false);
  expect(failures.map(isDatabaseUnavailable)).toEqual([true, true]);
  proxy.resume();
  expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(await isReady()).toBe(true);
  for (const connection of opened.splice(0)) await connection.close();
  await proxy.close();
});

test('a request that waits for a session too long is refused once and never waits twice', async () => {
  const connection = await open({ poolSize: 1, connectTimeoutMs: 100, retryForMs: 3_600_000 });
  const { db } = connection;
  const release = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const holder = inTransaction(db, async (transaction) => {
    await transaction.execute(sql`select 1`);
    taken.resolve();
    await release.promise;
  });
  await taken.promise;
  const request = queryRows(db, sql`select 1 as one`).catch((error: unknown) => error);
  const begun = inTransaction(db, async () => undefined).catch((error: unknown) => error);
  expect(connection.pools()[0]).toMatchObject({ waiting: 1 });
  expect(connection.pools()[0]?.longestWaitMs).toBeGreaterThan(0);
  const failures = [await request, await begun];
  expect(failures.map(databaseFailureOf)).toEqual(['crowded', 'crowded']);
  expect(failures.map(isDatabaseUnavailable)).toEqual([true, true]);
  expect(connection.pools()[0]).toMatchObject({ waiting: 0, longestWaitMs: 0 });
  release.resolve();
  await holder;
  expect(await queryRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a server that writes days, moments and bytes in its own way is read like any other', async () => {
  const other = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  const settings = {
    datestyle: "'SQL, DMY'",
    timezone: "'America/Mexico_City'",
    bytea_output: 'escape',
    extra_float_digits: '-3',
    default_transaction_isolation: "'repeatable read'",
    search_path: 'elsewhere',
  };
  for (const [setting, value] of Object.entries(settings))
    await operator.db.execute(sql.raw(alterSetting(other, setting, value)));
  const { db } = await open({}, other.url);
  const written = await queryRows<{
    day: string;
    moment: string;
    bytes: string;
    part: string;
    isolation: string;
    searchPath: string;
  }>(
    db,
    sql`select date '2026-11-23'::text as day, timestamptz '2026-11-23 12:00:00+00'::text as moment,
      '\\x00ff'::bytea::text as bytes, (0.1::float8 + 0.2::float8)::text as part, current_setting('transaction_isolation') as isolation,
      current_setting('search_path') as "searchPath"`,
  );
  expect(written).toEqual([
    {
      ...{ day: '2026-11-23', moment: '2026-11-23 12:00:00+00', bytes: '\\x00ff' },
      ...{ part: '0.30000000000000004', isolation: 'read committed', searchPath: 'public' },
    },
  ]);
  await opened.pop()?.close();
  await other.drop();
});

/** Has every session that is opened from now on take part in a standby, as far as it can tell, or in the primary again. */
async function letWrite(mode: 'read only' | 'read write'): Promise<void> {
  const isReadOnly = mode === 'read only' ? 'on' : 'off';
  await inTransaction(operator.db, async (transaction) => {
    await transaction.execute(sql`set transaction read write`);
    await transaction.execute(sql.raw(alterSetting(postgres, 'default_transaction_read_only', isReadOnly)));
  });
}

test.each([
  ['outside a transaction', (db: Database) => db.execute(sql`insert into note values ('kept')`)],
  [
    'in one',
    (db: Database) =>
      inTransaction(db, (transaction) => transaction.execute(sql`insert into note values ('kept')`)),
  ],
])(
  'sessions of a server that became a standby are all left for those of the primary, by what writes %s',
  async (_where, write) => {
    const poolSize = 12;
    await letWrite('read only');
    const { db, pools } = await open({ poolSize });
    await Promise.all(Array.from({ length: poolSize }, () => db.execute(sql`select pg_sleep(0.1)`)));
    expect(pools()[0]).toMatchObject({ total: poolSize });
    await letWrite('read write');
    await write(db);
    expect(await notes()).toEqual([{ body: 'kept' }]);
  },
);

test('while no server lets anything be written, what is to be written fails for the moment, and what is read does not', async () => {
  await letWrite('read only');
  const { db } = await open({ retryForMs: 200 });
  const failure = await inTransaction(db, (transaction) =>
    transaction.execute(sql`insert into note values ('lost')`),
  ).catch((error: unknown) => error);
  const rows = await queryRows(db, sql`select body from note`);
  await letWrite('read write');
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect(rows).toEqual([]);
});

test.each(['53100', '53200', '53400'])(
  'a server that has no room (%s) is not asked again at once, and is told of as away',
  async (code) => {
    const { db } = await open();
    let tries = 0;
    const failure = await inTransaction(db, async (transaction) => {
      tries += 1;
      await transaction.execute(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`));
    }).catch((error: unknown) => error);
    expect([tries, databaseFailureOf(failure), isDatabaseUnavailable(failure)]).toEqual([
      1,
      'exhausted',
      true,
    ]);
  },
);
