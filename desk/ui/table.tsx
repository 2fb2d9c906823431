import type { ReactNode } from 'react';

/** A column of a table: its head, and what stands in it for a row. The first one names the row. */
export interface Column<Row> {
  readonly head: string;
  /** Whether the head is for those who hear the page alone. */
  readonly isHeadHidden?: boolean;
  /**
   * How it stands: `n` figures to the right, `fit` in one line, `strong`, `sub` in grey; on a phone, where a row is a grid
   * of two columns, `r` to the right and `wide` over both.
   */
  readonly className?: string;
  /** Whether each cell says its head on a phone, where figures would else stand there without a name. */
  readonly isLabelled?: boolean;
  cell(row: Row): ReactNode;
}

/** The rows of a table: a line each, and on a phone a few lines each. ARIA roles keep it a table there. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  className = '',
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly className?: string;
}): ReactNode {
  const role = (name: string) => ({ role: name });
  return (
    <table className={`t stack-s ${className}`.trim()} {...role('table')}>
      <caption className="sr">{caption}</caption>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {columns.map(({ head, isHeadHidden, className: kind }) => (
            <th key={head} scope="col" {...role('columnheader')} className={isNumber(kind) ? 'n' : undefined}>
              {isHeadHidden ? <span className="sr">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...role('row')}>
            {columns.map(({ head, className: kind, isLabelled, cell }, index) =>
              index === 0 ? (
                <th key={head} scope="row" {...role('rowheader')} className={kind}>
                  {cell(row)}
                </th>
              ) : (
                <td key={head} {...role('cell')} className={kind} data-l={isLabelled ? head : undefined}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isNumber(kind: string | undefined): boolean {
  return kind?.split(' ').includes('n') ?? false;
}
