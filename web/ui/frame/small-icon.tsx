import type { ReactNode } from 'react';
import styles from './small-icon.module.css';

/** An outline of `icons.tsx` in a line of text, as large as `--icon` says, else 16 px; the word beside it says it. */
export function SmallIcon({ path }: { readonly path: string }): ReactNode {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
