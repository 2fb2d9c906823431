import type { ReactNode } from 'react';
import styles from './field-error.module.css';

/** What is wrong with an input and what to do about it; the input names its id in `aria-describedby`. */
export function FieldError({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p className={styles.error} id={id} role="alert">
      {children}
    </p>
  );
}
