import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Admission } from './admission/load-gate.ts';
import { type BodyPace, endSlowBodies, usualPace } from './admission/slow-body.ts';
import { discardUnread } from './admission/unread-body.ts';

export interface Listening {
  readonly address: string;
  /**
   * Accepts no more connections and waits for open requests; aborts them after `graceMs`.
   * @param lingerMs how long idle connections stay open for one last request, since a proxy loses a request sent on a connection that is
   * being closed. 0 by default.
   */
  close(graceMs: number, lingerMs?: number): Promise<void>;
}

/** Refuses requests before the application when the node is overloaded. */
export interface Refusals {
  /**
   * Admits a request; null if it refused the request and has answered it.
   * @param headers headers of every answer: names and values in turn.
   */
  takeOn(request: IncomingMessage, response: ServerResponse, headers: readonly string[]): Admission | null;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Whether borrowers use `https`. If so, responses tell browsers never to use `http` (HSTS). */
  readonly isHttps: boolean;
  readonly serverOf?: (listener: RequestListener) => Server;
  /** Rejects requests before the application sees them; none by default. */
  readonly refusals?: Refusals;
  /** Slowest allowed upload of a body; has a default. */
  readonly bodyPace?: BodyPace;
}

/**
 * Connections that wait to be taken; the system may allow fewer (on Linux `net.core.somaxconn`). One beyond is not refused: its
 * caller asks again after one second, three and seven, and hears nothing meanwhile.
 */
const connectionsWaitingMax = 4096;
/**
 * How long an idle connection is kept: longer than those in front do (nginx and Amazon's balancers 60 s, Caddy two minutes,
 * Google's ten). The server must not close first: a form on its way at that moment is lost, and no proxy sends it twice.
 */
const idleConnectionMs = 620_000;
/** Time for a request to arrive: nine photos of 5 MB at 600 kbit/s, or one at 70 kbit/s. */
const requestMaxMs = 600_000;
/** Longest time without data on a connection with an open request. */
const silenceMaxMs = 120_000;

/** Serves an application. The headers that hold for everything stand on every answer, those to no request of HTTP too. */
export async function listen(
  app: { fetch(request: Request, bindings: HttpBindings): Response | Promise<Response> },
  { host, port, isHttps, serverOf, refusals, bodyPace = usualPace }: ListenOptions,
): Promise<Listening> {
  const answer = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    hostname: host,
    autoCleanupIncoming: false,
  });
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  // The origin alone as referrer: an address may hold a session. None at all would make the Origin of our own forms `null`.
  const headers = [
    'X-Content-Type-Options',
    'nosniff',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Referrer-Policy',
    'strict-origin',
    ...(isHttps ? ['Strict-Transport-Security', 'max-age=31536000'] : []),
  ];
  const slowBodies = endSlowBodies(underWay, headers, bodyPace);
  const respond: RequestListener = async (request, response) => {
    const allHeaders = isClosing ? [...headers, 'Connection', 'close'] : headers;
    // Keep-alive concerns the proxy. Some proxies pass the header on, and the client then sends on a connection that the proxy closed.
    if (request.httpVersionMinor > 0) response.removeHeader('Connection');
    const admission = refusals?.takeOn(request, response, allHeaders);
    if (admission === null) return;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (admission?.turn) {
      await admission.turn;
      if (response.destroyed) return admission.leave(false);
    }
    for (let place = 0; place < allHeaders.length; place += 2)
      response.setHeader(allHeaders[place] as string, allHeaders[place + 1] as string);
    discardUnread(request, response);
    try {
      await answer(request, response);
    } finally {
      admission?.leave();
    }
  };
  const server = serverOf?.(respond) ?? plainServer(respond);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: connectionsWaitingMax }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    address: `http://${host}:${typeof address === 'object' && address ? address.port : port}`,
    async close(graceMs, lingerMs = 0) {
      isClosing = true;
      // Otherwise their callers keep the connection, and the server waits for what will not come.
      for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close');
      // Not by their own `close`, which ends idle connections at once.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      if (lingerMs > 0) await pause(lingerMs);
      server.close();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
      slowBodies.close();
    },
  };
}

function plainServer(respond: RequestListener): Server {
  const server = createServer({ keepAliveTimeout: idleConnectionMs, requestTimeout: requestMaxMs }, respond);
  server.timeout = silenceMaxMs;
  return server;
}
