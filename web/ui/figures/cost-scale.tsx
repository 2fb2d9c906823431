import type { ReactNode } from 'react';
import { Icon, receiveIcon, repayIcon } from '../frame/icons.tsx';
import { Amount } from './amount-hero.tsx';
import styles from './cost-scale.module.css';

export interface ScaledSum {
  readonly size: number;
  readonly label: string;
  readonly amount: string;
}

const gapWidth = 0.6;

/** Received and repaid amounts over bars on one scale. Only the received one where the others are not known. */
export function CostScale({
  received,
  repaid,
  cost,
}: {
  readonly received: ScaledSum;
  readonly repaid: ScaledSum | null;
  readonly cost: ScaledSum | null;
}): ReactNode {
  return (
    <div>
      <p className={styles.label}>
        <Icon path={receiveIcon} />
        {received.label}
      </p>
      <Amount amount={received.amount} />
      {repaid && cost && (
        <>
          <Bar sizes={[received.size, cost.size]} isFirstOnly />
          <p className={styles.label}>
            <Icon path={repayIcon} />
            {repaid.label}
          </p>
          <Amount amount={repaid.amount} />
          <Bar sizes={[received.size, cost.size]} />
          <p className={styles.cost}>
            <i className={styles.swatch} />
            <span>{cost.label}</span>{' '}
            <b>
              <span className="num">{cost.amount}</span>
            </b>
          </p>
        </>
      )}
    </div>
  );
}

export function ExampleScale({
  received,
  repaid,
  cost,
}: {
  readonly received: ScaledSum;
  readonly repaid: ScaledSum;
  readonly cost: ScaledSum;
}): ReactNode {
  return (
    <div className={styles.example}>
      {[received, repaid].map((sum) => (
        <div key={sum.label}>
          <p className={styles.line}>
            <span>{sum.label}</span>{' '}
            <b>
              <span className="num">{sum.amount}</span>
            </b>
          </p>
          <Bar sizes={[received.size, cost.size]} isFirstOnly={sum === received} />
        </div>
      ))}
      <p className={styles.cost}>
        <i className={styles.swatch} />
        <span>{cost.label}</span>{' '}
        <b>
          <span className="num">{cost.amount}</span>
        </b>
      </p>
    </div>
  );
}

function Bar({
  sizes,
  isFirstOnly = false,
}: {
  readonly sizes: readonly [first: number, second: number];
  readonly isFirstOnly?: boolean;
}): ReactNode {
  const [first, second] = scaledWidths(...sizes);
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.first} width={first} height="4" />
      {!isFirstOnly && <rect className={styles.second} x={100 - second} width={second} height="4" />}
    </svg>
  );
}

/** Widths in percent, with the gap; no gap beside zero. */
export function scaledWidths(first: number, second: number): readonly [number, number] {
  const whole = first + second;
  if (!(first > 0) || !(second > 0)) return second > 0 ? [0, 100] : [100, 0];
  const secondWidth = Math.round((second / whole) * 1000) / 10;
  return [Math.max(0, Math.round((100 - secondWidth - gapWidth) * 10) / 10), secondWidth];
}
