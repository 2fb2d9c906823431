import type { ReactNode } from 'react';
import styles from './acts.module.css';

/** The buttons of a form. @param gap space above, in steps of 4 px. */
export function Acts({
  gap = 3,
  children,
}: {
  readonly gap?: 0 | 2 | 3;
  readonly children: ReactNode;
}): ReactNode {
  return <div className={gap === 0 ? styles.acts : `${styles.acts} g${gap}`}>{children}</div>;
}
