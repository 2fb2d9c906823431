import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
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
  /** How those who ask so often are spread: each at even intervals and all in turn, unless given. */
  readonly gaps?: 'even' | 'random';
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
  asking: Asking,
): Promise<Answered> {
  const { clients, seconds, perSecond } = asking;
  if (perSecond !== undefined) return askInTime(address, requests, { ...asking, perSecond });
  let next = 0;
  const result = await autocannon({
    url: address,
    connections: clients,
    duration: seconds,
    setupClient(client) {
      const first = next % requests.length;
      next += 1;
      const share = requests.filter((_request, place) => place >= first && (place - first) % clients === 0);
      client.setRequests(share.map((request) => ({ ...request, headers: { ...request.headers } })));
    },
  });
  return answeredOf(result);
}

/**
 * What `autocannon` tells of a run.
 * @throws Error when an answer was anything but a success.
 */
export function answeredOf(result: autocannon.Result): Answered {
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

/**
 * Asks so often a second. The rate of `autocannon` lets every client ask for its whole second at once, and then times how these
 * wait for each other. Here an answer that is late holds up only its own client, and the next one's time counts from when it was due.
 */
async function askInTime(
  address: string,
  requests: readonly ClientRequest[],
  { clients, seconds, perSecond, gaps = 'even' }: Asking & { readonly perSecond: number },
): Promise<Answered> {
  const intervalMs = (clients / perSecond) * 1000;
  const took: number[] = [];
  const beginning = performance.now();
  const end = beginning + seconds * 1000;
  const client = async (place: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const asked = requests[place % requests.length] as ClientRequest;
    let due = beginning + (place / clients) * intervalMs;
    while (due < end) {
      const early = due - performance.now();
      if (early > 0) await setTimeout(early);
      // A timer that is late is not the server's fault.
      const from = early > 0 ? performance.now() : due;
      const status = await statusOf(address, asked, agent);
      took.push(performance.now() - from);
      if (status < 200 || status > 299) throw new Error(`A request was answered with ${status}.`);
      due += intervalMs * (gaps === 'even' ? 1 : 2 * Math.random());
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: clients }, (_none, place) => client(place)));
  took.sort((a, b) => a - b);
  const at = (part: number) => Math.round((took[Math.floor(took.length * part)] ?? Number.NaN) * 10) / 10;
  return {
    perSecond: took.length / ((performance.now() - beginning) / 1000),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answers: took.length,
  };
}

/** A request that is not answered in this time has failed, as with `autocannon`. */
const answerMs = 10_000;

/** Asks once, and gives the status once the whole answer is there. */
function statusOf(
  address: string,
  { path: target, method, headers, body }: ClientRequest,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerMs);
    const asked = request(new URL(target, address), { method, headers, agent, signal }, (response) => {
      response.once('end', () => resolve(response.statusCode ?? 0)).once('error', reject);
      response.resume();
    });
    asked.once('error', reject);
    asked.end(body);
  });
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

/** Writes statements for a `pgbench`, which then asks one of the lists at a time, all of one list in their order. */
export async function writeScript(
  program: string,
  lists: readonly (readonly AskedStatement[])[],
): Promise<Script> {
  const folder = await mkdtemp(path.join(tmpdir(), 'llano-pgbench-'));
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

/** `PGBENCH`, else the newest that Debian installs, else what the path finds; null where none of them runs. */
export async function findPgbench(): Promise<string | null> {
  const installed = '/usr/lib/postgresql';
  const versions = await readdir(installed).catch(() => []);
  const newestFirst = versions
    .map(Number)
    .filter(Boolean)
    .sort((a, b) => b - a);
  const known = [...newestFirst.map((version) => `${installed}/${version}/bin/pgbench`), 'pgbench'];
  for (const program of process.env.PGBENCH ? [process.env.PGBENCH] : known) {
    const runs = run(program, ['--version']).then(
      () => true,
      () => false,
    );
    if (await runs) return program;
  }
  return null;
}
