import { isId } from '#db/new-id.ts';
import { CodedError } from '#domain/error-code.ts';
import type { TimePage } from './http/store.ts';

const longestCursor = 512;

export const usualPageSize = 50;

export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

type KeyPart = string | number | Date;

/** Rows of a list and the cursor of the next page; null on the last. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** Cuts a page from rows that were read with one more than the page takes. @param keyOf the columns by which the list is ordered. */
export function pageOf<Row>(
  list: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly KeyPart[],
): Page<Row> {
  const rows = list.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = list.length > limit && last !== undefined;
  return { rows, nextCursor: hasMore ? encodeCursor(keyOf(last)) : null };
}

export function encodeCursor(key: readonly KeyPart[]): string {
  const texts = key.map((part) => (part instanceof Date ? part.toISOString() : String(part)));
  return Buffer.from(JSON.stringify(texts)).toString('base64url');
}

/**
 * The key in a cursor, each part checked; undefined for the first page. @throws CodedError 'request-invalid' for a cursor that no page
 * gave.
 */
export function cursorKey(cursor: string | undefined, parts: readonly ((part: string) => boolean)[]) {
  if (cursor === undefined) return undefined;
  if (cursor.length > longestCursor) throw new CodedError('request-invalid', 'cursor');
  const key = parsed(cursor);
  const isKey =
    Array.isArray(key) &&
    key.length === parts.length &&
    parts.every((isPart, index) => typeof key[index] === 'string' && isPart(key[index]));
  if (!isKey) throw new CodedError('request-invalid', 'cursor');
  return key as string[];
}

export function isInstant(part: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/.test(part) && !Number.isNaN(Date.parse(part));
}

export function isDay(part: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(part) && !Number.isNaN(Date.parse(part));
}

export function isSerialNumber(part: string): boolean {
  return /^\d{1,15}$/.test(part);
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Reads a page of a list. @param parts checks each part of the cursor's key. @param read gives the rows after a key, at most `limit`, which
 * is one more than the page takes. @param keyOf the columns by which the list is ordered.
 */
export async function readPage<Row>(
  { cursor, limit = usualPageSize }: PageRequest,
  parts: readonly ((part: string) => boolean)[],
  read: (key: readonly string[], limit: number) => PromiseLike<readonly Row[]>,
  keyOf: (row: Row) => readonly KeyPart[],
): Promise<Page<Row>> {
  const rows = await read(cursorKey(cursor, parts) ?? [], limit + 1);
  return pageOf(rows, limit, keyOf);
}

export function readPageById<Row extends { readonly id: string }>(
  page: PageRequest,
  read: (afterId: string | undefined, limit: number) => PromiseLike<readonly Row[]>,
): Promise<Page<Row>> {
  return readPage(
    page,
    [isId],
    ([afterId], limit) => read(afterId, limit),
    ({ id }) => [id],
  );
}

export function readPageByTime<Row extends { readonly id: string }>(
  { since, ...page }: PageRequest & { readonly since?: string | undefined },
  read: (page: TimePage) => PromiseLike<readonly Row[]>,
  timeOf: (row: Row) => Date,
): Promise<Page<Row>> {
  return readPage(
    page,
    [isInstant, isId],
    ([at, id], limit) =>
      read({
        since: since === undefined ? undefined : new Date(since),
        after: at === undefined || id === undefined ? undefined : [at, id],
        limit,
      }),
    (row) => [timeOf(row), row.id],
  );
}
