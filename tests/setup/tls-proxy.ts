import { once } from 'node:events';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** A proxy on this machine that ends TLS, as one stands before every server in production. */
export interface TlsProxy {
  /** Where it is: `https://127.0.0.1:port`, with a certificate that nobody trusts. */
  readonly address: string;
  /** Names the server behind it, `http://host:port`; until then it answers 502. */
  forwardTo(address: string): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy on a free port with a certificate made for the occasion. It says who asked, and how, in
 * `X-Forwarded-For` and `X-Forwarded-Proto`, and asks for the server by its own name: of the address that the borrower
 * sees, the server learns nothing from a request. Headers whose names begin with one of `withheld` stay behind.
 */
export async function startTlsProxy(withheld: readonly string[] = []): Promise<TlsProxy> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  let target: URL | undefined;
  const server = createServer({ key, cert }, (request, response) => {
    for (const name of Object.keys(request.headers)) {
      if (withheld.some((beginning) => name.startsWith(beginning))) delete request.headers[name];
    }
    if (target) pass(request, response, target);
    else response.writeHead(502).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(address) {
      target = new URL(address);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function pass(request: IncomingMessage, response: ServerResponse, target: URL): void {
  const forwardedFor = [request.headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean);
  const passed = forward(
    new URL(request.url ?? '/', target),
    {
      method: request.method,
      headers: {
        ...request.headers,
        host: target.host,
        'x-forwarded-for': forwardedFor.join(', '),
        'x-forwarded-proto': 'https',
      },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    },
  );
  passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}
