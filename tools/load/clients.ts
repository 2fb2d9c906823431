import { type ChildProcess, fork } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What clients ask, in turn over those given. */
export interface ClientRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How many ask, each over a connection of its own and one request after the other, and for how long. */
export interface Asking {
  readonly clients: number;
  readonly seconds: number;
  /** How often all together ask; as often as answered unless given. */
  readonly perSecond?: number;
  /** Whether they ask at even intervals, unless given, or at random ones of the same mean, as people come. */
  readonly gaps?: 'even' | 'random';
}

/** What clients got: how long answers of each status took, in milliseconds. */
export interface Answers {
  /** From the first request until the last answer, or until those who waited were let go. */
  readonly seconds: number;
  readonly tookMs: ReadonlyMap<number, readonly number[]>;
  /** Requests whose connection was lost, or which have no answer after five seconds. */
  readonly failed: number;
  /** Requests that were due while every client waited for an answer, and were not made. */
  readonly unasked: number;
  /** What the clients worked. */
  readonly processorMs: number;
}

/** What clients do about requests that are due while all of them wait, and when they end. */
export interface AskingWay {
  /** Whether such a request is not made, and who waits in the end is let go; else the first who is answered makes it. */
  readonly isFlood: boolean;
  /** Whether each request is made once; else they are made in turn until time is over. */
  readonly isOnce: boolean;
}

/** How clients were answered. */
export interface Answered {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answers: number;
}

/**
 * Asks a server over HTTP. A request for which every client is late is made by the first who is answered, and its time counts from when it
 * was due.
 * @throws Error when an answer was anything but a success.
 */
export async function askServer(
  address: string,
  requests: readonly ClientRequest[],
  asking: Asking,
): Promise<Answered> {
  return answeredOf(await ask(address, requests, asking, { isFlood: false, isOnce: false }));
}

/**
 * Asks a server each of some requests once.
 * @throws Error when an answer was anything but a success.
 */
export async function askOnce(
  address: string,
  requests: readonly ClientRequest[],
  asking: Omit<Asking, 'seconds'>,
): Promise<Answered> {
  const endlessly = { ...asking, seconds: Number.POSITIVE_INFINITY };
  return answeredOf(await ask(address, requests, endlessly, { isFlood: false, isOnce: true }));
}

/** Asks a server more than it can answer: what is due while every client waits is not asked, and who waits in the end is let go. */
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

/** Processes that ask, and have nothing to ask at the moment. */
const idleProcesses: ChildProcess[] = [];

// Not while clients ask, where it has nothing else to do: on the processors that are measured.
setFlagsFromString('--no-memory-reducer');
setFlagsFromString('--expose-gc');
const collectAll: () => void = runInNewContext('gc');

/**
 * Has another process ask that holds next to nothing: where this one collects all that it holds, it takes two processors for 40 ms, which
 * would be told of the server. So it does that before.
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
  // It ends with this process, which waits for its answer and not for it.
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
