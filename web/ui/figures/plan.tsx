import type { ReactNode } from 'react';
import { Words } from '../words.tsx';
import discs from './disc.module.css';
import styles from './plan.module.css';

/** One payment of a plan. */
export interface PlanStep {
  readonly date: string;
  /** What there is to say about it; empty for nothing. */
  readonly note: string;
  readonly amount: string;
  readonly state?: 'done' | 'late';
  /** How much of a payment that is partly made was paid, between 0 and 1. */
  readonly paidShare?: number;
  /** Its place in the plan unless given. */
  readonly number?: number;
}

/** Payments in their order, numbered; a paid one has a tick, and its note says so in words. */
export function Plan({ steps }: { readonly steps: readonly PlanStep[] }): ReactNode {
  return (
    <ol className={styles.plan}>
      {steps.map(({ date, note, amount, state, paidShare, number }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the plan is what a step is.
          key={index}
          data-mark={state === 'done' ? '✓' : (number ?? index + 1)}
          className={[discs.numbered, paidShare === undefined ? state && styles[state] : styles.part]
            .filter(Boolean)
            .join(' ')}
        >
          <div>
            <Words text={date} />
            {note && <small>{note}</small>}
          </div>
          <b>{amount}</b>
          {paidShare !== undefined && (
            <svg className={styles.bar} viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.whole} width="100" height="2" />
              <rect width={Math.round(paidShare * 1000) / 10} height="2" />
            </svg>
          )}
        </li>
      ))}
    </ol>
  );
}
