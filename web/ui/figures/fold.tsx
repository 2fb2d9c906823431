import type { ReactNode } from 'react';
import { Words } from '../words.tsx';
import styles from './fold.module.css';
import { Summary } from './summary.tsx';

/** Folds the rest of a list; its toggle moves below it when open (REPAY-2). */
export function FoldedRest({
  more,
  less,
  children,
}: {
  readonly more: string;
  readonly less: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className={`${styles.fold} ${styles.after}`}>
      <Summary className={styles.summary}>
        <span className={styles.more}>{more}</span>
        <span className={styles.less}>{less}</span>
      </Summary>
      {children}
    </details>
  );
}

export function Fold({
  title,
  isOpen = false,
  children,
}: {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className={`${styles.fold} ${styles.before}`} open={isOpen}>
      <Summary className={styles.summary}>
        <span>
          <Words text={title} />
        </span>
      </Summary>
      <div>{children}</div>
    </details>
  );
}

export function FoldAfter({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className={`${styles.fold} ${styles.last}`}>
      <Summary className={styles.summary}>{title}</Summary>
      <div>{children}</div>
    </details>
  );
}
