import type { ReactNode } from 'react';
import styles from './meter.module.css';

/** A bar to scale; the text beside it says the same. `paidShare` is between 0 and 1. */
export function Meter({ paidShare }: { readonly paidShare: number }): ReactNode {
  return (
    <svg className={styles.meter} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.round(Math.min(1, paidShare) * 1000) / 10} height="4" />
    </svg>
  );
}
