import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { callOf, type RecordedAnswer, recordedAnswer, replayOf } from './session-record.ts';

type Answered = { readonly status: number; readonly type: string; readonly body: Uint8Array | string };

/** Starts a local proxy to a backend. `keep` receives every answer without personal data. */
export function startRecorder(backend: string, port: number, keep: (answer: RecordedAnswer) => void) {
  return serve(port, async (message, path, body) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(message.headers)) {
      if (typeof value === 'string' && !proxyHeaders.has(name)) headers.set(name, value);
    }
    const method = message.method ?? 'GET';
    const sent = method === 'GET' ? { method, headers } : { method, headers, body };
    const response = await fetch(backend.replace(/\/+$/, '') + (message.url ?? '/'), sent);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const call = callOf(method, path);
    if (call) keep(recordedAnswer(call, response.status, jsonOf(bytes)));
    return { status: response.status, type: response.headers.get('Content-Type') ?? '', body: bytes };
  });
}

/** Starts a local server that repeats a recording; 404 for calls it does not contain. */
export function startReplay(record: readonly RecordedAnswer[], port: number) {
  const next = replayOf(record);
  return serve(port, async (message, path) => {
    const answer = next(callOf(message.method ?? 'GET', path)?.name ?? '');
    const status = answer?.status ?? 404;
    return { status, type: 'application/json', body: JSON.stringify(answer?.body ?? null) };
  });
}

const proxyHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'transfer-encoding',
]);

async function serve(
  port: number,
  answer: (message: IncomingMessage, path: string, body: Uint8Array<ArrayBuffer>) => Promise<Answered>,
) {
  const server = createServer(async (message, response) => {
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of message) chunks.push(chunk);
      const path = new URL(message.url ?? '/', 'http://backend.example').pathname;
      const { status, type, body } = await answer(message, path, new Uint8Array(Buffer.concat(chunks)));
      response.writeHead(status, { 'Content-Type': type }).end(body);
    } catch {
      response.writeHead(502).end();
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  return {
    address: `http://127.0.0.1:${typeof place === 'object' ? place?.port : port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
