import type { Encoding } from '#contract/call.ts';
import { CodedError } from '#domain/error-code.ts';
import type { LendingDependencies } from '../dependencies.ts';

export const bodyLimitBytes = 64 * 1024;

/**
 * Does work that reads a body of up to `limitBytes`: at once up to the default limit, else in a queue. @param holders further keys that the
 * place counts for. @throws CodedError 'service-unavailable' when the queue timed out; nothing was read.
 */
export async function inTurn<Result>(
  { holdPlace }: Pick<LendingDependencies, 'holdPlace'>,
  { limitBytes, holders = [] }: { readonly limitBytes: number; readonly holders?: readonly string[] },
  work: () => Promise<Result>,
): Promise<Result> {
  if (limitBytes <= bodyLimitBytes) return work();
  return required(await holdPlace('image', holders, work));
}

/** The result of queued work. @throws CodedError 'service-unavailable' where it timed out. */
export function required<Result>(result: Result | 'busy'): Result {
  if (result === 'busy') throw new CodedError('service-unavailable');
  return result;
}

/**
 * The bytes of a request's body. Reading stops at the limit, whatever length was announced. @throws CodedError 'body-too-large',
 * 'request-malformed' for a body that broke off.
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = request.headers.get('Content-Length');
  if (Number(announced ?? 0) > limitBytes) throw new CodedError('body-too-large');
  if (announced !== null) {
    // HTTP delivers no more than was announced, and reading a body whole takes a fifth of the time of a stream.
    const bytes = Buffer.from(await request.arrayBuffer().catch(refuseBrokenBody));
    if (bytes.byteLength > limitBytes) throw new CodedError('body-too-large');
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (request.body !== null) {
    // Not cancelled: cancelling the body of a form rejects outside of any handler and ends the process.
    for await (const chunk of chunksOf(request.body)) {
      length += chunk.byteLength;
      if (length > limitBytes) throw new CodedError('body-too-large');
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body.values({ preventCancel: true });
  } catch {
    refuseBrokenBody();
  }
}

function refuseBrokenBody(): never {
  throw new CodedError('request-malformed');
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Decodes UTF-8. @throws CodedError 'request-malformed' for other bytes. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new CodedError('request-malformed');
  }
}

/**
 * Parses a JSON object. PostgreSQL cannot store U+0000, so a text with it is refused here for all calls. @throws CodedError
 * 'request-malformed' for anything but an object.
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  if (/\\u0000/.test(text)) throw new CodedError('request-malformed');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new CodedError('request-malformed');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new CodedError('request-malformed');
  }
  return parsed as Record<string, unknown>;
}

export function queryOf({ url }: Pick<Request, 'url'>): URLSearchParams {
  const start = url.indexOf('?');
  // Most calls have no query, and parsing an address is slow.
  return start === -1 ? new URLSearchParams() : new URL(url).searchParams;
}

/** Fields that come as JSON. @throws CodedError 'request-malformed', 'body-too-large'. */
export function fieldsInJson(fields: Readonly<Record<string, unknown>>, limitBytes: number) {
  const text = JSON.stringify(fields);
  if (Buffer.byteLength(text) > limitBytes) throw new CodedError('body-too-large');
  return parseJsonObject(text);
}

/**
 * The fields of a request in wire names. The content type tells JSON, forms and multipart apart; without one the call's own encoding
 * counts. A GET, and a call whose fields travel in the query, has no body. @throws CodedError 'request-malformed', 'body-too-large'.
 */
export async function readFields(request: Request, encoding: Encoding, limitBytes = bodyLimitBytes) {
  const query = fieldsOf(queryOf(request));
  if (request.method === 'GET') return query;
  const bytes = await readBytes(request, limitBytes);
  if (encoding === 'query') return query;
  const contentType = request.headers.get('Content-Type') ?? '';
  switch (encodingOf(contentType) ?? encoding) {
    case 'json':
      return parseJsonObject(textOfBytes(bytes));
    case 'multipart':
      return fieldsOf(await multipartOf(bytes, contentType));
    default:
      return fieldsOf(new URLSearchParams(textOfBytes(bytes)));
  }
}

function encodingOf(contentType: string): Encoding | undefined {
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return 'json';
  if (mediaType === 'application/x-www-form-urlencoded') return 'form';
  return mediaType === 'multipart/form-data' ? 'multipart' : undefined;
}

async function multipartOf(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new CodedError('request-malformed');
  }
}

function fieldsOf(entries: Iterable<[string, FormDataEntryValue]>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    if (typeof value === 'string' && value.includes('\u0000')) throw new CodedError('request-malformed');
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return fields;
}
