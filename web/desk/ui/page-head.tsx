import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface WithChildren {
  readonly children: ReactNode;
}

export function PageHead({ children }: WithChildren): ReactNode {
  return <div className={styles.head}>{children}</div>;
}

/** Links or a form at the end of a page's head. */
export function HeadActs({
  as: Element = 'p',
  children,
}: WithChildren & { readonly as?: 'p' | 'div' }): ReactNode {
  return <Element className={styles.end}>{children}</Element>;
}

export function Crumb({ children }: WithChildren): ReactNode {
  return <p className={styles.crumb}>{children}</p>;
}
