import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { type NpmRun, npmRun } from '#tests/setup/npm-run.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/postgres.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';

const started: NpmRun[] = [];
let postgres: TestDatabase;

beforeAll(async () => {
  postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
});

afterAll(async () => {
  for (const running of started) running.kill();
  await postgres.drop();
});

function run(script: string, variables: Readonly<Record<string, string>>): NpmRun {
  const running = npmRun(script, variables);
  started.push(running);
  return running;
}

async function serve() {
  const served = run('serve', {
    ...productionVariables,
    PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: postgres.url,
  });
  const address = await served.listens();
  expect((await fetch(`${address}/health`)).status).toBe(200);
  return { ...served, address };
}

async function otherSessions(): Promise<number> {
  const connection = await connectDatabase({ databaseUrl: postgres.url });
  try {
    const rows = await queryRows<{ pid: number }>(
      connection.db,
      sql`select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return rows.length;
  } finally {
    await connection.close();
  }
}

test('npm run migrate brings the database up to date, and again finds nothing to do', async () => {
  for (const outcome of [/^Migrations applied to the database: \d+\n$/, /^The database is up to date\n$/]) {
    const { ended, said } = run('migrate', { MODE: 'production', DATABASE_URL: postgres.url });
    expect(await ended).toBe(0);
    expect(said()).toMatch(outcome);
  }
});

test('[CONF-2] npm run migrate and npm run serve name what is missing and end with 1', async () => {
  const migrated = run('migrate', { MODE: 'production' });
  const served = run('serve', { MODE: 'production', PORT: '0' });
  expect([await migrated.ended, await served.ended]).toEqual([1, 1]);
  expect(migrated.said()).toMatch(/DATABASE_URL: is required in production/);
  expect(served.said()).toMatch(/H5_BASE[\s\S]*DATABASE_URL[\s\S]*LENDER_NAME_MX[\s\S]*SERVICE_EMAIL_IN/);
});

test('the server bounds V8 and malloc, unless its environment names a bound', async () => {
  const tell = `if (process.argv[1]?.endsWith('main.js')) console.log('flags', ...process.execArgv, process.env.MALLOC_MMAP_THRESHOLD_ ?? '-')`;
  const output = async (options: string, variables: Readonly<Record<string, string>> = {}) => {
    const { ended, said } = run('serve', {
      ...{ MODE: 'production', ...variables },
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)} ${options}`,
    });
    expect(await ended).toBe(1);
    return said().match(/^flags .*$/gm);
  };
  expect(await output('')).toEqual([
    'flags -',
    'flags --max-semi-space-size=8 --max-old-space-size=512 --v8-pool-size=1 1048576',
  ]);
  expect(await output('--max_semi_space_size=16')).toEqual([
    'flags -',
    'flags --max-old-space-size=512 --v8-pool-size=1 1048576',
  ]);
  const all = '--max-semi-space-size=16 --max-old-space-size=1024 --v8-pool-size=2';
  expect(await output(all, { MALLOC_MMAP_THRESHOLD_: '65536' })).toEqual(['flags 65536']);
});

test.each([
  ['SIGTERM to npm alone, as a supervisor sends it', 'SIGTERM', 1],
  ['SIGINT to all at once, as a terminal sends it', 'SIGINT', -1],
] as const)('npm run serve ends by itself on %s', async (_name, signal, sign) => {
  const { child, ended, address, said } = await serve();
  process.kill(sign * (child.pid ?? 0), signal);
  expect(await ended).toBe(0);
  await expect(fetch(`${address}/health`)).rejects.toThrow();
  expect(await otherSessions()).toBe(0);
  expect(said()).not.toMatch(/error/i);
});

test('a node that cannot listen for the desk says so in a line and ends, instead of living on without a database', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { said, ended } = run('serve', {
    ...{ ...productionVariables, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: postgres.url },
    ...{ DESK: 'openid', DESK_BASE: 'https://desk.example', DESK_PORT: String(port) },
    ...{ DESK_ISSUER: 'https://id.example', DESK_CLIENT_ID: 'llano', DESK_CLIENT_SECRET: 'secret' },
  });
  expect(await ended).toBe(1);
  expect(said().trim()).toBe(
    `The configuration cannot be used:\n  HOST, DESK_PORT: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
  );
});
