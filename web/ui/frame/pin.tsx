import type { ReactNode } from 'react';
import styles from './pin.module.css';

/**
 * The action within thumb's reach, last in `<main>` or in the form that fills it. At most two buttons, the main one last; `above`
 * is what has to be agreed first.
 */
export function Pin({
  above,
  below,
  children,
}: {
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={styles.pin}>
      {above}
      <div className={styles.actions}>{children}</div>
      {below && <p className={`hint ${styles.below}`}>{below}</p>}
    </div>
  );
}
