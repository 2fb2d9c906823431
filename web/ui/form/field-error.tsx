import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import styles from './field-error.module.css';

/** What is wrong with an input and what to do about it; the input names its id in `aria-describedby`. */
export function FieldError({
  id,
  isToastToo = false,
  children,
}: {
  readonly id: string;
  /** Whether script shows it in a toast as well. */
  readonly isToastToo?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p className={styles.error} id={id} role="alert" {...marks({ toastToo: isToastToo ? '' : undefined })}>
      {children}
    </p>
  );
}
