import type { ReactNode } from 'react';
import styles from './coin.module.css';

/** The drawing of a loan's state: a coin and a horizon. */
export type CoinName = 'review' | 'paying' | 'active' | 'late' | 'done' | 'off' | 'no';

export function Coin({ name }: { readonly name: CoinName }): ReactNode {
  return (
    <svg className={styles.coin} viewBox="0 0 20 14" aria-hidden="true">
      <use href={`#k-${name}`} />
    </svg>
  );
}

/** The SVG symbols that the coins use; once in each page. */
export function CoinSymbols(): ReactNode {
  return (
    <svg className="sr" aria-hidden="true" focusable="false">
      <defs>
        <symbol id="k-review" viewBox="0 0 20 14">
          <path d="M1 12.500h18" />
          <path d="M2 12.500a3.500 3.500 0 0 1 7 0z" fill="currentColor" />
        </symbol>
        <symbol id="k-paying" viewBox="0 0 20 14">
          <path d="M1 12.500h18" />
          <circle cx="5.500" cy="6.500" r="3" fill="currentColor" />
          <path d="M10.500 3.500h3m0 0v3m0-3l-3.500 3.500" />
        </symbol>
        <symbol id="k-active" viewBox="0 0 20 14">
          <path d="M1 12.500h18" />
          <circle cx="10" cy="5" r="3.500" fill="currentColor" />
        </symbol>
        <symbol id="k-late" viewBox="0 0 20 14">
          <path d="M1 12.500h18" />
          <path d="M11 12.500a3.500 3.500 0 0 1 7 0z" fill="currentColor" />
          <path d="M2.5 9.5A8 8 0 0 1 13 4.5" />
        </symbol>
        <symbol id="k-done" viewBox="0 0 20 14">
          <path d="M1 12.500h18" />
          <path d="M6 5.500l3 3 5.500-6" />
        </symbol>
        <symbol id="k-off" viewBox="0 0 20 14">
          <path d="M1 12.500h18" strokeDasharray="1 3" />
          <path d="M7 3l6 6M13 3l-6 6" />
        </symbol>
        <symbol id="k-no" viewBox="0 0 20 14">
          <path d="M1 12.500h18" />
          <circle cx="10" cy="8.500" r="3.500" />
        </symbol>
      </defs>
    </svg>
  );
}
