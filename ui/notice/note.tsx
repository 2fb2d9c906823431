import type { ReactNode } from 'react';
import type { Tone } from '../tone.ts';
import styles from './note.module.css';

/** Something to know before going on. `isAlert` for what has just gone wrong: it is read out at once. */
export function Note({
  tone,
  id,
  isAlert = false,
  isToastToo = false,
  children,
}: {
  readonly tone: Tone;
  readonly id?: string;
  readonly isAlert?: boolean;
  /** Whether script shows it in a toast as well. */
  readonly isToastToo?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p
      className={styles.note}
      data-tone={tone}
      data-toast-too={isToastToo ? '' : undefined}
      id={id}
      role={isAlert ? 'alert' : undefined}
    >
      {children}
    </p>
  );
}
