import type { ComponentProps, ReactNode } from 'react';
import styles from './link-list.module.css';

/** Ways on, one below the other, the whole line to tap. */
export function LinkList({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={styles.list}>{children}</ul>;
}

/**
 * A line that leads to another screen; `mark` says in words that it is the chosen one, and `hidden` takes the whole line
 * away. All other properties are the link's.
 */
export function LinkLine({
  mark,
  hidden,
  children,
  ...link
}: Omit<ComponentProps<'a'>, 'className'> & { readonly mark?: string | undefined }): ReactNode {
  return (
    <li hidden={hidden}>
      <a className={styles.line} aria-current={mark ? true : undefined} {...link}>
        <span>{children}</span>
        {mark && <span className={styles.mark}>{mark}</span>}
      </a>
    </li>
  );
}

/** A line that opens to what is under it. */
export function FoldLine({
  title,
  isOpen = false,
  children,
}: {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li>
      <details className={styles.fold} open={isOpen}>
        <summary className={styles.line}>{title}</summary>
        <div className={styles.under}>{children}</div>
      </details>
    </li>
  );
}
