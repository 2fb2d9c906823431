import type { ReactNode } from 'react';
import styles from './table.module.css';
import workStyles from './work-list.module.css';

type Word = 'n' | 'r' | 'fit' | 'wide' | 'strong' | 'sub' | 'num' | 'hash' | 'prose' | WorkWord;

/** Places of a work list, whose rows are cards on a phone. */
type WorkWord = 'tick' | 'due' | 'kind' | 'what' | 'who' | 'sum' | 'came' | 'with';

/** One word or up to three. */
type CellKind = Word | `${Word} ${Word}` | `${Word} ${Word} ${Word}`;

/** A column of a table: its head, and what stands in it for a row. The first one names the row. */
export interface Column<Row> {
  readonly head: string;
  /** Whether it names the row, in place of the first. */
  readonly isRowHead?: boolean;
  /** Whether the head is for those who hear the page alone. */
  readonly isHeadHidden?: boolean;
  /**
   * How it stands: `n` figures to the right, `fit` in one line, `strong`, `sub` in grey; on a phone, where a row is a grid
   * of two columns, `r` to the right and `wide` over both. `num` and `hash` are the common words.
   */
  readonly kind?: CellKind;
  /** Whether each cell says its head on a phone, where figures would else stand there without a name. */
  readonly isLabelled?: boolean;
  cell(row: Row): ReactNode;
}

/** The rows of a table: a line each, and on a phone a few lines each. ARIA roles keep it a table there. */
export function Table<Row>({
  caption,
  look,
  columns,
  rows,
  keyOf,
}: {
  readonly caption: string;
  /** `work` for a list that is worked through: one line a row, a card on a phone. */
  readonly look?: 'work';
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}): ReactNode {
  const role = (name: string) => ({ role: name });
  const headIndex = Math.max(
    0,
    columns.findIndex(({ isRowHead }) => isRowHead),
  );
  return (
    <table className={look ? `${styles.table} ${workStyles.work}` : styles.table} {...role('table')}>
      <caption className="sr">{caption}</caption>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {columns.map(({ head, isHeadHidden, kind }) => (
            <th
              key={head}
              scope="col"
              {...role('columnheader')}
              className={kind?.split(' ').includes('n') ? styles.n : look && classOf(kind)}
            >
              {isHeadHidden ? <span className="sr">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...role('row')}>
            {columns.map(({ head, kind, isLabelled, cell }, index) =>
              index === headIndex ? (
                <th key={head} scope="row" {...role('rowheader')} className={classOf(kind)}>
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={head}
                  {...role('cell')}
                  className={classOf(kind)}
                  data-l={isLabelled ? head : undefined}
                >
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

function classOf(kind: CellKind | undefined): string | undefined {
  return kind?.replace(/\w+/g, (word) => styles[word] ?? workStyles[word] ?? word);
}
