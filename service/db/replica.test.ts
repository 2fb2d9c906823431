import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Database, queryRows } from './database.ts';
import { createReplica, type ReplicaFault } from './replica.ts';
import { type Connection, type ConnectionPool, Sessions } from './session.ts';

/** A database that says how far its log is, and its name to all else. */
function fakeDatabase(name: string, place: () => string | null): Database {
  const connection: Connection = {
    send: async (text) => ({ rows: [text.includes('pg_lsn') ? { place: place() } : { name }] }),
    sent: () => Promise.resolve(),
  };
  const pool: ConnectionPool = { lend: (work) => work(connection) };
  return new Database(new Sessions(pool, 0));
}

const primary = fakeDatabase('primary', () => '1000');
let time = 0;
const now = () => time;
const whoAnswers = (replica: Database, faults: ReplicaFault[] = []) => {
  const { read } = createReplica(replica, (fault) => faults.push(fault), now);
  return async () => {
    const [row] = await read(primary, (transaction) =>
      queryRows<{ name: string }>(transaction, sql`select name`),
    );
    return row?.name;
  };
};

test('what a replica has whole is read from it, and what comes to it soon is waited for', async () => {
  expect(await whoAnswers(fakeDatabase('replica', () => '1000'))()).toBe('replica');
  const places = ['998', '999', '1001'];
  expect(await whoAnswers(fakeDatabase('replica', () => places.shift() ?? null))()).toBe('replica');
});

test('one that is behind for too long is left alone for a while, and the primary answers', async () => {
  const faults: ReplicaFault[] = [];
  let place = '999';
  const ask = whoAnswers(
    fakeDatabase('replica', () => {
      time += 300;
      return place;
    }),
    faults,
  );
  expect([await ask(), await ask(), faults]).toEqual(['primary', 'primary', ['behind']]);
  place = '1000';
  time += 4_000;
  expect(await ask()).toBe('primary');
  time += 1_000;
  expect([await ask(), faults]).toEqual(['replica', ['behind']]);
});

test('a primary and an unreachable server are not used as a replica; an error of the statement is not retried elsewhere', async () => {
  const faults: ReplicaFault[] = [];
  expect(
    await whoAnswers(
      fakeDatabase('stranger', () => null),
      faults,
    )(),
  ).toBe('primary');
  const away = fakeDatabase('replica', () => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  });
  expect(await whoAnswers(away, faults)()).toBe('primary');
  expect(faults).toEqual(['no replica', 'away']);
  const broken = fakeDatabase('replica', () => {
    throw Object.assign(new Error('no such function'), { code: '42883' });
  });
  await expect(whoAnswers(broken)()).rejects.toMatchObject({ cause: { message: 'no such function' } });
});
