import type { ReactNode } from 'react';
import styles from './comparison.module.css';

/** One line of a comparison: when, and what each option costs then. */
export interface ComparisonRow {
  readonly label: string;
  readonly date: string;
  /** In the order of the options. */
  readonly amounts: readonly string[];
}

/** Options beside each other with their full cost. `labelledBy` is the id of the heading that names the table. */
export function Comparison({
  options,
  rows,
  total,
  labelledBy,
}: {
  readonly options: readonly string[];
  readonly rows: readonly ComparisonRow[];
  readonly total: { readonly label: string; readonly amounts: readonly string[] };
  readonly labelledBy: string;
}): ReactNode {
  return (
    // biome-ignore lint/a11y: what scrolls has to be reachable by keyboard (WCAG 2.1.1); a section is a band of the page.
    <div className={styles.scroll} role="region" aria-labelledby={labelledBy} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {options.map((option) => (
              <th key={option} scope="col">
                {option}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, date, amounts }) => (
            <tr key={label}>
              <th scope="row">
                {label} <span className="num">{date}</span>
              </th>
              <Amounts amounts={amounts} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total.label}</th>
            <Amounts amounts={total.amounts} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Amounts({ amounts }: { readonly amounts: readonly string[] }): ReactNode {
  return amounts.map((amount, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the option it belongs to.
    <td key={index}>
      <span className="num">{amount}</span>
    </td>
  ));
}
