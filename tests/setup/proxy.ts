import { once } from 'node:events';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** A proxy on this machine, as one stands before every server in production. */
export interface FrontProxy {
  /** Where it is: `https://127.0.0.1:port`, with a certificate from an unknown authority. */
  readonly address: string;
  /** Names the nodes behind it, `http://host:port`, which take requests in turn; until then it answers 502. */
  forwardTo(...addresses: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy on a free port that ends TLS with a certificate made for the occasion. It says who asked, and how, in
 * `X-Forwarded-For` and `X-Forwarded-Proto`, and asks for the server by its own name: of the address that the borrower
 * sees, the server learns nothing from a request. Headers whose names begin with one of `withheld` stay behind.
 */
export async function startTlsProxy(withheld: readonly string[] = []): Promise<FrontProxy> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  let targets: readonly URL[] = [];
  let turn = 0;
  const server = createHttpsServer({ key, cert }, (request, response) => {
    for (const name of Object.keys(request.headers)) {
      if (withheld.some((beginning) => name.startsWith(beginning))) delete request.headers[name];
    }
    turn += 1;
    pass(
      request,
      response,
      targets.map((_target, index) => targets[(turn + index) % targets.length] as URL),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(...addresses) {
      targets = addresses.map((address) => new URL(address));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Passes a request to the first node that takes the connection. What a node took and did not answer goes on to the next
 * only when it may be asked twice, as nginx does it.
 */
function pass(request: IncomingMessage, response: ServerResponse, [target, ...others]: readonly URL[]): void {
  if (target === undefined) {
    response.writeHead(502).end();
    return;
  }
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
      answer.on('error', () => response.destroy());
    },
  );
  passed.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => request.pipe(passed));
    else request.pipe(passed);
  });
  passed.on('error', (error: NodeJS.ErrnoException) => {
    if (response.headersSent) response.destroy();
    else if (error.code === 'ECONNREFUSED' || request.method === 'GET') pass(request, response, others);
    else response.writeHead(502).end();
  });
  response.on('close', () => passed.destroy());
}
