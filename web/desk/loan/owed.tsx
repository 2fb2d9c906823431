import type { ReactNode } from 'react';
import styles from './owed.module.css';

interface WithChildren {
  readonly children: ReactNode;
}

/** An amount and the rows that add up to it, in a band with the tone of the loan's state. */
export function Owed({
  tone,
  id,
  title,
  amount,
  line,
  children,
}: {
  readonly tone?: 'warn' | 'plain';
  readonly id: string;
  readonly title: string;
  readonly amount: string;
  readonly line?: string;
  readonly children?: ReactNode;
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

export function OwedRows({
  sum,
  children,
}: WithChildren & {
  readonly sum?: { readonly name: string; readonly amount: ReactNode } | undefined;
}): ReactNode {
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

export function OwedNext({ children }: WithChildren): ReactNode {
  return <div className={styles.next}>{children}</div>;
}
