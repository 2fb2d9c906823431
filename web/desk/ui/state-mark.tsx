import type { ReactNode } from 'react';
import type { Tone } from '#ui/tone.ts';
import styles from './state-mark.module.css';

/** Colour only where a person is needed; `none` for the plain course of things. */
export type StateTone = Exclude<Tone, 'brand'> | 'none';

/** How something stands: its drawing, then the word. */
export function StateMark({
  tone,
  children,
}: {
  readonly tone: StateTone;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={styles.state} data-tone={tone}>
      {children}
    </span>
  );
}
