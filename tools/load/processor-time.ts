import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import pg from 'pg';

/** Tells how many milliseconds of processor a program has used so far; null where that cannot be told. */
export type ProcessorTime = () => number | null;

/** What each of some answers used between two readings; null where that cannot be told. */
export function timePerAnswer(from: number | null, to: number | null, answers: number): number | null {
  return from === null || to === null ? null : (to - from) / answers;
}

/** That of one process. Only Linux tells. */
export function timeOfProcess(processId: number): ProcessorTime {
  return () => statOf(processId)?.ownMs ?? null;
}

/** The first process of the PostgreSQL server behind an address; null where that cannot be told or runs on another machine. */
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

/** That of a PostgreSQL server with all its processes, where it runs on this machine. */
export async function timeOfPostgres(databaseUrl: string): Promise<ProcessorTime> {
  const parent = await processOfPostgres(databaseUrl);
  if (parent === null) return () => null;
  return () => {
    for (;;) {
      const server = statOf(parent);
      if (!server) return null;
      const children = childrenOf(parent);
      // A process that ended in between would be in neither sum.
      if (statOf(parent)?.endedChildrenMs !== server.endedChildrenMs) continue;
      return children.reduce((sum, { ownMs }) => sum + ownMs, server.ownMs + server.endedChildrenMs);
    }
  };
}

/**
 * Has some processes and all that they started run on the first so many processors alone while work is done, by `taskset`.
 * @param count no more than there are.
 */
export async function onProcessors<Result>(
  count: number,
  processIds: readonly number[],
  work: () => Promise<Result>,
): Promise<Result> {
  const all = bindableProcessors();
  const bind = (processors: readonly number[]) => {
    for (const id of processIds.flatMap(withDescendants)) {
      // One may have ended since.
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

/** The processors that processes can be bound to, by their numbers; none where they cannot. */
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
    // The name before the last bracket may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = (ticks: number) => (ticks / ticksPerSecond) * 1000;
    const at = (place: number) => Number(fields[place]);
    return { id: processId, parent: at(1), ownMs: ms(at(11) + at(12)), endedChildrenMs: ms(at(13) + at(14)) };
  } catch {
    return undefined;
  }
}
