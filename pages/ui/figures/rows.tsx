import type { ReactNode } from 'react';
import styles from './rows.module.css';

/** A name and its value; `isTotal` closes a sum. */
export interface Row {
  readonly label: string;
  readonly value: ReactNode;
  readonly isTotal?: boolean;
}

/** Names on the left, values on the right; nothing when there are none. */
export function Rows({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <dl className={styles.rows}>
      {rows.map(({ label, value, isTotal }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a backend may send two rows alike, and their order is fixed.
        <div key={index} className={isTotal ? styles.total : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
