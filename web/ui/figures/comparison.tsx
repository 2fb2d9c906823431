import type { ReactNode } from 'react';
import styles from './comparison.module.css';

export interface ComparisonRow {
  readonly label: string;
  readonly date?: string;
  /** In the order of the options. */
  readonly amounts: readonly string[];
}

/**
 * A table of options with their full cost; stacked where large text leaves no room. `labelledBy` is the heading's id. The roles
 * restore the table that stacking would remove.
 */
export function Comparison({
  options,
  rows,
  total,
  labelledBy,
}: {
  readonly options: readonly string[];
  readonly rows: readonly ComparisonRow[];
  readonly total?: { readonly label: string; readonly amounts: readonly string[] };
  readonly labelledBy: string;
}): ReactNode {
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
      <table className={styles.table} role="table" aria-labelledby={labelledBy}>
        {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
          <tr role="row">
            {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
            <td role="cell" />
            {options.map((option) => (
              // biome-ignore lint/a11y: the roles that CSS takes away.
              <th key={option} role="columnheader" scope="col">
                {option}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
        <tbody role="rowgroup">
          {rows.map(({ label, date, amounts }) => (
            <Line key={label} amounts={amounts} options={options}>
              {label}
              {date && (
                <>
                  {' '}
                  <span className="num">{date}</span>
                </>
              )}
            </Line>
          ))}
        </tbody>
        {total && (
          // biome-ignore lint/a11y: the roles that CSS takes away.
          <tfoot role="rowgroup">
            <Line amounts={total.amounts} options={options}>
              {total.label}
            </Line>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Line({
  amounts,
  options,
  children,
}: {
  readonly amounts: readonly string[];
  readonly options: readonly string[];
  readonly children: ReactNode;
}): ReactNode {
  return (
    // biome-ignore lint/a11y: the roles that CSS takes away.
    <tr role="row">
      {/* biome-ignore lint/a11y: the roles that CSS takes away. */}
      <th role="rowheader" scope="row">
        {children}
      </th>
      {amounts.map((amount, index) => (
        // biome-ignore lint/a11y: the roles that CSS takes away.
        <td key={options[index]} role="cell" data-label={options[index]}>
          <span className="num">{amount}</span>
        </td>
      ))}
    </tr>
  );
}
