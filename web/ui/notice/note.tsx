import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import type { Tone } from '../tone.ts';
import styles from './note.module.css';

/** A note. `isAlert` is read out at once, for what went wrong; `isStatus` for what was done. */
export function Note({
  as: Element = 'p',
  tone,
  id,
  labelledBy,
  isAlert = false,
  isStatus = false,
  hasSpaceAbove = false,
  isToastToo = false,
  children,
}: {
  /** A block element if it holds more than words. */
  readonly as?: 'p' | 'div' | 'section';
  readonly tone: Tone;
  readonly id?: string;
  readonly labelledBy?: string;
  readonly isAlert?: boolean;
  readonly isStatus?: boolean;
  readonly hasSpaceAbove?: boolean;
  readonly isToastToo?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Element
      className={hasSpaceAbove ? `${styles.note} ${styles.apart}` : styles.note}
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
