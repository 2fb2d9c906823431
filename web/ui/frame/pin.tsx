import type { ReactNode } from 'react';
import styles from './pin.module.css';

/**
 * The action at the thumb: last in `<main>`, or last in the form that fills it. `children` are at most two buttons, the
 * main one last; `above` is what has to be agreed first, `below` who one agrees with.
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
