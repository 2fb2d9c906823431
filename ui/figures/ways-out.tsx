import type { ReactNode } from 'react';
import { Words } from '../words.tsx';
import styles from './ways-out.module.css';

/** One way to deal with what is due: what it takes and when, what that is made of, and the button that starts it. */
export interface WayOut {
  readonly name: string;
  /** In the order of the columns. */
  readonly amounts: readonly string[];
  readonly why: string;
  readonly action: ReactNode;
}

/**
 * Ways to go on, each in a row of the same weight with its own button. Columns stand beside each other where the text
 * size leaves room for them, else below each other. `labelledBy` is the id of the heading that names the table.
 */
export function WaysOut({
  columns,
  ways,
  labelledBy,
}: {
  readonly columns: readonly string[];
  readonly ways: readonly WayOut[];
  readonly labelledBy: string;
}): ReactNode {
  // The roles keep it a table where CSS lays it out as something else.
  return (
    <div className={styles.ways}>
      {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
      <table role="table" aria-labelledby={labelledBy}>
        {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
          <tr role="row">
            {columns.map((column) => (
              // biome-ignore lint/a11y: the roles that CSS takes away.
              <th key={column} role="columnheader" scope="col">
                <Words text={column} />
              </th>
            ))}
          </tr>
        </thead>
        {ways.map(({ name, amounts, why, action }, wayIndex) => (
          // biome-ignore lint/a11y: the roles that CSS takes away.
          <tbody key={name} role="rowgroup" aria-labelledby={`${labelledBy}-${wayIndex}`}>
            {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
            <tr role="row">
              {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
              <th role="rowheader" scope="rowgroup" id={`${labelledBy}-${wayIndex}`} colSpan={columns.length}>
                {name}
              </th>
            </tr>
            {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
            <tr role="row" className={styles.figures}>
              {amounts.map((amount, index) => (
                // biome-ignore lint/a11y: the roles that CSS takes away.
                <td key={columns[index]} role="cell" data-label={columns[index]}>
                  <span className="num">{amount}</span>
                </td>
              ))}
            </tr>
            {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
            <tr role="row">
              {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
              <td role="cell" colSpan={columns.length}>
                <p className={styles.why}>
                  <Words text={why} />
                </p>
                {action}
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}
