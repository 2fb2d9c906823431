import type { ReactNode } from 'react';
import styles from './split.module.css';

/** One part of a whole: its size in any unit, its name and what it comes to. */
export interface SplitPart {
  readonly size: number;
  readonly label: string;
  readonly amount: string;
}

/** Width of the gap between the parts, of 100. */
const gapWidth = 0.6;

/** Two parts of one amount drawn to scale, with what each comes to. The second is the cost. */
export function Split({
  first,
  second,
}: {
  readonly first: SplitPart;
  readonly second: SplitPart;
}): ReactNode {
  const widths = splitWidths(first.size, second.size);
  return (
    <div>
      <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.first} width={widths[0]} height="4" />
        <rect className={styles.second} x={100 - widths[1]} width={widths[1]} height="4" />
      </svg>
      <p className={styles.legend}>
        {[first, second].map((part, index) => (
          <span key={part.label}>
            <i className={`${styles.swatch} ${index === 0 ? styles.first : styles.second}`} />
            {part.label} <span className="num">{part.amount}</span>
          </span>
        ))}
      </p>
    </div>
  );
}

/** How wide each part is drawn, of 100 together with the gap between them; no gap beside nothing. */
export function splitWidths(first: number, second: number): readonly [number, number] {
  const whole = first + second;
  if (!(first > 0) || !(second > 0)) return second > 0 ? [0, 100] : [100, 0];
  const secondWidth = Math.round((second / whole) * 1000) / 10;
  return [Math.max(0, Math.round((100 - secondWidth - gapWidth) * 10) / 10), secondWidth];
}
