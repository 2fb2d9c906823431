import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AskedStatement } from './asked-statements.ts';

/** A server of `node:http` that asks PostgreSQL the statements of an answer one after the other, by `pg`, and sends what the last one gave as it is. */
export interface BareServer {
  readonly address: string;
  readonly processId: number;
  stop(): Promise<void>;
}

/** What the process of a bare server is told: the list at each place is asked for a request of the path `/<place>`. */
export interface BareWork {
  readonly databaseUrl: string;
  readonly lists: readonly (readonly AskedStatement[])[];
}

/** Starts one in a process of its own, with the bounds of V8 that a node has: the least that Node does for the same answers, without any rule. */
export async function startBareServer(work: BareWork): Promise<BareServer> {
  const child: ChildProcess = fork(new URL('bare-answers.ts', import.meta.url), {
    execArgv: ['--max-semi-space-size=8', '--max-old-space-size=512', '--v8-pool-size=1'],
    serialization: 'advanced',
  });
  child.send(work);
  const [address] = (await once(child, 'message')) as [string];
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
