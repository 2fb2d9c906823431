import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Asking } from './clients.ts';
import type { RecordedStatement } from './recorded-statements.ts';

const run = promisify(execFile);

export interface Script {
  readonly program: string;
  readonly arguments: readonly string[];
  /** The command line without values, for reports. */
  readonly command: string;
  remove(): Promise<void>;
}

/** Writes statements as `pgbench` scripts, one file for each list; `pgbench` draws a file and runs it in order. */
export async function writeScript(
  program: string,
  lists: readonly (readonly RecordedStatement[])[],
): Promise<Script> {
  const folder = await mkdtemp(path.join(tmpdir(), 'llano-pgbench-'));
  const options = ['--no-vacuum', '--protocol=prepared'];
  const variables: string[] = [];
  const files: string[] = [];
  for (const [list, statements] of lists.entries()) {
    const texts = statements.map(({ text, values }, place) =>
      // Values become variables, so that the text stays the same and is prepared once.
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

/** Runs a script. @returns how many lists were completed. */
export async function askDatabase(
  databaseUrl: string,
  script: Script,
  { clients, seconds }: Pick<Asking, 'clients' | 'seconds'>,
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

/** Path of `pgbench`: `PGBENCH`, else Debian's newest, else the one on PATH; null when none runs. */
export async function findPgbench(): Promise<string | null> {
  const installed = '/usr/lib/postgresql';
  const versions = await readdir(installed).catch(() => []);
  const newestFirst = versions
    .map(Number)
    .filter(Boolean)
    .sort((a, b) => b - a);
  const programs = [...newestFirst.map((version) => `${installed}/${version}/bin/pgbench`), 'pgbench'];
  for (const program of process.env.PGBENCH ? [process.env.PGBENCH] : programs) {
    const runs = run(program, ['--version']).then(
      () => true,
      () => false,
    );
    if (await runs) return program;
  }
  return null;
}
