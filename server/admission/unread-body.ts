import type { IncomingMessage, ServerResponse } from 'node:http';

/** Timeouts of an unread body: without progress, and in all. */
const idleMs = 5_000;
const wholeMs = 60_000;

/**
 * Discards the rest of a body after an early answer. Closing the connection at once could lose the answer, and some proxies read the
 * answer only after they sent the whole body. A body that stops or does not end is cut off.
 */
export function discardUnread(request: IncomingMessage, response: ServerResponse): void {
  if (!mayHaveBody(request)) return;
  response.once('finish', () => {
    if (request.complete || request.socket.destroyed) return;
    const cutOff = () => request.socket.destroySoon();
    const idle = setTimeout(cutOff, idleMs).unref();
    const whole = setTimeout(cutOff, wholeMs).unref();
    // A paused reader would stop the body.
    request.removeAllListeners('data');
    request.on('data', () => idle.refresh());
    request.once('close', () => {
      clearTimeout(idle);
      clearTimeout(whole);
    });
    request.resume();
  });
}

function mayHaveBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0' } = headers;
  return length !== '0' || headers['transfer-encoding'] !== undefined;
}
