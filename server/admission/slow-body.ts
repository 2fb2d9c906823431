import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { isServicePath } from '../reserved-paths.ts';
import { preparedRefusal } from './prepared-refusal.ts';

export interface BodyPace {
  readonly everyMs: number;
  readonly graceMs: number;
  /** Minimum mean speed over `graceMs`. */
  readonly bytesPerSecond: number;
}

/** Half the speed of EDGE, measured over a period in which the network may be gone most of the time. */
export const usualPace: BodyPace = { everyMs: 1_000, graceMs: 30_000, bytesPerSecond: 4_000 };

export class SlowBodyError extends Error {
  readonly status = 408;
}

/** Progress of a body: bytes on its connection at the start of the period, and the time waited since. */
interface Coming {
  bytesBefore: number;
  waitedMs: number;
}

/**
 * Ends requests with 408 whose body comes too slowly. Time in which received data waits to be read does not count.
 * @param underWay responses of all open requests.
 * @param headers alternating names and values for every answer.
 */
export function endSlowBodies(
  underWay: Iterable<ServerResponse>,
  headers: readonly string[],
  { everyMs, graceMs, bytesPerSecond }: BodyPace,
): { close(): void } {
  const coming = new WeakMap<IncomingMessage, Coming>();
  const isTooSlow = (request: IncomingMessage): boolean => {
    const { socket } = request;
    const progress = coming.get(request);
    if (!progress) coming.set(request, { bytesBefore: socket.bytesRead, waitedMs: 0 });
    if (!progress || socket.isPaused()) return false;
    progress.waitedMs += everyMs;
    if (progress.waitedMs < graceMs) return false;
    const cameBytes = socket.bytesRead - progress.bytesBefore;
    coming.set(request, { bytesBefore: socket.bytesRead, waitedMs: 0 });
    return cameBytes * 1000 < bytesPerSecond * progress.waitedMs;
  };
  const look = () => {
    // Bodies of answered requests are discarded (`discardUnread`).
    const unread = [...underWay].filter((response) => !response.req.complete && !response.headersSent);
    for (const { req } of unread) if (isTooSlow(req)) end(req, headers);
  };
  const timer = setInterval(look, everyMs).unref();
  return { close: () => clearInterval(timer) };
}

/** Writes the answer to the socket; the application notices the aborted body by itself. */
function end(request: IncomingMessage, commonHeaders: readonly string[]): void {
  const { headers, text } =
    preparedRefusal('body-too-slow')[isServicePath(request.url ?? '') ? 'call' : 'form'];
  const pairs = [...commonHeaders, ...headers, 'Connection', 'close'];
  const lines = pairs.flatMap((name, place) => (place % 2 === 0 ? [`${name}: ${pairs[place + 1]}`] : []));
  const error = new SlowBodyError();
  request.socket.write(
    [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', text].join('\r\n'),
  );
  request.destroy(error);
}
