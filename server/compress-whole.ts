import { promisify } from 'node:util';
import { constants, crc32, deflateRawSync, gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';

/** Shorter answers fit one packet uncompressed. */
const smallestBytes = 1024;

const compressed = promisify(gzip);

/** Compresses text answers in one piece; streaming 40 kB takes ten times the CPU time. */
export const compressWhole: MiddlewareHandler = async (context, next) => {
  await next();
  const { res, req } = context;
  const type = res.headers.get('Content-Type') ?? '';
  if (req.method === 'HEAD' || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) return;
  const isEncoded = res.headers.has('Content-Encoding');
  if (!isEncoded && res.body === null) return;
  res.headers.append('Vary', 'Accept-Encoding');
  if (isEncoded || !takesGzip(context)) return;
  const body = await res.arrayBuffer();
  const isSmall = body.byteLength < smallestBytes;
  const headers = new Headers(res.headers);
  if (!isSmall) {
    headers.set('Content-Encoding', 'gzip');
    headers.delete('Content-Length');
  }
  // Reset first, since Hono copies the headers of the previous response.
  context.res = undefined;
  context.res = new Response(isSmall ? body : await compressed(body), { status: res.status, headers });
};

/** Whether `Accept-Encoding` names gzip or `*`, and not with weight 0. */
function takesGzip({ req }: Pick<Context, 'req'>): boolean {
  return (req.header('Accept-Encoding') ?? '').split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return (name === 'gzip' || name === '*') && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
  });
}

/**
 * Compresses a text that contains shared texts in order. Null for a short text, and for one with so much text of its own that it
 * would block other requests.
 */
export type TextCompression = (text: string, shared: readonly string[]) => Uint8Array<ArrayBuffer> | null;

export type PageCompression = (context: Pick<Context, 'req'>) => { readonly compress?: TextCompression };

export function createPageCompression(): PageCompression {
  const compress = createTextCompression();
  return (context) => (context.req.method !== 'HEAD' && takesGzip(context) ? { compress } : {});
}

/** Texts with more characters of their own are compressed on another thread. */
const newTextMaxLength = 64 * 1024;

/** Shorter shared texts are not compressed separately. */
const sharedMinLength = 256;

/** Bytes of a shared text that later parts may refer to; more slow every page down and hardly shorten it. */
const dictionaryBytes = 4096;

/** Header of a gzip member with deflated data and no further fields (RFC 1952, 2.3). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Ends at a byte boundary, so that another part can follow. */
const unfinished = { finishFlush: constants.Z_SYNC_FLUSH } as const;

/**
 * Compresses shared texts once and caches them for good; later parts refer back to them. Only parts that are compressed for each
 * answer contain personal data.
 */
export function createTextCompression(): TextCompression {
  const cache = new Map<string, { readonly bytes: Buffer; readonly deflated: Buffer }>();
  const keptPart = (text: string) => {
    const cached = cache.get(text);
    if (cached) return cached;
    const bytes = Buffer.from(text);
    const part = {
      bytes,
      deflated: deflateRawSync(bytes, { ...unfinished, level: constants.Z_BEST_COMPRESSION }),
    };
    cache.set(text, part);
    return part;
  };
  return (text, shared) => {
    const texts = shared.filter((each) => each.length >= sharedMinLength && each.isWellFormed());
    const newTextLength = texts.reduce((length, each) => length - each.length, text.length);
    if (text.length < smallestBytes || newTextLength > newTextMaxLength) return null;
    const pieces: Buffer[] = [gzipHeader];
    const trailer = Buffer.alloc(8);
    let checksum = 0;
    let length = 0;
    const put = (bytes: Buffer, deflated: Buffer) => {
      checksum = crc32(bytes, checksum);
      length += bytes.byteLength;
      pieces.push(deflated);
    };
    let from = 0;
    let dictionary: { readonly dictionary?: Buffer } = {};
    for (const each of texts) {
      const at = text.indexOf(each, from);
      // A cached part cannot refer back; if it is longer than the page's own text, the page grows by 4 %.
      if (at === -1 || (from > 0 && each.length > at - from)) continue;
      if (at > from) {
        const own = Buffer.from(text.slice(from, at));
        put(own, deflateRawSync(own, { ...unfinished, ...dictionary }));
      }
      const part = keptPart(each);
      put(part.bytes, part.deflated);
      dictionary = { dictionary: part.bytes.subarray(-dictionaryBytes) };
      from = at + each.length;
    }
    const rest = Buffer.from(text.slice(from));
    put(rest, deflateRawSync(rest, dictionary));
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(length, 4);
    return Buffer.concat([...pieces, trailer]);
  };
}
