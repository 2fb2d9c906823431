import type { ReactNode } from 'react';
import { useDesk } from './desk-context.ts';
import { type DeskFile, type ListSource, type TableFile, tableFile } from './desk-file.ts';
import { type FilterRules, type Query, queryOf } from './list-filters.ts';
import type { OpenDesk } from './open-desk.ts';
import { addressOf, Pager } from './ui/pager.tsx';
import { type Column, Table } from './ui/table.tsx';

const pageSize = 50;

interface ReadPage {
  readonly nextCursor: string | null;
}

/** A page of a list as it was read, with the filters of its address. */
export type ListPage<Read, Name extends string = string> = Read & { readonly query: Query<Name> };

/** What a list is, from which its filters, table, pages and file derive. */
export interface ListDefinition<Name extends string, Read extends ReadPage, Row extends object> {
  readonly path: string;
  /** Parameters of the address that choose rows; `from` is the cursor of a page. */
  readonly filters: FilterRules<Name>;
  /** Reads a page, for the screen or for the file. */
  read(source: ListSource<Name>): Promise<Read>;
  rows(page: Read): readonly Row[];
  keyOf(row: Row): string | number;
  /** Caption and columns of the table; absent where `Rows` gets something else. */
  caption?(desk: OpenDesk, page: ListPage<Read, Name>): string;
  columns?(desk: OpenDesk, page: ListPage<Read, Name>): readonly (Column<Row> | false)[];
  readonly look?: 'work';
  /** Shown in place of a table without rows. */
  empty?(desk: OpenDesk): string;
  /** Its file: other columns of the same rows, or one that is read otherwise. */
  readonly file: DeskFile | Pick<TableFile<Row, Name>, 'name' | 'needs' | 'columns' | 'isLoggedApart'>;
}

/** A list of the desk: how its page is read, its parts, and its file. */
export interface DeskList<Name extends string, Read extends ReadPage> {
  readonly filters: FilterRules<Name>;
  readonly file: DeskFile;
  /** Reads the page that an address names, or one with other filters. */
  load(desk: OpenDesk, filters?: Query<Name>): Promise<ListPage<Read, Name>>;
  /** The list with other filters. */
  address(query: { readonly [each in Name]?: string | undefined }): string;
  /** Table and pager. `around` puts the table into a form; `children` replace it. */
  Rows(props: {
    readonly page: ListPage<Read, Name>;
    readonly around?: (table: ReactNode) => ReactNode;
    readonly children?: ReactNode;
  }): ReactNode;
}

/** Declares a list. */
export function deskList<Name extends string, Read extends ReadPage, Row extends object>(
  list: ListDefinition<Name, Read, Row>,
): DeskList<Name, Read> {
  const { path, filters, file } = list;
  return {
    filters,
    file:
      'pages' in file
        ? file
        : tableFile({
            ...file,
            filters,
            async rows(source) {
              const page = await list.read(source);
              return { rows: list.rows(page), nextCursor: page.nextCursor };
            },
          }),
    async load(desk, query = queryOf(filters, new URL(desk.request.url).searchParams)) {
      const page = { cursor: desk.parameter('from') || undefined, limit: pageSize };
      return { ...(await list.read({ desk, query, page, read: desk.read })), query };
    },
    address: (query) => addressOf(path, query),
    Rows({ page, around = (table) => table, children }) {
      const desk = useDesk();
      const rows = list.rows(page);
      return (
        <>
          {rows.length === 0 ? (
            <p className="sub g3">{list.empty?.(desk) ?? desk.words.none}</p>
          ) : (
            (children ??
            around(
              <Table
                caption={list.caption?.(desk, page) ?? ''}
                {...(list.look && { look: list.look })}
                rows={rows}
                keyOf={list.keyOf}
                columns={list.columns?.(desk, page) ?? []}
              />,
            ))
          )}
          <Pager
            path={path}
            parameters={page.query}
            nextCursor={page.nextCursor}
            pageSize={pageSize}
            {...(desk.may(file.needs) && { file: file.name })}
          />
        </>
      );
    },
  };
}
