import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import styles from './field-error.module.css';

/** An input's error; the input names its id in `aria-describedby`. */
export function FieldError({
  id,
  isToastToo = false,
  children,
}: {
  readonly id: string;
  readonly isToastToo?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p className={styles.error} id={id} role="alert" {...marks({ toastToo: isToastToo ? '' : undefined })}>
      {children}
    </p>
  );
}
