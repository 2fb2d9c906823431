import type { ReactNode } from 'react';
import styles from './plan.module.css';

/** One payment of a plan. */
export interface PlanStep {
  readonly date: string;
  /** What there is to say about it; empty for nothing. */
  readonly note: string;
  readonly amount: string;
  readonly state?: 'done' | 'late';
}

/** Payments in their order, numbered; a paid one has a tick, and its note says so in words. */
export function Plan({ steps }: { readonly steps: readonly PlanStep[] }): ReactNode {
  return (
    <ol className={styles.plan}>
      {steps.map(({ date, note, amount, state }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the plan is what a step is.
          key={index}
          data-mark={state === 'done' ? '✓' : index + 1}
          className={state && styles[state]}
        >
          <div>
            {date}
            {note && <small>{note}</small>}
          </div>
          <b>{amount}</b>
        </li>
      ))}
    </ol>
  );
}
