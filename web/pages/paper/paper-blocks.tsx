// biome-ignore-all lint/a11y: the roles that CSS takes away.
import type { ReactNode } from 'react';
import { AmountHero } from '#ui/figures/amount-hero.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { Words } from '#ui/words.tsx';
import type { PaperBlock } from './paper.ts';
import styles from './paper-blocks.module.css';

export function PaperBlocks({
  blocks,
  headingAs: Heading = 'h2',
}: {
  readonly blocks: readonly PaperBlock[];
  readonly headingAs?: 'h2' | 'h3';
}): ReactNode {
  return blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a paper never change place.
    <Block key={place} block={block} Heading={Heading} />
  ));
}

function Block({ block, Heading }: { readonly block: PaperBlock; readonly Heading: 'h2' | 'h3' }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Heading className={styles.heading}>{block.text}</Heading>;
    case 'paragraph':
      return (
        <p className={styles.kept}>
          <Words text={block.text} />
        </p>
      );
    case 'hint':
      return (
        <p className="hint">
          <Words text={block.text} />
        </p>
      );
    case 'amount':
      return <AmountHero label={block.label} amount={block.amount} note={<Words text={block.note} />} />;
    case 'list':
      return (
        <ul className={styles.list}>
          {block.items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a kept text never change place.
            <li key={place}>{item}</li>
          ))}
        </ul>
      );
    case 'rows':
      return <Rows rows={block.rows} />;
    case 'table':
      return <Table {...block} />;
  }
}

function Table({ caption, columns, rows, hasTotal }: Extract<PaperBlock, { kind: 'table' }>): ReactNode {
  // The roles keep it a table where styles stack it.
  return (
    <div className={columns.length > 4 ? `${styles.hold} ${styles.many}` : styles.hold}>
      <table role="table" className={hasTotal ? `${styles.table} ${styles.sum}` : styles.table}>
        {caption && (
          <caption>
            <Words text={caption} />
          </caption>
        )}
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column} scope="col" role="columnheader">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(([name, ...cells], place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a table never change place.
            <tr key={place} role="row">
              <th scope="row" role="rowheader">
                <Words text={name ?? ''} />
              </th>
              {cells.map((cell, column) => (
                <td key={columns[column + 1]} role="cell" data-label={columns[column + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
