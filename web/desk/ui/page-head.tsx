import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface WithChildren {
  readonly children: ReactNode;
}

/** The head of a page: title, a line that explains it, and links or buttons at the end. */
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

/** The link back to a page's list. */
export function Crumb({ children }: WithChildren): ReactNode {
  return <p className={styles.crumb}>{children}</p>;
}
