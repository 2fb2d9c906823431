import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';

/** Fewer bytes go as they are: they fit one packet anyway. */
const smallestBytes = 1024;

const compressed = promisify(gzip);

/**
 * Compresses answers that are text, in one piece: they are written whole before they are sent, and as a stream one of 40 kB takes
 * ten times the processor.
 */
export const compressWhole: MiddlewareHandler = async (context, next) => {
  await next();
  const { res, req } = context;
  const type = res.headers.get('Content-Type') ?? '';
  if (req.method === 'HEAD' || res.body === null || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) return;
  if (res.headers.has('Content-Encoding')) return;
  res.headers.append('Vary', 'Accept-Encoding');
  if (!takesGzip(req.header('Accept-Encoding'))) return;
  const body = await res.arrayBuffer();
  const isSmall = body.byteLength < smallestBytes;
  const headers = new Headers(res.headers);
  if (!isSmall) {
    headers.set('Content-Encoding', 'gzip');
    headers.delete('Content-Length');
  }
  // Set apart, since Hono else takes over the headers of the one before.
  context.res = undefined;
  context.res = new Response(isSmall ? body : await compressed(body), { status: res.status, headers });
};

/** Whether a browser takes gzip: it names it, or everything, and not with the weight 0. */
function takesGzip(accepted = ''): boolean {
  return accepted.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return (name === 'gzip' || name === '*') && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });
}
