import type { ReactNode } from 'react';
import styles from './amount-hero.module.css';

/**
 * The amount a screen is about, the largest thing on it. Its no-break space becomes a plain one, so that it can wrap at this
 * size.
 */
export function AmountHero({
  label,
  amount,
  note,
}: {
  readonly label: ReactNode;
  readonly amount: string;
  readonly note?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.hero}>
      {label && <p>{label}</p>}
      <Amount amount={amount} />
      {note && <p className="hint">{note}</p>}
    </div>
  );
}

export function Amount({ amount }: { readonly amount: string }): ReactNode {
  return <p className={styles.amount}>{amount.replace('\u00a0', ' ')}</p>;
}
