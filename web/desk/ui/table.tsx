import type { ReactNode } from 'react';
import styles from './table.module.css';
import workStyles from './work-list.module.css';

/** `figure` aligns right, `fit` keeps one line, `unheaded` hides the head from view; a class of `base.css` else. */
type Word = 'figure' | 'fit' | 'strong' | 'sub' | 'num' | 'hash' | 'prose' | 'unheaded' | WorkWord;

/** Places on a phone in a work list, where a row is a card. */
type WorkWord = 'tick' | 'due' | 'kind' | 'what' | 'who' | 'sum' | 'came' | 'with';

type Words = Word | `${Word} ${Word}` | 'figure strong sum' | 'fit num unheaded';

/** Place on a phone, where a row has two columns: the left one unless named; `labelled` puts the head before the cell. */
type Place = 'right' | 'wide' | 'labelled' | 'right labelled' | 'wide labelled';

export type Look = Words | Place | `${Words} ${Place}`;

/** A column. The first one is the row header, in a work list the one with `what`. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => ReactNode, look?: Look];

/** A table. On a phone a row takes several lines; ARIA roles keep it a table. */
export function Table<Row>({
  caption,
  look,
  columns: given,
  rows,
  keyOf,
}: {
  readonly caption: string;
  /** `work`: one line for each row, a card on a phone. */
  readonly look?: 'work';
  /** `false` in place of a column that is left out. */
  readonly columns: readonly (Column<Row> | false)[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}): ReactNode {
  const role = (name: string) => ({ role: name });
  const hasWord = (words: Look | undefined, word: Word) => words?.split(' ').includes(word);
  const columns = given.filter((column) => column !== false);
  const headIndex = Math.max(
    0,
    columns.findIndex(([, , words]) => hasWord(words, 'what')),
  );
  return (
    <table className={look ? `${styles.table} ${workStyles.work}` : styles.table} {...role('table')}>
      <caption className="sr">{caption}</caption>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {columns.map(([head, , words]) => (
            <th
              key={head}
              scope="col"
              {...role('columnheader')}
              className={hasWord(words, 'figure') ? styles.figure : look && classOf(words)}
            >
              {hasWord(words, 'unheaded') || hasWord(words, 'tick') ? (
                <span className="sr">{head}</span>
              ) : (
                head
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...role('row')}>
            {columns.map(([head, cell, words], index) => {
              const Cell = index === headIndex ? 'th' : 'td';
              return (
                <Cell
                  key={head}
                  {...(index === headIndex ? { scope: 'row', ...role('rowheader') } : role('cell'))}
                  className={classOf(words)}
                  data-l={words?.endsWith('labelled') ? head : undefined}
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const wordsOfHead = new Set(['labelled', 'unheaded']);

function classOf(look: Look | undefined): string | undefined {
  const words = look?.split(' ').filter((word) => !wordsOfHead.has(word)) ?? [];
  if (words.length === 0) return undefined;
  return words.map((word) => styles[word] ?? workStyles[word] ?? word).join(' ');
}
