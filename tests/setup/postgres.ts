import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { citusWorkerPorts, copyCluster, createCluster, dropCluster, freezeCluster } from './citus.ts';

/** What every new database starts as: `prepare` runs once per test run and name, and must close what it opens. */
export interface PostgresTemplate {
  name: string;
  prepare: (url: string) => Promise<void>;
}

/** A database of its own for one test file. */
export interface TestDatabase {
  url: string;
  /** Ends the connections that are still open and removes the database. */
  drop: () => Promise<void>;
}

const isOnCitus = citusWorkerPorts.length > 0;
// One lock for all runs on a server: only `create database` waits for it.
const creationLock = 74_126_001;

/**
 * Makes an empty database from the template on a real PostgreSQL: the server of TEST_DATABASE_URL or DATABASE_URL, or
 * one started for this run. Drop it in `afterAll`; what a failed file leaves goes when the run ends.
 * For rules that need concurrent sessions; every other test is faster on PGlite.
 */
export async function createTestDatabase(template: PostgresTemplate): Promise<TestDatabase> {
  const { id } = inject('testRun');
  const serverUrl = await postgresUrl();
  const source = `llano_test_${id}_template_${template.name}`;
  const name = `llano_test_${id}_${randomBytes(4).toString('hex')}`;
  await onServer(serverUrl, async (server) => {
    await server.query('select pg_advisory_lock($1)', [creationLock]);
    const { rowCount } = await server.query('select from pg_database where datname = $1', [source]);
    if (rowCount === 0) {
      // Under the name only once it is ready: a failed preparation must not pass for a template.
      const unfinished = `${source}_${randomBytes(4).toString('hex')}`;
      if (isOnCitus) await createCluster(serverUrl, unfinished);
      else await server.query(`create database ${quoted(unfinished)}`);
      await template.prepare(databaseUrl(serverUrl, unfinished));
      if (isOnCitus) await freezeCluster(serverUrl, unfinished, source);
      else await server.query(`alter database ${quoted(unfinished)} rename to ${quoted(source)}`);
    }
    if (isOnCitus) await copyCluster(serverUrl, source, name);
    else await server.query(`create database ${quoted(name)} template ${quoted(source)}`);
  });
  return {
    url: databaseUrl(serverUrl, name),
    drop: () =>
      isOnCitus
        ? dropCluster(serverUrl, name)
        : onServer(serverUrl, async (server) => {
            await server.query(`drop database if exists ${quoted(name)} with (force)`);
          }),
  };
}

async function postgresUrl(): Promise<string> {
  const response = await fetch(inject('testRun').postgresAddress);
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}

/** Does work over a session of its own. */
export async function onServer(url: string, work: (server: pg.Client) => Promise<void>): Promise<void> {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

/** What sets a setting for the sessions of a database that are opened later. @param value as SQL writes it. */
export function alterSetting({ url }: Pick<TestDatabase, 'url'>, setting: string, value: string): string {
  return `alter database ${quoted(new URL(url).pathname.slice(1))} set ${setting} = ${value}`;
}

function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}
