import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, gzipSync } from 'node:zlib';

/** Serves copies of pages from memory: the least a server can do for the same content. */
export interface Copies {
  readonly address: string;
  add(path: string, text: string, contentType?: string): void;
  close(): Promise<void>;
}

/** Starts the server. Each copy is compressed once. */
export async function serveCopies(): Promise<Copies> {
  const files = new Map<string, { readonly body: Buffer; readonly contentType: string }>();
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://copy').pathname);
    response.writeHead(file ? 200 : 404, {
      'Content-Type': file?.contentType ?? 'text/plain',
      'Content-Encoding': 'gzip',
      'Cache-Control': 'no-store',
    });
    response.end(file?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    add: (path, text, contentType = 'text/html; charset=utf-8') =>
      files.set(path, { body: compressed(text), contentType }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const scripts = /<script\b[^>]*>([\s\S]*?)<\/script>/gi;

export function withoutScript(html: string): string {
  return html.replace(scripts, '').replace(/<!--[\s\S]*?-->/g, '');
}

/** The page with its module moved into a file at `path`, and that module. */
export function withExternalModule(
  html: string,
  path: string,
): { readonly html: string; readonly module: string } {
  let module = '';
  const external = html.replace(
    /<script type="module"[^>]*>([\s\S]*?)<\/script>/i,
    (_whole, code: string) => {
      module = code;
      return `<script type="module" src="${path}"></script>`;
    },
  );
  return { html: external, module };
}

export function inlineScriptBytes(html: string): number {
  const code = [...html.matchAll(scripts)].map(([, text]) => text ?? '').join('');
  return code === '' ? 0 : compressed(code).length;
}

function compressed(text: string): Buffer {
  return gzipSync(text, { level: constants.Z_BEST_COMPRESSION });
}
