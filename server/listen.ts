import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';

/** A server that listens. */
export interface Listening {
  /** Where: `http://host:port`. */
  readonly address: string;
  /** Takes no more connections and ends when the requests under way have. */
  close(): Promise<void>;
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
}

/** Serves an application. The headers that hold for everything stand on every answer, those to no request of HTTP too. */
export async function listen(
  app: { fetch(request: Request, bindings: HttpBindings): Response | Promise<Response> },
  { host, port, isHttps, serverOf = createServer }: ListenOptions,
): Promise<Listening> {
  const answer = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    hostname: host,
  });
  const server = serverOf((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    if (isHttps) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    address: `http://${host}:${typeof address === 'object' && address ? address.port : port}`,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
    },
  };
}
