import { csvRow } from '#domain/csv.ts';
import type { DeskAct } from '#domain/desk/role.ts';
import { instantIn, type Market, marketOfCurrency } from '#domain/market.ts';
import { decimalOf } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';
import { type FilterRules, type Query, strictQueryOf } from './list-filters.ts';
import type { OpenDesk } from './open-desk.ts';

/** The text of a page of a file, and the cursor of the next page; null on the last one. */
export interface FilePage {
  readonly text: string;
  readonly nextCursor: string | null;
}

/** A CSV file of the desk, read page by page while it is sent. */
export interface DeskFile {
  readonly name: string;
  /** What somebody must be allowed besides `export`. */
  readonly needs: DeskAct;
  /** Parameters of the address that choose its rows. The audit log names them. */
  readonly filters: FilterRules;
  /** Whether the rows come from no call, so that the download is logged by itself. */
  readonly isLoggedApart?: boolean;
  /** @param read makes a call; the first call also logs the download. */
  pages(desk: OpenDesk, read: OpenDesk['read']): (cursor: string | undefined) => Promise<FilePage>;
}

type Cell = string | number | Date | null;

/**
 * A column of a file: a field of a row, or a name and its value. A field `…Minor` is written in major units, without that ending.
 * Instants are written in the time zone of the row's market.
 */
export type FileColumn<Row> = (keyof Row & string) | readonly [name: string, value: (row: Row) => Cell];

export interface ListSource<Name extends string = string> {
  readonly desk: OpenDesk;
  readonly query: Query<Name>;
  readonly page: { readonly cursor: string | undefined; readonly limit: number };
  readonly read: OpenDesk['read'];
}

const filePageSize = 100;

export interface TableFile<Name extends string, Read, Row extends object> {
  readonly name: string;
  readonly needs: DeskAct;
  readonly filters: FilterRules<Name>;
  readonly isLoggedApart?: boolean;
  readonly pageSize?: number;
  read(source: ListSource<Name>): Promise<Read & { readonly nextCursor?: string | null }>;
  rows(page: Read): readonly Row[];
  readonly columns: readonly FileColumn<Row>[];
}

export function tableFile<Name extends string, Read, Row extends object>({
  pageSize = filePageSize,
  ...file
}: TableFile<Name, Read, Row>): DeskFile {
  return {
    ...file,
    pages(desk, read) {
      const query = strictQueryOf(file.filters, new URL(desk.request.url).searchParams);
      return async (cursor) => {
        const page = await file.read({ desk, query, page: { cursor, limit: pageSize }, read });
        const text = csvOf(file.columns, file.rows(page), desk, cursor === undefined);
        return { text, nextCursor: page.nextCursor ?? null };
      };
    },
  };
}

/** Writes rows as CSV, with the names of the columns first if `hasHead`. */
export function csvOf<Row extends object>(
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
  desk: OpenDesk,
  hasHead: boolean,
): string {
  const names = columns.map((column) =>
    typeof column === 'string' ? column.replace(/Minor$/, '') : column[0],
  );
  const lines = rows.map((row) => csvRow(columns.map((column) => cellOf(row, column, desk))));
  return (hasHead ? csvRow(names) : '') + lines.join('');
}

const instantPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function cellOf<Row extends object>(
  row: Row,
  column: FileColumn<Row>,
  desk: OpenDesk,
): string | number | null {
  const value: unknown = typeof column === 'string' ? row[column] : column[1](row);
  const { market, currency } = row as {
    readonly market?: Market | null;
    readonly currency?: Currency | null;
  };
  if (typeof column === 'string' && column.endsWith('Minor'))
    return value === null || value === undefined ? null : decimalOf(String(value), currency ?? null);
  const text = value instanceof Date ? value.toISOString() : value;
  if (typeof text !== 'string') return typeof text === 'number' ? text : null;
  if (!instantPattern.test(text)) return text;
  return instantIn(market ?? (currency ? marketOfCurrency(currency) : desk.market), new Date(text));
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\ufeff';

export function csvResponse(name: string, body: BodyInit): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}

/** Reads the first page of a file and logs the download with the filters of its address. */
export async function startFile(file: DeskFile, desk: OpenDesk) {
  const subject = `file:${file.name}`;
  const { searchParams } = new URL(desk.request.url);
  const filters = Object.fromEntries(
    [...searchParams].filter(
      ([name, value]) => Object.hasOwn(file.filters, name) && value !== '' && value.length <= loggedMaxLength,
    ),
  );
  let isLogged = file.isLoggedApart ?? false;
  const pages = file.pages(desk, (call, fields) => {
    const log = isLogged ? {} : { subject, loggedAs: 'exported' as const, detail: { filters } };
    isLogged = true;
    return desk.service.ask(desk.person, call, fields, { messageId: desk.newId(), ...log });
  });
  if (file.isLoggedApart) await desk.service.recordExport(desk.person, subject, filters);
  return { first: await pages(undefined), pages };
}

const loggedMaxLength = 64;
