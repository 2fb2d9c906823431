import type { ReactNode } from 'react';
import styles from './hold.module.css';

/** The border of a field; a `span` in it stands before the input. */
export function Hold({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.hold}>{children}</div>;
}
