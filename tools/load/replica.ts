import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { exportJournal, readAging, readTrialBalance } from '#contract/host/accounting.ts';
import { connectDatabase, usualLimits } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { createReplica, type ReplicaFault } from '#db/replica.ts';
import { addDays } from '#domain/calendar.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { freePort, unprivilegedAccount } from '#tests/setup/postgres-server.ts';
import { createPortfolios, portfolioDay } from './portfolios.ts';
import { createProgress, tableOf } from './progress.ts';

const run = promisify(execFile);
/** PostgreSQL's programs, including `pg_basebackup`. */
const programs = process.env.POSTGRES_PROGRAMS ?? '/usr/lib/postgresql/15/bin';
const loans = 1000;
const writes = 200;
/** Longer than a failed replica is left alone. */
const leftAloneMs = 5_500;

interface Servers {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Creates the replica by a base backup and starts it. */
  follow(): Promise<void>;
  stopReplica(): Promise<void>;
  promoteReplica(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads through a replica that is in step, paused, stopped and promoted.
 * @throws Error when an answer differs from the primary's.
 */
export async function measureReplica() {
  const servers = await startServers();
  try {
    const { url: portfolioUrl } = await createPortfolios(servers.primaryUrl).find(loans);
    await servers.follow();
    const databaseName = new URL(portfolioUrl).pathname;
    const steps = await readThrough(servers, databaseName);
    return { table: tableOf(['step', 'answered by', 'ms in the median', 'told'], steps), result: steps };
  } finally {
    await servers.close();
  }
}

type Step = [name: string, by: string, medianMs: number, told: string];

async function readThrough(servers: Servers, databaseName: string): Promise<Step[]> {
  const open = (url: string, retryForMs: number) =>
    connectDatabase(
      { databaseUrl: new URL(databaseName, url).href },
      { ...usualLimits, connectTimeoutMs: 500, retryForMs },
    );
  const primary = await open(servers.primaryUrl, 2000);
  const second = await open(servers.replicaUrl, 0);
  const faults: ReplicaFault[] = [];
  const replica = createReplica(second.hostDb, (fault) => faults.push(fault));
  const steps: Step[] = [];
  const progress = createProgress('Replica, steps', 6);
  await primary.db.execute(sql`create table written (n integer primary key)`);
  let written = 0;
  /** Reads each row right after writing it. */
  const writeAndRead = async (name: string, times: number) => {
    const tookMs: number[] = [];
    const by = { primary: 0, replica: 0 };
    for (let time = 0; time < times; time += 1) {
      written += 1;
      await primary.db.execute(sql`insert into written values (${written})`);
      const startedAt = performance.now();
      const [row] = await replica.read(primary.hostDb, (transaction) =>
        queryRows<{ last: number; isReplica: boolean }>(
          transaction,
          sql`select max(n) as last, pg_is_in_recovery() as "isReplica" from written`,
        ),
      );
      tookMs.push(performance.now() - startedAt);
      if (row?.last !== written) throw new Error(`${name}: read ${row?.last} where ${written} was written.`);
      by[row.isReplica ? 'replica' : 'primary'] += 1;
    }
    const medianMs = tookMs.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
    const answered = `${by.replica} replica, ${by.primary} primary`;
    steps.push([name, answered, Math.round(medianMs * 10) / 10, faults.splice(0).join(', ')]);
    progress(steps.length);
    return by;
  };
  const expectBy = (readCounts: { primary: number; replica: number }, whose: 'primary' | 'replica') => {
    if (readCounts[whose] === 0 || readCounts.primary * readCounts.replica !== 0)
      throw new Error(`Not all was read from the ${whose}: ${JSON.stringify(steps.at(-1))}`);
  };
  try {
    const fresh = await writeAndRead(`read what was just written, ${writes} times`, writes);
    if (fresh.replica < writes * 0.9) throw new Error('The replica was hardly read from.');
    await compareCalls(primary.hostDb, replica);
    await second.db.execute(sql`select pg_wal_replay_pause()`);
    expectBy(await writeAndRead('a replica that stands still', 3), 'primary');
    await second.db.execute(sql`select pg_wal_replay_resume()`);
    await setTimeout(leftAloneMs);
    expectBy(await writeAndRead('it goes on', 20), 'replica');
    await servers.stopReplica();
    expectBy(await writeAndRead('a replica that is gone', 20), 'primary');
    await servers.follow();
    await setTimeout(leftAloneMs);
    expectBy(await writeAndRead('it is back', 20), 'replica');
    await servers.promoteReplica();
    expectBy(await writeAndRead('it became a primary of its own', 20), 'primary');
    return steps;
  } finally {
    await second.close();
    await primary.close();
  }
}

/** Compares figures and an export read from the replica with those of the primary. */
async function compareCalls(
  primary: Parameters<ReturnType<typeof createReplica>['read']>[0],
  replica: ReturnType<typeof createReplica>,
): Promise<void> {
  const answers = [];
  for (const port of [{}, { replica }]) {
    const service = lendingService(primary, {}, port);
    service.setTime(`${portfolioDay}T18:00:00Z`);
    const days = { currency: 'MXN', fromDay: addDays(portfolioDay, -300), throughDay: portfolioDay } as const;
    answers.push(
      JSON.stringify([
        await service.tell(readTrialBalance, days),
        await service.tell(readAging, { currency: 'MXN' }),
        await service.tell(exportJournal, { ...days, format: 'csv', limit: 100 }),
      ]),
    );
  }
  if (answers[0] !== answers[1]) throw new Error('The replica answered a call otherwise than the primary.');
}

async function startServers(): Promise<Servers> {
  const account = process.getuid?.() === 0 ? await unprivilegedAccount() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'llano-replica-'));
  if (account) await chown(folder, account.uid, account.gid);
  const options = { ...account, cwd: folder };
  const ports = { primary: await freePort(), replica: await freePort() };
  const running = new Set<ChildProcess>();
  const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async (name: 'primary' | 'replica'): Promise<ChildProcess> => {
    const settings = [`port=${ports[name]}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', join(folder, name), ...[...settings, 'fsync=off'].flatMap((setting) => ['-c', setting])],
      { ...options, stdio: 'ignore' },
    );
    running.add(server);
    for (let tries = 0; ; tries += 1) {
      const isReady = await run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(ports[name])])
        .then(() => true)
        .catch(() => false);
      if (isReady) return server;
      if (tries > 300) throw new Error(`PostgreSQL (${name}) did not start.`);
      await setTimeout(100);
    }
  };
  const stop = async (server: ChildProcess | undefined) => {
    if (!server || server.exitCode !== null) return;
    running.delete(server);
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  };
  const kill = () => {
    for (const server of running) server.kill('SIGQUIT');
  };
  process.once('exit', kill);
  let replica: ChildProcess | undefined;
  const initialise = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(join(programs, 'initdb'), ['-D', join(folder, 'primary'), ...initialise], options);
  const primary = await start('primary');
  return {
    primaryUrl: urlOf(ports.primary),
    replicaUrl: urlOf(ports.replica),
    async follow() {
      await rm(join(folder, 'replica'), { recursive: true, force: true });
      const from = ['-h', '127.0.0.1', '-p', String(ports.primary), '-U', 'postgres'];
      const how = ['-D', join(folder, 'replica'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
      await run(join(programs, 'pg_basebackup'), [...from, ...how], options);
      replica = await start('replica');
    },
    stopReplica: () => stop(replica),
    async promoteReplica() {
      await run(join(programs, 'pg_ctl'), ['promote', '-D', join(folder, 'replica')], options);
    },
    async close() {
      await stop(replica);
      await stop(primary);
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
