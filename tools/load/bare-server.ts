import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { usualLimits } from '#db/connect.ts';
import { v8Bounds } from '#server/memory-bounds.ts';
import type { RecordedStatement } from './recorded-statements.ts';

/** A `node:http` server that runs recorded PostgreSQL statements one after the other with `pg` and returns the last result unchanged. */
export interface BareServer {
  readonly address: string;
  readonly processId: number;
  stop(): Promise<void>;
}

/** Startup message of the process. A request for `/<n>` runs the n-th list of statements. */
export interface BareWork {
  readonly databaseUrl: string;
  readonly lists: readonly (readonly RecordedStatement[])[];
  readonly poolSize: number;
}

/**
 * Starts the bare server in its own process with a node's pool size and V8 limits: the least that Node needs for the same answers, without
 * any business rule.
 * @throws Error when the process ends before it listens.
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
