import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';

/** A server that listens. */
export interface Listening {
  /** Where: `http://host:port`. */
  readonly address: string;
  /** Takes no more connections and ends when the requests under way have, or cuts them off after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** What stands before an application and refuses what a node has no time for. */
export interface Refusals {
  /**
   * Gives what to call once the request is answered; null when it is refused, and then answered already.
   * @param headers names and values in turn, that stand on every answer.
   */
  takeOn(request: IncomingMessage, response: ServerResponse, headers: readonly string[]): (() => void) | null;
}

/** Where and how to listen. */
export interface ListenOptions {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** Whether borrowers reach it by `https`, and are to do so ever after. */
  readonly isHttps: boolean;
  /** Makes the server where it is not a plain one. */
  readonly serverOf?: (listener: RequestListener) => Server;
  /** What refuses before the application is asked; nothing unless given. */
  readonly refusals?: Refusals;
}

/**
 * Connections that wait to be taken; the system may allow fewer (on Linux `net.core.somaxconn`). One beyond is not refused: its
 * caller asks again after one second, three and seven, and hears nothing meanwhile.
 */
const connectionsWaitingMax = 4096;

/** Serves an application. The headers that hold for everything stand on every answer, those to no request of HTTP too. */
export async function listen(
  app: { fetch(request: Request, bindings: HttpBindings): Response | Promise<Response> },
  { host, port, isHttps, serverOf = createServer, refusals }: ListenOptions,
): Promise<Listening> {
  const answer = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    hostname: host,
  });
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  // The origin alone as referrer: an address may hold a session. None at all would make the Origin of our own forms `null`.
  const headers = [
    ...['X-Content-Type-Options', 'nosniff', 'Cross-Origin-Resource-Policy', 'same-origin'],
    ...['Referrer-Policy', 'strict-origin'],
    ...(isHttps ? ['Strict-Transport-Security', 'max-age=31536000'] : []),
  ];
  const server = serverOf(async (request, response) => {
    const standing = isClosing ? [...headers, 'Connection', 'close'] : headers;
    const left = refusals?.takeOn(request, response, standing);
    if (left === null) return;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    for (let place = 0; place < standing.length; place += 2)
      response.setHeader(standing[place] as string, standing[place + 1] as string);
    try {
      await answer(request, response);
    } finally {
      left?.();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: connectionsWaitingMax }, resolve);
  });
  const address = server.address();
  return {
    address: `http://${host}:${typeof address === 'object' && address ? address.port : port}`,
    async close(graceMs) {
      isClosing = true;
      // Otherwise their callers keep the connection, and the server waits for what will not come.
      for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close');
      const closed = new Promise((resolve) => server.close(resolve));
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
