import type { ReactNode } from 'react';
import { Summary } from '#ui/figures/summary.tsx';
import styles from './form-fold.module.css';

/** A form that opens in place. Of the folds with the same `name`, one is open at a time. */
export function FormFold({
  name,
  title,
  note,
  isOpen = false,
  hasSpaceAbove = false,
  children,
}: {
  readonly name?: string;
  readonly title: string;
  /** Small text at the end of the title. */
  readonly note?: string;
  readonly isOpen?: boolean;
  readonly hasSpaceAbove?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className={hasSpaceAbove ? `${styles.fold} g4` : styles.fold} name={name} open={isOpen}>
      <Summary>
        {title}
        {note && <small>{note}</small>}
      </Summary>
      {children}
    </details>
  );
}
