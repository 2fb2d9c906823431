import type { ReactNode } from 'react';
import styles from './page-head.module.css';

interface Around {
  readonly children: ReactNode;
}

/** The head of a page: its title, one line of sense, and its acts at the end. */
export function PageHead({ children }: Around): ReactNode {
  return <div className={styles.head}>{children}</div>;
}

/** What can be done from a page's head: links, or a form. */
export function HeadActs({ as: Element = 'p', children }: Around & { readonly as?: 'p' | 'div' }): ReactNode {
  return <Element className={styles.end}>{children}</Element>;
}

/** The way back to the list that a page is of. */
export function Crumb({ children }: Around): ReactNode {
  return <p className={styles.crumb}>{children}</p>;
}
