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

export type ListPage<Read, Name extends string = string> = Read & { readonly query: Query<Name> };

/** Describes a list. Its filters, table, pager and file derive from this. */
export interface ListDefinition<Name extends string, Read extends ReadPage, Row extends object> {
  readonly path: string;
  /** Parameters of the address that choose rows; `from` is the cursor of a page. */
  readonly filters: FilterRules<Name>;
  read(source: ListSource<Name>): Promise<Read>;
  rows(page: Read): readonly Row[];
  keyOf(row: Row): string | number;
  /** Caption and columns of the table; absent if `Rows` draws something other than a table. */
  caption?(desk: OpenDesk, page: ListPage<Read, Name>): string;
  columns?(desk: OpenDesk, page: ListPage<Read, Name>): readonly (Column<Row> | false)[];
  readonly look?: 'work';
  empty?(desk: OpenDesk): string;
  /** Its file: columns for the same rows, or a file with a read of its own. */
  readonly file: DeskFile | Pick<TableFile<Name, Read, Row>, 'name' | 'needs' | 'columns' | 'isLoggedApart'>;
}

export interface DeskList<Name extends string, Read extends ReadPage> {
  readonly filters: FilterRules<Name>;
  readonly file: DeskFile;
  /** Reads the page that the address names. `filters` replace those of the address. */
  load(desk: OpenDesk, filters?: Query<Name>): Promise<ListPage<Read, Name>>;
  address(query: { readonly [each in Name]?: string | undefined }): string;
  /** Table and pager. `around` puts the table into a form; `children` replace it. */
  Rows(props: {
    readonly page: ListPage<Read, Name>;
    readonly around?: (table: ReactNode) => ReactNode;
    readonly children?: ReactNode;
  }): ReactNode;
}

export function deskList<Name extends string, Read extends ReadPage, Row extends object>(
  list: ListDefinition<Name, Read, Row>,
): DeskList<Name, Read> {
  const { path, filters, file } = list;
  return {
    filters,
    file: 'pages' in file ? file : tableFile({ ...file, filters, read: list.read, rows: list.rows }),
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
