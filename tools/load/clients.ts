import { type ChildProcess, fork } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface ClientRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Each client has its own connection and sends one request at a time. */
export interface Asking {
  readonly clients: number;
  readonly seconds: number;
  /** Total request rate; as fast as answers come when absent. */
  readonly perSecond?: number;
  /** Default: even intervals. `random` draws exponential ones with the same mean. */
  readonly gaps?: 'even' | 'random';
}

export interface Answers {
  /** From the first request to the last answer, or to the end of the run. */
  readonly seconds: number;
  readonly tookMs: ReadonlyMap<number, readonly number[]>;
  /** Requests whose connection was lost or that had no answer after five seconds. */
  readonly failed: number;
  /** Requests not sent because every client was waiting for an answer. */
  readonly unsent: number;
  /** CPU milliseconds of the client process. */
  readonly processorMs: number;
}

export interface AskingWay {
  /**
   * Drops requests that are due while all clients wait, and abandons pending ones at the end. Otherwise the next free client sends them
   * late.
   */
  readonly isFlood: boolean;
  /** Sends each request once instead of cycling until time is up. */
  readonly isOnce: boolean;
}

export interface Answered {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answers: number;
}

/**
 * Sends requests over HTTP. The latency of a late request counts from the time it was due.
 * @throws Error on any answer that is not a success.
 */
export async function askServer(
  address: string,
  requests: readonly ClientRequest[],
  asking: Asking,
): Promise<Answered> {
  return answeredOf(await ask(address, requests, asking, { isFlood: false, isOnce: false }));
}

/**
 * Sends each request once.
 * @throws Error on any answer that is not a success.
 */
export async function askOnce(
  address: string,
  requests: readonly ClientRequest[],
  asking: Omit<Asking, 'seconds'>,
): Promise<Answered> {
  const endlessly = { ...asking, seconds: Number.POSITIVE_INFINITY };
  return answeredOf(await ask(address, requests, endlessly, { isFlood: false, isOnce: true }));
}

/** Sends more than the server can answer: requests that are due while all clients wait are dropped. */
export function floodServer(
  address: string,
  requests: readonly ClientRequest[],
  asking: Asking,
): Promise<Answers> {
  return ask(address, requests, asking, { isFlood: true, isOnce: false });
}

function answeredOf({ seconds, tookMs, failed }: Answers): Answered {
  const others = [...tookMs.keys()].filter((status) => status < 200 || status > 299);
  if (others.length + failed > 0) {
    throw new Error(`Answers were ${others.join(', ') || 'right'}, and ${failed} requests had none.`);
  }
  const took = [...tookMs.values()].flat().sort((a, b) => a - b);
  const at = (part: number) => Math.round((took[Math.floor(took.length * part)] ?? Number.NaN) * 10) / 10;
  return { perSecond: took.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), answers: took.length };
}

const idleProcesses: ChildProcess[] = [];

// Without the memory reducer, which would collect garbage while this process idles, on the cores under test.
setFlagsFromString('--no-memory-reducer');
setFlagsFromString('--expose-gc');
const collectAll: () => void = runInNewContext('gc');

/**
 * Runs the clients in a small process of their own: a full garbage collection here takes two cores for 40 ms and would count against the
 * server. So this process collects first.
 */
async function ask(
  ...parameters: [address: string, requests: readonly ClientRequest[], asking: Asking, way: AskingWay]
): Promise<Answers> {
  const asking =
    idleProcesses.pop() ??
    fork(new URL('client-connections.ts', import.meta.url), {
      execArgv: ['--max-semi-space-size=32', '--v8-pool-size=1'],
      serialization: 'advanced',
    });
  // Ends with this process but does not keep it alive.
  asking.unref();
  asking.channel?.ref();
  collectAll();
  const answers = await new Promise<Answers>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The process that asks ended with ${code}.`));
    asking.once('exit', ended);
    asking.once('message', (answered) => {
      asking.off('exit', ended);
      resolve(answered as Answers);
    });
    asking.send(parameters);
  });
  asking.channel?.unref();
  idleProcesses.push(asking);
  return answers;
}
