import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import type { Tone } from '../tone.ts';
import styles from './note.module.css';

/**
 * Something to know before going on. `isAlert` for what has just gone wrong: it is read out at once; `isStatus` for what
 * has just been done.
 */
export function Note({
  as: Element = 'p',
  tone,
  id,
  labelledBy,
  isAlert = false,
  isStatus = false,
  isApart = false,
  isToastToo = false,
  children,
}: {
  /** A block where more than words stand in it. */
  readonly as?: 'p' | 'div' | 'section';
  readonly tone: Tone;
  readonly id?: string;
  readonly labelledBy?: string;
  readonly isAlert?: boolean;
  readonly isStatus?: boolean;
  /** Whether it keeps off what stands above it. */
  readonly isApart?: boolean;
  /** Whether script shows it in a toast as well. */
  readonly isToastToo?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Element
      className={isApart ? `${styles.note} ${styles.apart}` : styles.note}
      data-tone={tone}
      {...marks({ toastToo: isToastToo ? '' : undefined })}
      id={id}
      aria-labelledby={labelledBy}
      role={isAlert ? 'alert' : isStatus ? 'status' : undefined}
    >
      {children}
    </Element>
  );
}
