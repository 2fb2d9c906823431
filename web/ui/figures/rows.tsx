import type { ReactNode } from 'react';
import styles from './rows.module.css';

/** `note` explains the value below the label; `isTotal` closes a sum. */
export interface Row {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly value: ReactNode;
  readonly isTotal?: boolean;
}

/** Labels left, values right; nothing without rows. `isDense` omits the lines between them. */
export function Rows({
  rows,
  isDense = false,
}: {
  readonly rows: readonly Row[];
  readonly isDense?: boolean;
}): ReactNode {
  if (rows.length === 0) return null;
  return (
    <dl className={isDense ? `${styles.rows} ${styles.dense}` : styles.rows}>
      {rows.map(({ label, note, value, isTotal }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a backend may send two rows alike, and their order is fixed.
        <div key={index} className={isTotal ? styles.total : undefined}>
          <dt className={note ? styles.noted : undefined}>
            {label}
            {note && <small>{note}</small>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
