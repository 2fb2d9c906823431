import type { ReactNode } from 'react';
import styles from './pin.module.css';

/**
 * The page's main buttons, fixed within thumb's reach. Place it last in `<main>`, or last in a form that is all of `<main>`. At most two
 * buttons, the primary one last. `above` holds consents that come before them.
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
