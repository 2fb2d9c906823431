import type { ReactNode } from 'react';
import { Words } from '../words.tsx';
import discs from './disc.module.css';
import styles from './plan.module.css';

export interface PlanStep {
  readonly date: string;
  readonly note: string;
  readonly amount: string;
  readonly state?: 'done' | 'late';
  /** Of a partly paid instalment, between 0 and 1. */
  readonly paidShare?: number;
  /** Its place in the list by default. */
  readonly number?: number;
}

/** Instalments in order; a paid one has a tick, and its note says so. */
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
