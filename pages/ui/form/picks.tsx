import type { ReactNode } from 'react';
import styles from './picks.module.css';

/** One of several to choose from. */
export interface PickView {
  readonly value: string;
  readonly label: string;
  readonly note: string;
}

/** The frame around choices, and around what opens among them. */
export function PickFrame({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.picks}>{children}</div>;
}

/**
 * Choices of a radio group named `name`; `chosen` is the value of the one that is chosen at first, if any. What opens
 * after the one with the value `opening` hides while another is chosen.
 */
export function Picks({
  name,
  chosen,
  opening = '',
  picks,
}: {
  readonly name: string;
  readonly chosen: string;
  readonly opening?: string;
  readonly picks: readonly PickView[];
}): ReactNode {
  return picks.map(({ value, label, note }) => (
    <label key={value} className={opening === value ? `${styles.pick} ${styles.opening}` : styles.pick}>
      <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
      <span>
        {label}
        <small className="num">{note}</small>
      </span>
    </label>
  ));
}

/** What opens inside the chosen one. */
export function PickInset({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.inset}>{children}</div>;
}
