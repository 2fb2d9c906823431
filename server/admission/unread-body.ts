import type { IncomingMessage, ServerResponse } from 'node:http';

/** Timeouts of an unread body: without progress, and in all. */
const idleMs = 5_000;
const wholeMs = 60_000;

/**
 * Lets the rest of a body arrive that was answered before it was read, and throws it away. A server that closes a connection that is still sent on may take the
 * answer with it, and some proxies look for no answer until they have passed on all of the body. One that stops coming, or does not end, is cut off.
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
