import type { ReactNode } from 'react';
import { Summary } from '#ui/figures/summary.tsx';
import styles from './form-fold.module.css';

/** A form that opens in place; of those with one `name` a single one is open. */
export function FormFold({
  name,
  title,
  note,
  isOpen = false,
  isApart = false,
  children,
}: {
  readonly name?: string;
  readonly title: string;
  /** What stands small at the end of the title. */
  readonly note?: string;
  readonly isOpen?: boolean;
  /** Whether it keeps off what stands above it. */
  readonly isApart?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className={isApart ? `${styles.fold} g4` : styles.fold} name={name} open={isOpen}>
      <Summary>
        {title}
        {note && <small>{note}</small>}
      </Summary>
      {children}
    </details>
  );
}
