import type { ReactNode } from 'react';
import styles from './picks.module.css';

/** One of several to choose from. */
export interface PickView {
  readonly value: string;
  readonly label: string;
  readonly note: string;
  readonly isChosen: boolean;
}

/** The frame around choices, and around what opens among them. */
export function PickFrame({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.picks}>{children}</div>;
}

/** Choices of a radio group named `name`. */
export function Picks({
  name,
  picks,
}: {
  readonly name: string;
  readonly picks: readonly PickView[];
}): ReactNode {
  return picks.map(({ value, label, note, isChosen }) => (
    <label key={value} className={styles.pick}>
      <input type="radio" name={name} value={value} defaultChecked={isChosen} />
      <span>
        {label}
        <small className="num">{note}</small>
      </span>
    </label>
  ));
}

/** What opens inside the chosen one. */
export function PickInset({
  isHidden,
  children,
}: {
  readonly isHidden: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={styles.inset} hidden={isHidden}>
      {children}
    </div>
  );
}
