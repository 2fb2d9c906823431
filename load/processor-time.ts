import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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

/** That of a PostgreSQL server with all its processes, where it runs on this machine. */
export async function timeOfPostgres(databaseUrl: string): Promise<ProcessorTime> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const parent = statOf(rows[0]?.pid ?? 0)?.parent;
  await client.end();
  if (!isLocal(databaseUrl) || parent === undefined) return () => null;
  return () => {
    for (;;) {
      const server = statOf(parent);
      if (!server) return null;
      const children = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => statOf(Number(name)))
        .filter((stat) => stat?.parent === parent);
      // A process that ended in between would be in neither sum.
      if (statOf(parent)?.endedChildrenMs !== server.endedChildrenMs) continue;
      return children.reduce((sum, stat) => sum + (stat?.ownMs ?? 0), server.ownMs + server.endedChildrenMs);
    }
  };
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
    return { parent: at(1), ownMs: ms(at(11) + at(12)), endedChildrenMs: ms(at(13) + at(14)) };
  } catch {
    return undefined;
  }
}
