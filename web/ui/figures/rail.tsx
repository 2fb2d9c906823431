import type { ReactNode } from 'react';
import discs from './disc.module.css';
import styles from './rail.module.css';

/** An instalment: short date, and ISO day or null. */
export interface RailStep {
  readonly label: string;
  readonly day: string | null;
  readonly state?: 'now' | 'done' | undefined;
  /** Absent where another line shows it. */
  readonly amount?: string;
  readonly number?: number;
}

/** A longer plan shows its first steps and its last. */
const mostSteps = 4;

/** Instalments as dots with dates, side by side where they fit. */
export function Rail({ steps }: { readonly steps: readonly RailStep[] }): ReactNode {
  const numbered = steps.map((step, index) => ({ number: index + 1, ...step }));
  const shown =
    steps.length > mostSteps ? [...numbered.slice(0, mostSteps - 1), ...numbered.slice(-1)] : numbered;
  const hasAmounts = shown.some(({ amount }) => amount !== undefined);
  return (
    <div className={styles.fit}>
      <ol className={hasAmounts ? `${styles.rail} ${styles.figured}` : styles.rail}>
        {shown.map(({ number, label, day, state, amount }) => (
          <li
            key={number}
            data-mark={state === 'done' ? '✓' : number}
            className={state ? `${discs.numbered} ${styles[state]}` : discs.numbered}
          >
            {day === null ? (
              label
            ) : (
              <time className="num" dateTime={day}>
                {label}
              </time>
            )}
            {amount && (
              <b>
                <span className="num">{amount}</span>
              </b>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
