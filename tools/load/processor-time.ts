import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import pg from 'pg';

/** CPU milliseconds used so far; null where they cannot be read. */
export type ProcessorTime = () => number | null;

/** CPU milliseconds per answer between two readings. */
export function timePerAnswer(from: number | null, to: number | null, answers: number): number | null {
  return from === null || to === null ? null : (to - from) / answers;
}

export function timeOfProcess(processId: number): ProcessorTime {
  return () => statOf(processId)?.ownMs ?? null;
}

/** Process id of the PostgreSQL server behind an address; null when it runs on another machine. */
export async function processOfPostgres(databaseUrl: string): Promise<number | null> {
  if (!isLocal(databaseUrl)) return null;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return statOf(rows[0]?.pid ?? 0)?.parent ?? null;
  } finally {
    await client.end();
  }
}

/** CPU time of a local PostgreSQL server with all its backends. */
export async function timeOfPostgres(databaseUrl: string): Promise<ProcessorTime> {
  const parent = await processOfPostgres(databaseUrl);
  if (parent === null) return () => null;
  return () => {
    for (;;) {
      const server = statOf(parent);
      if (!server) return null;
      const children = childrenOf(parent);
      // A backend that ended since would be missing from both sums.
      if (statOf(parent)?.endedChildrenMs !== server.endedChildrenMs) continue;
      return children.reduce((sum, { ownMs }) => sum + ownMs, server.ownMs + server.endedChildrenMs);
    }
  };
}

/**
 * Binds processes and their children to the first `count` cores with `taskset` while `work` runs.
 * @param count at most the number of cores.
 */
export async function onProcessors<Result>(
  count: number,
  processIds: readonly number[],
  work: () => Promise<Result>,
): Promise<Result> {
  const all = bindableProcessors();
  const bind = (processors: readonly number[]) => {
    for (const id of processIds.flatMap(withDescendants)) {
      // A child may have ended since.
      if (statOf(id)) execFileSync('taskset', ['-a', '-p', '-c', processors.join(','), String(id)]);
    }
  };
  bind(all.slice(0, count));
  try {
    return await work();
  } finally {
    bind(all);
  }
}

/** Numbers of the cores that processes can be bound to; empty where binding is impossible. */
export function bindableProcessors(): number[] {
  try {
    execFileSync('taskset', ['--version']);
    const [, listed = ''] =
      /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return listed.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_none, place) => first + place);
    });
  } catch {
    return [];
  }
}

function withDescendants(processId: number): number[] {
  return [processId, ...childrenOf(processId).flatMap(({ id }) => withDescendants(id))];
}

function childrenOf(processId: number) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(Number(name));
      return stat?.parent === processId ? [stat] : [];
    });
}

function isLocal(databaseUrl: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(databaseUrl).hostname);
}

const ticksPerSecond = process.platform === 'linux' ? Number(execFileSync('getconf', ['CLK_TCK'])) : 100;

function statOf(processId: number) {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The process name in brackets may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = (ticks: number) => (ticks / ticksPerSecond) * 1000;
    const at = (place: number) => Number(fields[place]);
    return { id: processId, parent: at(1), ownMs: ms(at(11) + at(12)), endedChildrenMs: ms(at(13) + at(14)) };
  } catch {
    return undefined;
  }
}
