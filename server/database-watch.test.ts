import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { connectDatabase, usualLimits } from '#db/connect.ts';
import type { Database } from '#db/database.ts';
import { createTestDatabase } from '#tests/setup/postgres.ts';
import { unprivilegedAccount } from '#tests/setup/postgres-server.ts';
import { createDatabaseWatch } from './database-watch.ts';
import { createReadiness, servesWithout } from './readiness.ts';

/** A watch whose time and log are the test's. */
function watched() {
  const logged: [string, unknown][] = [];
  const say = (message: string, fields?: unknown) => void logged.push([message, fields]);
  let nowMs = 0;
  const watch = createDatabaseWatch({ info: say, warn: say, error: say }, () => nowMs);
  const failWith = (text: string, code: string) =>
    watch
      .around(text, () => Promise.reject(Object.assign(new Error('the text of a value'), { code })))
      .catch(() => undefined);
  const after = (ms: number) => {
    nowMs += ms;
  };
  return { watch, logged, failWith, after };
}

test('statements that fail are counted by what was wanting, and an answer such as a taken key is none', async () => {
  const { watch, failWith } = watched();
  await failWith('insert into loans', '53100');
  await failWith('update loans', '55P03');
  await failWith(' select 1', 'ECONNREFUSED');
  await failWith('commit', '57P01');
  await failWith('insert into loans', '23505');
  expect(Object.fromEntries(watch.failures)).toEqual({
    ...{ 'write exhausted': 1, 'write conflict': 1, 'read lost': 1, 'write lost': 1 },
  });
});

test.each(['53100', '58030', 'XX001'])(
  'writes that fail with %s are told for a minute, and logged once',
  async (code) => {
    const { watch, logged, failWith, after } = watched();
    const readiness = createReadiness({
      database: null,
      areWritesFailing: watch.areWritesFailing,
      apiBase: '',
    });
    await failWith('select 1', code);
    expect(watch.areWritesFailing()).toBe(false);
    await failWith('insert into loans', code);
    await failWith('insert into loans', code);
    expect(await readiness.lacks()).toEqual(['writes']);
    expect(servesWithout(['writes'])).toBe(true);
    expect(servesWithout(['writes', 'database'])).toBe(false);
    expect(logged).toHaveLength(1);
    after(60_000);
    expect(watch.areWritesFailing()).toBe(false);
  },
);

test('a lock is logged with its loan and holder, not again within ten seconds, and counted by whose it is', () => {
  const { watch, logged, after } = watched();
  const holder = {
    processId: 7,
    application: 'psql',
    role: 'analyst',
    since: '2026-11-20T12:00:00Z',
    heldMs: 90_000,
  };
  const lock = { orderNumber: 'LL-2026-100001', table: 'loans', waitedMs: 500, holder };
  watch.lockFound(lock);
  watch.lockFound(lock);
  watch.lockFound({ ...lock, holder: { ...holder, application: 'llano', processId: 8, heldMs: 600 } });
  expect(logged.map(([message]) => message)).toEqual(['a lock is held', 'a lock is held']);
  expect(logged[0]?.[1]).toEqual(lock);
  expect(Object.fromEntries(watch.lockWaits)).toEqual({ llano: 1, other: 2 });
  expect(watch.lockHeldSeconds()).toBe(90);
  after(10_000);
  watch.lockFound(lock);
  expect(logged).toHaveLength(3);
  after(60_000);
  expect(watch.lockHeldSeconds()).toBe(0);
});

/** A disk for the table `kept`, which can be filled and given more room. */
interface Disk {
  fill(): Promise<unknown>;
  extend(): Promise<unknown>;
}

/** One of 8 MB; null where this machine makes none. */
async function smallDisk(db: Database): Promise<Disk | null> {
  if (process.getuid?.() !== 0 || process.env.TEST_DATABASE_URL || process.env.DATABASE_URL) return null;
  const name = `small_disk_${randomBytes(4).toString('hex')}`;
  const folder = join(inject('testRun').folder, name);
  const { uid, gid } = await unprivilegedAccount();
  mkdirSync(folder);
  // The server's account passes through the folder above.
  chmodSync(inject('testRun').folder, 0o711);
  const options = `size=8m,uid=${uid},gid=${gid},mode=700`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return null;
  onTestFinished(async () => {
    await db.execute(sql`drop table if exists kept, filler`);
    await db.execute(sql.raw(`drop tablespace if exists ${name}`));
    spawnSync('umount', ['--lazy', folder]);
  });
  await db.execute(sql.raw(`create tablespace ${name} location '${folder}'`));
  for (const table of ['kept', 'filler'])
    await db.execute(sql.raw(`create table ${table} (body text) tablespace ${name}`));
  const rowsOf = (count: number) =>
    db.execute(sql`insert into filler select repeat('x', 2000) from generate_series(1, ${count}::integer)`);
  const isRoomFor = (count: number) =>
    rowsOf(count).then(
      () => true,
      () => false,
    );
  return {
    async fill() {
      for (const count of [200, 4]) while (await isRoomFor(count));
    },
    extend: async () => spawnSync('mount', ['-o', 'remount,size=16m', folder]),
  };
}

/** One that only says that it is full. */
async function madeUpDisk(db: Database): Promise<Disk> {
  await db.execute(sql`create table kept (body text)`);
  await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = '53100'; end $$`);
  return {
    fill: () =>
      db.execute(sql`create trigger full_disk before insert on kept for each row execute function refuse()`),
    extend: () => db.execute(sql`drop trigger full_disk on kept`),
  };
}

test('a full disk is reported, reads continue, and so do writes once there is room', async () => {
  const { watch } = watched();
  const database = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
  onTestFinished(database.drop);
  const { db, close } = await connectDatabase({ databaseUrl: database.url }, usualLimits, watch.around);
  onTestFinished(close);
  const disk = (await smallDisk(db)) ?? (await madeUpDisk(db));
  const write = () => db.execute(sql`insert into kept select repeat('y', 1000) from generate_series(1, 50)`);
  await disk.fill();
  const before = watch.failures.get('write exhausted') ?? 0;
  await expect(write()).rejects.toThrow();
  expect(watch.failures.get('write exhausted')).toBe(before + 1);
  expect(watch.areWritesFailing()).toBe(true);
  await db.execute(sql`select count(*) from kept`);
  await disk.extend();
  await write();
});
