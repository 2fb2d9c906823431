import type { IncomingMessage, ServerResponse } from 'node:http';
import { type StandInServer, startStandInServer } from './stand-in-server.ts';

/** What stands before a stand-in's API. */
export interface Gate extends StandInServer {
  /** What is answered: what the stand-in does, that it cannot be had, nothing, what is no JSON, or JSON of no form that is documented. */
  answers: 'well' | 'failing' | 'hanging' | 'no-json' | 'another-form';
}

const others = {
  failing: [503, 'text/html', '<h1>Service unavailable</h1>'],
  'no-json': [200, 'text/html', '<h1>Maintenance</h1>'],
  'another-form': [200, 'application/json', '{}'],
} as const;

/** Starts one before a stand-in. */
export async function startGate(standInOrigin: string): Promise<Gate> {
  async function pass(
    request: IncomingMessage,
    response: ServerResponse,
    _url: URL,
    body: string,
  ): Promise<void> {
    if (gate.answers === 'hanging') return;
    if (gate.answers !== 'well') {
      const [status, type, text] = others[gate.answers];
      response.writeHead(status, { 'Content-Type': type }).end(text);
      return;
    }
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const { method = 'GET', url = '/' } = request;
    const given = await fetch(`${standInOrigin}${url}`, {
      ...{ method, headers: headers as Record<string, string> },
      ...(body !== '' && { body }),
    });
    const link = given.headers.get('Link');
    const type = given.headers.get('Content-Type') ?? 'application/json';
    response.writeHead(given.status, { 'Content-Type': type, ...(link && { Link: link }) });
    response.end(await given.text());
  }
  const gate: Gate = Object.assign(
    await startStandInServer((request, response, url, body) =>
      pass(request, response, url, body).catch(() => request.socket.destroy()),
    ),
    { answers: 'well' as const },
  );
  return gate;
}
