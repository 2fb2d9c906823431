import type { ReactNode } from 'react';
import styles from './owed.module.css';

interface Around {
  readonly children: ReactNode;
}

/** A sum and the rows that make it, in the band of how the loan stands. */
export function Owed({
  tone,
  id,
  title,
  amount,
  line,
  children,
}: {
  readonly tone?: 'warn' | 'plain';
  /** The heading's. */
  readonly id: string;
  readonly title: string;
  readonly amount: string;
  readonly line?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={styles.owed} data-tone={tone} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className={styles.amount}>{amount}</p>
        {line && <p>{line}</p>}
      </div>
      {children}
    </section>
  );
}

/** The rows, each a `Fact`, and their sum. */
export function OwedRows({
  sum,
  children,
}: Around & { readonly sum?: { readonly name: string; readonly amount: ReactNode } | undefined }): ReactNode {
  return (
    <dl className={styles.why}>
      {children}
      {sum && (
        <div className={styles.sum}>
          <dt>{sum.name}</dt>
          <dd>{sum.amount}</dd>
        </div>
      )}
    </dl>
  );
}

/** What else is to be known of the sum. */
export function OwedNext({ children }: Around): ReactNode {
  return <div className={styles.next}>{children}</div>;
}
