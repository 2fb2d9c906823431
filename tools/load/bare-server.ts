import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { usualLimits } from '#db/connect.ts';
import { v8Bounds } from '#server/memory-bounds.ts';
import type { RecordedStatement } from './recorded-statements.ts';

/** A server of `node:http` that asks PostgreSQL the statements of an answer one after the other, by `pg`, and sends what the last one gave unchanged. */
export interface BareServer {
  readonly address: string;
  readonly processId: number;
  stop(): Promise<void>;
}

/** What the process of a bare server is told: the list at each place is asked for a request of the path `/<place>`. */
export interface BareWork {
  readonly databaseUrl: string;
  readonly lists: readonly (readonly RecordedStatement[])[];
  readonly poolSize: number;
}

/**
 * Starts one in a process of its own, with as many sessions as a node has and the bounds of its V8: the least that Node does for the same answers, without any rule.
 * @throws Error when its process ends before it listens.
 */
export async function startBareServer(work: Omit<BareWork, 'poolSize'>): Promise<BareServer> {
  const child: ChildProcess = fork(new URL('bare-answers.ts', import.meta.url), {
    execArgv: Object.entries(v8Bounds).map(([flag, bound]) => `${flag}=${bound}`),
    serialization: 'advanced',
  });
  child.send({ ...work, poolSize: usualLimits.poolSize } satisfies BareWork);
  const ended = new AbortController();
  child.once('exit', (code) => ended.abort(new Error(`The bare server ended with ${code}.`)));
  const [address] = (await once(child, 'message', { signal: ended.signal })) as [string];
  return {
    address,
    processId: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
