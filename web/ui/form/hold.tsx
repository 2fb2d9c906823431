import type { ReactNode } from 'react';
import styles from './hold.module.css';

/** The frame of a field: what is typed, and what stands before it in a `span`. */
export function Hold({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.hold}>{children}</div>;
}
