import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#lending/ports.ts';
import type { PostgresServer } from '#tests/setup/postgres-server.ts';
import type { FrontProxy } from '#tests/setup/proxy.ts';
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts';
import type { RunRecord } from './run-record.ts';

/**
 * How long a node lives before it is killed, and the database between two crashes: up to twice as long is drawn, and then
 * the fault waits for `answersBetween`, so that on a busy machine as much is done between two faults.
 */
export interface FaultPace {
  readonly nodeLifeMs: number;
  readonly databaseLifeMs: number;
}

const answersBetween = 40;
const pollMs = 50;

/** Nodes behind a proxy. */
export interface Nodes {
  /** Kills them and crashes the database until `stopFaults`. */
  startFaults(postgres: Pick<PostgresServer, 'crash'>, pace: FaultPace): void;
  /** Ends the faults and waits until all nodes serve again. */
  stopFaults(): Promise<void>;
  /** What the nodes logged, by how often: a line's message or, for what is no log, the line. */
  readonly logged: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Starts nodes; one that ends by itself is a violation, and is started again as a supervisor would. */
export async function startNodes(
  count: number,
  variables: Readonly<Record<string, string>>,
  parts: { readonly proxy: FrontProxy; readonly record: RunRecord; readonly random: Random },
): Promise<Nodes> {
  const { proxy, record, random } = parts;
  const nodes: (ServerProcess | null)[] = Array(count).fill(null);
  const logged = new Map<string, number>();
  let loops: Promise<void>[] = [];
  let stopping = new AbortController();

  const follow = () => proxy.forwardTo(...nodes.flatMap((node) => (node ? [node.address] : [])));

  function keepLog({ reportedErrors }: ServerProcess): void {
    for (const line of reportedErrors) {
      const text = messageOf(line);
      logged.set(text, (logged.get(text) ?? 0) + 1);
    }
  }

  async function start(index: number): Promise<ServerProcess> {
    for (;;) {
      try {
        const node = await startServerProcess(variables);
        nodes[index] = node;
        follow();
        return node;
      } catch (error) {
        record.violate(`a node ended while it started: ${String(error).slice(0, 1500)}`);
        await pause(500);
      }
    }
  }

  async function killNow(index: number): Promise<void> {
    let node = nodes[index] ?? (await start(index));
    while (!stopping.signal.aborted) {
      const ended = node.ended.then(() => 'ended' as const);
      const drawn = wait(longevity.nodeLifeMs).then(() => 'alive' as const);
      if ((await Promise.race([ended, drawn])) === 'ended') {
        record.violate(`a node ended by itself: ${node.reportedErrors.slice(-12).join('\n')}`);
      } else if (stopping.signal.aborted) {
        return;
      } else {
        await node.kill();
        record.counts.kills += 1;
      }
      keepLog(node);
      nodes[index] = null;
      follow();
      node = await start(index);
    }
  }

  async function crash(postgres: Pick<PostgresServer, 'crash'>): Promise<void> {
    for (;;) {
      await wait(longevity.databaseLifeMs);
      if (stopping.signal.aborted) return;
      await postgres.crash();
      record.counts.crashes += 1;
    }
  }

  let longevity: FaultPace = { nodeLifeMs: 0, databaseLifeMs: 0 };
  const wait = async (averageMs: number) => {
    const { answers } = record.counts;
    const isWaiting = () => record.counts.answers < answers + answersBetween && !stopping.signal.aborted;
    await pause(random.below(2 * averageMs), undefined, { signal: stopping.signal }).catch(() => undefined);
    while (isWaiting()) await pause(pollMs);
  };

  await Promise.all(nodes.map((_node, index) => start(index)));
  return {
    logged,
    startFaults(postgres, pace) {
      longevity = pace;
      stopping = new AbortController();
      loops = [...nodes.map((_node, index) => killNow(index)), crash(postgres)];
    },
    async stopFaults() {
      stopping.abort();
      await Promise.all(loops);
    },
    async close() {
      for (const node of nodes) {
        if (!node) continue;
        await node.stop();
        keepLog(node);
      }
    },
  };
}

/** The message of a line of the log with what it is about, or the line. */
function messageOf(line: string): string {
  try {
    const { msg, job, call, code } = JSON.parse(line);
    return [msg, job ?? call, code].filter(Boolean).join(', ');
  } catch {
    return line;
  }
}
