import type { ReactNode } from 'react';
import styles from './part.module.css';

/** A part of a page under its own heading, with words at the end of that line. */
export function Part({
  id,
  title,
  end,
  isNarrow = false,
  children,
}: {
  /** The heading's. */
  readonly id: string;
  readonly title: ReactNode;
  readonly end?: ReactNode;
  /** Whether it ends where forms do. */
  readonly isNarrow?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <section className={isNarrow ? `${styles.part} narrow` : styles.part} aria-labelledby={id}>
      <div className={styles.line}>
        <h2 id={id}>{title}</h2>
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {children}
    </section>
  );
}

/** A part without a heading of its own. */
export function PlainPart({
  isNarrow = false,
  children,
}: {
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return <div className={isNarrow ? `${styles.part} narrow` : styles.part}>{children}</div>;
}

/** What is open, and its facts beside it. */
export function Sided({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.sided}>{children}</div>;
}
