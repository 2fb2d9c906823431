import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { ClientRequest } from './clients.ts';

/** How clients are asked to ask. */
export interface PlainAsking {
  /** Connections; each waits for its answer before it asks again. */
  readonly clients: number;
  readonly seconds: number;
  /** How often all together ask; as often as they are answered unless given. */
  readonly perSecond?: number;
}

/** What clients got: how long answers of each status took, in milliseconds. */
export interface PlainAnswers {
  readonly seconds: number;
  readonly tookMs: ReadonlyMap<number, readonly number[]>;
  /** Requests whose connection was lost, or which have no answer after five seconds. */
  readonly failed: number;
  /** Requests that were due while every client waited for an answer. */
  readonly unasked: number;
}

/** How often it is looked who is due to ask, in milliseconds. */
const everyMs = 4;
/** Who has waited so long when time is over has failed; the others are let go. */
const patienceMs = 5_000;

/**
 * Asks a server with requests that were written once, over bare connections, and looks at no more of an answer than its status and
 * its length, since clients share the processor with what they measure.
 */
export async function askPlainly(
  address: string,
  requests: readonly ClientRequest[],
  { clients, seconds, perSecond }: PlainAsking,
): Promise<PlainAnswers> {
  const { hostname, port } = new URL(address);
  const texts = requests.map((request) => Buffer.from(textOf(request, hostname)));
  const tookMs = new Map<number, number[]>();
  let failed = 0;
  let unasked = 0;
  let next = 0;
  const beginning = performance.now();
  const end = beginning + seconds * 1000;
  const idle: Client[] = [];
  const ask = (client: Client) => {
    next += 1;
    client.ask(texts[next % texts.length] as Buffer);
  };
  const answered = (client: Client, status: number | null, ms: number) => {
    if (status === null) failed += 1;
    else {
      const took = tookMs.get(status) ?? [];
      if (took.length === 0) tookMs.set(status, took);
      took.push(ms);
    }
    if (perSecond === undefined && performance.now() < end) ask(client);
    else idle.push(client);
  };
  const all = Array.from({ length: clients }, () => createClient(hostname, Number(port), answered));
  if (perSecond === undefined) for (const client of all) ask(client);
  else idle.push(...all);
  let due = 0;
  for (let now = beginning; now < end; now = performance.now()) {
    for (; perSecond !== undefined && due < ((now - beginning) / 1000) * perSecond; due += 1) {
      // Who was answered last asks last.
      const client = idle.shift();
      if (client) ask(client);
      else unasked += 1;
    }
    await setTimeout(everyMs);
  }
  for (const client of all) if (client.close() >= patienceMs) failed += 1;
  return { seconds: (performance.now() - beginning) / 1000, tookMs, failed, unasked };
}

interface Client {
  ask(text: Buffer): void;
  /** Gives for how long it has waited for an answer, in milliseconds. */
  close(): number;
}

/** One connection, which is made again once it is lost. */
function createClient(
  host: string,
  port: number,
  answered: (client: Client, status: number | null, ms: number) => void,
): Client {
  let socket: Socket | null = null;
  let askedAt: number | null = null;
  let status = 0;
  /** Bytes of the answer that have not come; null until its headers have. */
  let left: number | null = null;
  let begun = '';
  const conclude = (how: number | null) => {
    if (askedAt === null) return;
    const ms = performance.now() - askedAt;
    askedAt = null;
    left = null;
    begun = '';
    answered(client, how, ms);
  };
  const take = (data: Buffer) => {
    if (left === null) {
      begun += data.toString('latin1');
      const end = begun.indexOf('\r\n\r\n');
      if (end === -1) return;
      status = Number(begun.slice(9, 12));
      const [, length] = /\r\ncontent-length: (\d+)/i.exec(begun) ?? [];
      if (length === undefined)
        throw new Error(`An answer does not tell its length.\n${begun.slice(0, end)}`);
      left = Number(length) - (begun.length - end - 4);
    } else left -= data.length;
    if (left <= 0) conclude(status);
  };
  const opened = () => {
    const made = connect({ port, host, noDelay: true });
    made.on('data', take);
    made.on('error', () => undefined);
    made.on('close', () => {
      socket = null;
      conclude(null);
    });
    return made;
  };
  const client: Client = {
    ask(text) {
      askedAt = performance.now();
      socket ??= opened();
      socket.write(text);
    },
    close() {
      const waitedMs = askedAt === null ? 0 : performance.now() - askedAt;
      askedAt = null;
      socket?.destroy();
      return waitedMs;
    },
  };
  return client;
}

function textOf({ method, path, headers, body = '' }: ClientRequest, host: string): string {
  const lines = Object.entries({ Host: host, ...headers, 'Content-Length': Buffer.byteLength(body) });
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join(
    '\r\n',
  );
}
