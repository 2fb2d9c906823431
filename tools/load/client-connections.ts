import { connect, type Socket } from 'node:net';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import type { Answers, Asking, AskingWay, ClientRequest } from './clients.ts';

/** A request without an answer for so long counts as failed when time is up. */
const patienceMs = 5_000;

/**
 * Sends prebuilt requests over raw sockets and reads no more of an answer than its status and length: clients share the CPU with the server
 * under test, so they must cost little and allocate little.
 */
async function ask(
  address: string,
  requests: readonly ClientRequest[],
  { clients, seconds, perSecond, gaps = 'even' }: Asking,
  { isFlood, isOnce }: AskingWay,
): Promise<Answers> {
  const usedBefore = process.cpuUsage();
  const server = new URL(address);
  const texts = requests.map((request) => Buffer.from(textOf(request, server.hostname)));
  const tookMs = new Map<number, number[]>();
  let failed = 0;
  let unsent = 0;
  let askedCount = 0;
  const beginning = performance.now();
  const end = beginning + seconds * 1000;
  let lastAnswer = beginning;
  const idle: Client[] = [];
  const late: number[] = [];
  const allAnswered = Promise.withResolvers<void>();
  const isOver = () => performance.now() >= end || (isOnce && askedCount >= texts.length);
  const begin = (client: Client, since: number) => {
    const text = texts[askedCount % texts.length] as Buffer;
    askedCount += 1;
    client.ask(text, since);
  };
  const answered = (client: Client, status: number | null, ms: number) => {
    lastAnswer = performance.now();
    if (status === null) failed += 1;
    else {
      const took = tookMs.get(status) ?? [];
      if (took.length === 0) tookMs.set(status, took);
      took.push(ms);
    }
    const since = perSecond === undefined ? lastAnswer : late.shift();
    if (since !== undefined && !isOver()) begin(client, since);
    else idle.push(client);
    if (idle.length === clients && isOver()) allAnswered.resolve();
  };
  const all = Array.from({ length: clients }, (_none, place) => createClient(server, answered, place));
  if (perSecond === undefined)
    for (const client of all) isOver() ? idle.push(client) : begin(client, beginning);
  else {
    idle.push(...all);
    let due = beginning;
    while (!isOver()) {
      for (const now = performance.now(); due <= now && !isOver(); due += gapMs(perSecond, gaps)) {
        // The client that was answered longest ago.
        const client = idle.shift();
        if (client) begin(client, now);
        else if (isFlood) unsent += 1;
        else late.push(due);
      }
      await setTimeout(Math.max(0, Math.min(due, end) - performance.now()));
    }
  }
  if (isOnce && idle.length < clients) await allAnswered.promise;
  else {
    if (perSecond === undefined) await setTimeout(Math.max(0, end - performance.now()));
    const patience = setTimeout(patienceMs, undefined, { ref: false });
    if (!isFlood && idle.length < clients) await Promise.race([allAnswered.promise, patience]);
  }
  if (isFlood) lastAnswer = performance.now();
  for (const client of all) if (client.close() >= patienceMs) failed += 1;
  const used = process.cpuUsage(usedBefore);
  return {
    seconds: (lastAnswer - beginning) / 1000,
    tookMs,
    failed,
    unsent: unsent + late.length,
    processorMs: (used.user + used.system) / 1000,
  };
}

function gapMs(perSecond: number, gaps: 'even' | 'random'): number {
  return (1000 / perSecond) * (gaps === 'even' ? 1 : -Math.log(1 - Math.random()));
}

interface Client {
  /** @param since due time, as `performance.now()`. */
  ask(text: Buffer, since: number): void;
  /** Milliseconds since the pending request was due. */
  close(): number;
}

/** A connection that reconnects when lost. TLS certificates are not verified: the proxies under test are addressed by IP. */
function createClient(
  { protocol, hostname: host, port }: URL,
  answered: (client: Client, status: number | null, ms: number) => void,
  place: number,
): Client {
  const from = localAddressOf(host, place);
  let socket: Socket | null = null;
  let askedAt: number | null = null;
  const answer = createAnswerReader();
  const conclude = (status: number | null) => {
    if (askedAt === null) return;
    const ms = performance.now() - askedAt;
    askedAt = null;
    answered(client, status, ms);
  };
  const take = (length: number) => {
    if (answer.take(received.subarray(0, length))) conclude(answer.status());
    return true;
  };
  const opened = () => {
    answer.begin();
    const reading = { noDelay: true, onread: { buffer: received, callback: take } };
    const options = { port: Number(port), host, ...reading, ...from };
    const connection =
      protocol === 'https:' ? connectSecurely({ ...options, rejectUnauthorized: false }) : connect(options);
    connection.on('error', () => undefined);
    connection.on('close', () => {
      socket = null;
      conclude(null);
    });
    return connection;
  };
  const client: Client = {
    ask(text, since) {
      askedAt = since;
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

/** Loopback source addresses (Linux accepts all of 127.0.0.0/8), because proxies limit connections per address. */
function localAddressOf(host: string, place: number): { localAddress?: string } {
  const isOwn = process.platform === 'linux' && host === '127.0.0.1';
  return isOwn ? { localAddress: `127.0.1.${1 + (place % 64)}` } : {};
}

/** Read buffer shared by all clients: each chunk is parsed before the next one arrives. */
const received = Buffer.alloc(65_536);

/** Finds where each answer on a connection ends. */
function createAnswerReader() {
  const chunkEnd = Buffer.from('0\r\n\r\n');
  let status = 0;
  /** Missing bytes of the answer; null before the headers are complete and for answers without Content-Length. */
  let left: number | null = null;
  let begun: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  let isChunked = false;
  const begin = () => {
    left = null;
    begun = Buffer.alloc(0);
    isChunked = false;
  };
  const isWhole = (body: Buffer): boolean => {
    if (isChunked) {
      tail = Buffer.concat([tail, body]).subarray(-chunkEnd.length);
      return tail.equals(chunkEnd);
    }
    left = (left ?? 0) - body.length;
    return left <= 0;
  };
  return {
    begin,
    status: () => status,
    /** Reads a chunk. @returns true when the answer is complete. */
    take(data: Buffer): boolean {
      let body = data;
      if (left === null && !isChunked) {
        begun = begun.length === 0 ? data : Buffer.concat([begun, data]);
        const end = begun.indexOf('\r\n\r\n');
        if (end === -1) {
          // Copied, because the read buffer is reused.
          begun = Buffer.from(begun);
          return false;
        }
        const headers = begun.toString('latin1', 0, end + 2);
        status = Number(headers.slice(9, 12));
        const [, length] = /\r\ncontent-length: (\d+)/i.exec(headers) ?? [];
        isChunked = length === undefined && status !== 204 && status !== 304;
        left = isChunked ? null : Number(length ?? 0);
        tail = Buffer.alloc(0);
        body = begun.subarray(end + 4);
      }
      if (!isWhole(body)) return false;
      begin();
      return true;
    },
  };
}

function textOf({ method, path, headers, body = '' }: ClientRequest, host: string): string {
  const lines = Object.entries({ Host: host, ...headers, 'Content-Length': Buffer.byteLength(body) });
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join(
    '\r\n',
  );
}

/** Message that `clients.ts` sends to this process. */
process.on('message', async (parameters: Parameters<typeof ask>) => {
  process.send?.(await ask(...parameters));
});
