import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import type { AskedStatement } from './asked-statements.ts';

/** What clients ask, in turn over those given. */
export interface ClientRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How many ask, and for how long. */
export interface Asking {
  readonly clients: number;
  readonly seconds: number;
  /** How often all together ask; as often as they are answered unless given. */
  readonly perSecond?: number;
}

/** How clients were answered. */
export interface Answered {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answers: number;
}

/**
 * Asks a server over HTTP, each client on a connection of its own: its share of the requests one after the other, over and over.
 * @throws Error when an answer was anything but a success.
 */
export async function askServer(
  address: string,
  requests: readonly ClientRequest[],
  { clients, seconds, perSecond }: Asking,
): Promise<Answered> {
  let next = 0;
  const result = await autocannon({
    url: address,
    connections: clients,
    duration: seconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    setupClient(client) {
      const first = next % requests.length;
      next += 1;
      const share = requests.filter((_request, place) => place >= first && (place - first) % clients === 0);
      client.setRequests(share.map((request) => ({ ...request, headers: { ...request.headers } })));
    },
  });
  const { non2xx, errors, timeouts, requests: sent, latency } = result;
  if (non2xx + errors + timeouts > 0) {
    throw new Error(`${non2xx} answers were refusals, ${errors} requests failed, ${timeouts} had no answer.`);
  }
  return {
    perSecond: sent.total / result.duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    answers: sent.total,
  };
}

const run = promisify(execFile);

/** Statements ready for `pgbench`. */
export interface Script {
  readonly program: string;
  readonly arguments: readonly string[];
  /** The command without the values, for people. */
  readonly command: string;
  remove(): Promise<void>;
}

/** Writes statements for `pgbench`, which then asks one of the lists at a time, all of one list in their order. */
export async function writeScript(lists: readonly (readonly AskedStatement[])[]): Promise<Script> {
  const folder = await mkdtemp(path.join(tmpdir(), 'llano-pgbench-'));
  const program = await pgbench();
  const options = ['--no-vacuum', '--protocol=prepared'];
  const variables: string[] = [];
  const files: string[] = [];
  for (const [list, statements] of lists.entries()) {
    const texts = statements.map(({ text, values }, place) =>
      // A value is a variable, so that the text is the same and is prepared once.
      text.replace(/\$(\d+)/g, (_whole, number: string) => {
        const value = values[Number(number) - 1];
        if (value === null || value === undefined) return 'null';
        const name = `v${list}_${place}_${number}`;
        variables.push('-D', `${name}=${textOf(value)}`);
        return `:${name}`;
      }),
    );
    const file = path.join(folder, `${list}.sql`);
    await writeFile(file, texts.map((text) => `${text};\n`).join(''));
    files.push('-f', file);
  }
  return {
    program,
    arguments: [...options, ...variables, ...files],
    command: [path.basename(program), ...options, `-f (one file for each of ${lists.length} borrowers)`].join(
      ' ',
    ),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Has `pgbench` ask them, and gives how often it had a whole list answered. */
export async function askDatabase(
  databaseUrl: string,
  script: Script,
  { clients, seconds }: Asking,
): Promise<{ readonly perSecond: number; readonly answers: number }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const { stdout } = await run(
    script.program,
    [...script.arguments, '-c', String(clients), '-T', String(seconds)],
    {
      maxBuffer: 16 * 1024 * 1024,
      env: {
        ...process.env,
        PGHOST: hostname,
        PGPORT: port || '5432',
        PGUSER: username,
        PGPASSWORD: password,
        PGDATABASE: pathname.slice(1),
      },
    },
  );
  const [, perSecond] = /^tps = ([\d.]+) \(without/m.exec(stdout) ?? [];
  const [, answers] = /^number of transactions actually processed: (\d+)/m.exec(stdout) ?? [];
  if (perSecond === undefined) throw new Error(`pgbench did not say how fast it was.\n${stdout}`);
  return { perSecond: Number(perSecond), answers: Number(answers) };
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `PGBENCH`, else the newest that Debian installs, else what the path finds. */
async function pgbench(): Promise<string> {
  if (process.env.PGBENCH) return process.env.PGBENCH;
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions
    .map(Number)
    .filter(Boolean)
    .sort((a, b) => b - a)[0];
  return newest === undefined ? 'pgbench' : `/usr/lib/postgresql/${newest}/bin/pgbench`;
}
