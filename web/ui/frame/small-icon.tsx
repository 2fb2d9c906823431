import type { ReactNode } from 'react';
import styles from './small-icon.module.css';

/** An icon within text: `--icon`, else 16 px; the word beside it says the same. */
export function SmallIcon({ path }: { readonly path: string }): ReactNode {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
