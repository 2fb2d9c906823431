import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Static copies of pages: the same HTML and styles without any script, compressed once. */
export interface StaticCopies {
  readonly address: string;
  /** Puts a copy of `html` under `path`. */
  add(path: string, html: string): void;
  close(): Promise<void>;
}

/** Serves the copies from memory, the least a server can do for the same content. */
export async function serveStaticCopies(): Promise<StaticCopies> {
  const pages = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const body = pages.get(new URL(request.url ?? '/', 'http://copy').pathname);
    response.writeHead(body ? 200 : 404, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Cache-Control': 'no-store',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    add: (path, html) => pages.set(path, gzipSync(withoutScript(html))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The page as it would be written by hand: no script, nothing that loads one. */
function withoutScript(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/gi, '')
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '');
}
