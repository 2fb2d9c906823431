import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from '#db/failure.ts';
import { awaitDatabase } from './awaited-database.ts';
import { EnvironmentError } from './environment.ts';
import { DatabaseAwayError } from './prepare-database.ts';

function logOf() {
  const logged: string[] = [];
  return {
    logged,
    log: { info: (line: string) => void logged.push(line), error: (line: string) => void logged.push(line) },
  };
}

const away = () =>
  new DatabaseAwayError(['DATABASE_URL: the database does not answer: connect ECONNREFUSED']);

test('a database that answers is prepared before anything else', async () => {
  const { logged, log } = logOf();
  const awaited = await awaitDatabase(async () => 0, log);
  expect(awaited.isPrepared()).toBe(true);
  expect(await awaited.around('select 1', async () => 'rows')).toBe('rows');
  expect(logged).toEqual([]);
});

test('an unreachable database is tried again, and until it answers statements fail as unavailable', async () => {
  const { logged, log } = logOf();
  let tries = 0;
  const awaited = await awaitDatabase(async () => {
    tries += 1;
    if (tries < 3) throw away();
  }, log);
  expect(awaited.isPrepared()).toBe(false);
  const failure = await awaited.around('select 1', async () => 'rows').catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect(await awaited.prepared).toBe('prepared');
  expect(await awaited.around('select 1', async () => 'rows')).toBe('rows');
  expect(logged).toEqual([
    'the database does not answer: the node listens, and answers 503 until it does',
    'the database answers, and the node serves',
  ]);
});

test('one that can never be used ends the start, also when it comes later', async () => {
  const { log } = logOf();
  const wrong = new EnvironmentError(['DATABASE_URL: its encoding is LATIN1']);
  await expect(awaitDatabase(() => Promise.reject(wrong), log)).rejects.toBe(wrong);
  let error: Error = away();
  const awaited = await awaitDatabase(() => Promise.reject(error), log);
  error = wrong;
  await expect(awaited.prepared).rejects.toBe(wrong);
});

test('a node that ends meanwhile no longer waits', async () => {
  const { log } = logOf();
  const awaited = await awaitDatabase(() => Promise.reject(away()), log);
  awaited.stop();
  expect(await awaited.prepared).toBe('stopped');
});
