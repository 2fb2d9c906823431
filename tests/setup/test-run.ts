import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** What one run of the tests shares between its worker processes. */
export interface TestRun {
  /** Part of the name of every database the run makes. */
  id: string;
  /** Temporary folder, removed at the end of the run. */
  folder: string;
  /** Temporary folder of all runs of one `npm test`; the run's own where it is alone. */
  sharedFolder: string;
  /** A GET answers the URL of a PostgreSQL server; the first one starts it, so a run without races starts none. */
  postgresAddress: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testRun: TestRun;
  }
}

/** Vitest's global setup: offers the shared folder and, on demand, PostgreSQL; removes both when the run ends. */
export default async function setUpTestRun(project: TestProject): Promise<() => Promise<void>> {
  const id = randomBytes(4).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'llano-tests-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);

  const givenUrl = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  let started: Promise<PostgresServer> | undefined;
  let used = false;
  const offer = createServer((_request, response) => {
    used = true;
    // A worker that asks again much later would find a kept connection closed.
    response.setHeader('Connection', 'close');
    if (!givenUrl) started ??= startPostgresServer();
    const url = started ? started.then((server) => server.url) : Promise.resolve(givenUrl);
    url.then(
      (answer) => response.end(answer),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  const postgresAddress = await listen(offer);
  const sharedFolder = process.env.CHECKS_FOLDER ?? folder;
  project.provide('testRun', { id, folder, sharedFolder, postgresAddress });

  return async () => {
    offer.close();
    offer.closeAllConnections();
    const server = await started?.catch(() => undefined);
    await server?.stop();
    if (givenUrl && used) await dropDatabasesOfRun(givenUrl, id);
    removeFolder();
    process.off('exit', removeFolder);
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return `http://127.0.0.1:${address.port}`;
}

async function dropDatabasesOfRun(url: string, id: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where datname like 'llano_test_' || $1 || '_%'",
      [id],
    );
    for (const { name } of rows) await client.query(`drop database if exists "${name}" with (force)`);
  } finally {
    await client.end();
  }
}
