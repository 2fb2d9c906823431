import type { ReactNode } from 'react';
import styles from './part.module.css';

/** A section of a page with a heading. `end` is shown at the end of the heading's line. */
export function Part({
  id,
  title,
  end,
  isNarrow = false,
  children,
}: {
  readonly id: string;
  readonly title: ReactNode;
  readonly end?: ReactNode;
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

export function PlainPart({
  isNarrow = false,
  children,
}: {
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return <div className={isNarrow ? `${styles.part} narrow` : styles.part}>{children}</div>;
}

/** Two columns: the subject of the page and its facts. */
export function Sided({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.sided}>{children}</div>;
}
