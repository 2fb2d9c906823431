import type { ReactNode } from 'react';
import type { Tone } from '#ui/tone.ts';
import styles from './state-mark.module.css';

/** Colours are for states that need a person. */
export type StateTone = Exclude<Tone, 'brand'> | 'none';

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
