import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands before a stand-in's API. */
export interface Gate {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** What is answered: what the stand-in does, that it cannot be had, nothing, what is no JSON, or JSON of no form that is documented. */
  answers: 'well' | 'failing' | 'hanging' | 'no-json' | 'another-form';
  close(): Promise<void>;
}

const others = {
  failing: [503, 'text/html', '<h1>Service unavailable</h1>'],
  'no-json': [200, 'text/html', '<h1>Maintenance</h1>'],
  'another-form': [200, 'application/json', '{}'],
} as const;

/** Starts one before a stand-in. */
export async function startGate(standInOrigin: string): Promise<Gate> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (gate.answers === 'hanging') return;
    if (gate.answers !== 'well') {
      const [status, type, body] = others[gate.answers];
      response.writeHead(status, { 'Content-Type': type }).end(body);
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const { method = 'GET', url = '/' } = request;
    const given = await fetch(`${standInOrigin}${url}`, {
      ...{ method, headers: headers as Record<string, string> },
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    });
    const link = given.headers.get('Link');
    const type = given.headers.get('Content-Type') ?? 'application/json';
    response.writeHead(given.status, { 'Content-Type': type, ...(link && { Link: link }) });
    response.end(await given.text());
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gate: Gate = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: 'well',
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gate;
}
