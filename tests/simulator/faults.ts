import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#lending/ports.ts';
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts';
import type { DatabasePair } from './database-pair.ts';
import type { Place } from './place.ts';
import type { RunRecord } from './run-record.ts';

/**
 * How long it is between two kills of a node, and between two crashes or failovers of the database, in the mean: up to twice as long is
 * drawn, and then the fault waits for `answersBetween`, so that on a busy machine as much is done between two faults.
 */
export interface FaultPace {
  readonly killEveryMs: number;
  readonly crashEveryMs: number;
}

const answersBetween = 40;
const pollMs = 50;
/** Of so many faults of the database the last is a failover. */
const failoverOf = 3;
/** For up to so long none serves where one was killed. */
const awayMaxMs = 400;
/** Nodes that have started, or are about to, and wait for the place of one that is killed. */
const sparesMax = 2;
/** So much that is late is caught up with. */
const lateMaxMs = 10_000;

/** Nodes behind a proxy. */
export interface Nodes {
  /** Kills them, crashes the database and has its standby take its place until `stopFaults`. */
  startFaults(database: Pick<DatabasePair, 'crash' | 'failOver'>, pace: FaultPace): void;
  /** Ends the faults and waits until all nodes serve again. */
  stopFaults(): Promise<void>;
  /** How long each start took, ms. */
  readonly startsMs: readonly number[];
  /** What the nodes logged, by how often: a line's message or, for what is no log, the line. */
  readonly logged: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/**
 * Starts nodes, one at each place and some that wait for the place of one that is killed, so that others start meanwhile. One that ends
 * by itself is a violation, and is replaced too.
 */
export async function startNodes(
  places: readonly Place[],
  variables: Readonly<Record<string, string>>,
  { record, random }: { readonly record: RunRecord; readonly random: Random },
): Promise<Nodes> {
  const logged = new Map<string, number>();
  const startsMs: number[] = [];
  const nodes = new Map<Place, ServerProcess>();
  let loops: Promise<void>[] = [];
  let stopping = new AbortController();
  let longevity: FaultPace = { killEveryMs: 0, crashEveryMs: 0 };

  function keepLog({ reportedErrors }: ServerProcess): void {
    for (const line of reportedErrors) {
      const text = messageOf(line);
      logged.set(text, (logged.get(text) ?? 0) + 1);
    }
  }

  async function start(): Promise<ServerProcess> {
    for (;;) {
      const startedAt = performance.now();
      try {
        const node = await startServerProcess(variables);
        startsMs.push(performance.now() - startedAt);
        return node;
      } catch (error) {
        record.violate(`a node ended while it started: ${String(error).slice(0, 1500)}`);
        await pause(500);
      }
    }
  }

  const spares = Array.from({ length: sparesMax }, start);
  async function serveAt(place: Place): Promise<void> {
    const node = await spares.shift();
    spares.push(start());
    if (!node) return;
    nodes.set(place, node);
    place.target = node.address;
    void node.ended.then(async () => {
      if (nodes.get(place) !== node) return;
      record.violate(`a node ended by itself: ${node.reportedErrors.slice(-12).join('\n')}`);
      keepLog(node);
      await serveAt(place);
    });
  }

  async function end(place: Place, how: 'kill' | 'stop'): Promise<void> {
    const node = nodes.get(place);
    nodes.delete(place);
    place.target = null;
    if (!node) return;
    await node[how]();
    keepLog(node);
  }

  /** Waits until one more fault of a kind is due, some of the time that the ones before took left out. */
  const pacing = (averageMs: number) => {
    let due = performance.now();
    return async () => {
      const { answers } = record.counts;
      const isWaiting = () => record.counts.answers < answers + answersBetween && !stopping.signal.aborted;
      due = Math.max(due, performance.now() - lateMaxMs) + random.below(2 * averageMs);
      const left = Math.max(0, due - performance.now());
      await pause(left, undefined, { signal: stopping.signal }).catch(() => undefined);
      while (isWaiting()) await pause(pollMs);
    };
  };

  async function kill(): Promise<void> {
    const untilDue = pacing(longevity.killEveryMs);
    for (;;) {
      await untilDue();
      if (stopping.signal.aborted) return;
      const place = places[random.below(places.length)] as Place;
      if (!nodes.has(place)) continue;
      await end(place, 'kill');
      record.counts.kills += 1;
      await pause(random.below(awayMaxMs));
      await serveAt(place);
    }
  }

  async function breakDatabase(database: Pick<DatabasePair, 'crash' | 'failOver'>): Promise<void> {
    const untilDue = pacing(longevity.crashEveryMs);
    for (let faults = 1; ; faults += 1) {
      await untilDue();
      if (stopping.signal.aborted) return;
      const isFailover = faults % failoverOf === 0;
      await (isFailover ? database.failOver() : database.crash());
      record.counts[isFailover ? 'failovers' : 'crashes'] += 1;
    }
  }

  for (const place of places) await serveAt(place);
  return {
    logged,
    startsMs,
    startFaults(database, pace) {
      longevity = pace;
      stopping = new AbortController();
      loops = [kill(), breakDatabase(database)];
    },
    async stopFaults() {
      stopping.abort();
      await Promise.all(loops);
    },
    async close() {
      for (const place of places) await end(place, 'stop');
      for (const spare of spares) await (await spare).stop();
    },
  };
}

/** The message of a line of the log with what it is about, or the line. */
function messageOf(line: string): string {
  try {
    const { msg, job, call, code, failure } = JSON.parse(line);
    return [msg, job ?? call, code ?? failure].filter(Boolean).join(', ');
  } catch {
    return line;
  }
}
