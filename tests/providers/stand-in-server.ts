import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server of this machine alone. */
export interface StandInServer {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** Ends it with every connection. */
  close(): Promise<void>;
}

/** Starts a server that reads the body of each request first. @param port any free one for 0. */
export async function startStandInServer(
  answer: (request: IncomingMessage, response: ServerResponse, url: URL, body: string) => unknown,
  port = 0,
): Promise<StandInServer> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    await answer(request, response, url, await text(request));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
