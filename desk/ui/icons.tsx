import type { ReactNode } from 'react';
import styles from './icons.module.css';

/** The drawings of the desk, 16 px, by what they stand for. */
export type IconName =
  | 'in'
  | 'out'
  | 'plus'
  | 'mail'
  | 'say'
  | 'who'
  | 'sign'
  | 'clock'
  | 'bang'
  | 'two'
  | 'yes'
  | 'no'
  | 'near';

/** A small drawing beside its word; the word says it. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}

/** The coin above its horizon, by where a loan stands. */
export type CoinName = 'review' | 'paying' | 'active' | 'late' | 'done' | 'off' | 'no';

/** The coin of a loan's state beside its word. */
export function Coin({ name }: { readonly name: CoinName }): ReactNode {
  return (
    <svg className={styles.coin} viewBox="0 0 20 14" aria-hidden="true">
      <use href={`#k-${name}`} />
    </svg>
  );
}

/** What the drawings are made of, once in each page. */
export function IconSymbols(): ReactNode {
  return (
    <svg className="sr" aria-hidden="true" focusable="false">
      <defs>
        <symbol id="in" viewBox="0 0 16 16">
          <path d="M8 2v8m-3.5-3.5L8 10l3.5-3.5M3 13.5h10" />
        </symbol>
        <symbol id="out" viewBox="0 0 16 16">
          <path d="M8 10.500V2.500M4.500 6L8 2.500 11.500 6M3 13.500h10" />
        </symbol>
        <symbol id="plus" viewBox="0 0 16 16">
          <path d="M8 3v10M3 8h10" />
        </symbol>
        <symbol id="mail" viewBox="0 0 16 16">
          <path d="M2 4h12v8.500H2zM2 4.500l6 4.500 6-4.500" />
        </symbol>
        <symbol id="say" viewBox="0 0 16 16">
          <path d="M2 3h12v8H7l-3 3v-3H2z" />
        </symbol>
        <symbol id="who" viewBox="0 0 16 16">
          <circle cx="8" cy="5.500" r="2.500" />
          <path d="M3 13.500a5 5 0 0 1 10 0" />
        </symbol>
        <symbol id="sign" viewBox="0 0 16 16">
          <path d="M3 13.500h10M4 10.500l1-3 6-5.500 2 2-6 5.500z" />
        </symbol>
        <symbol id="clock" viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="6" />
          <path d="M8 4.500V8l2.500 1.500" />
        </symbol>
        <symbol id="bang" viewBox="0 0 16 16">
          <path d="M8 2l6.500 11.500h-13zM8 6.500v3.500M8 11.800v.2" />
        </symbol>
        <symbol id="two" viewBox="0 0 16 16">
          <circle cx="5.500" cy="6" r="2.300" />
          <circle cx="11" cy="6" r="2.300" />
          <path d="M1.500 13a4 4 0 0 1 8 0M10 9.300a4 4 0 0 1 4.500 3.700" />
        </symbol>
        <symbol id="yes" viewBox="0 0 16 16">
          <path d="M3 8.500l3.500 3.500L13 4.500" />
        </symbol>
        <symbol id="no" viewBox="0 0 16 16">
          <path d="M4 4l8 8M12 4l-8 8" />
        </symbol>
        <symbol id="near" viewBox="0 0 16 16">
          <path d="M2.500 9.500c2-4 4-4 5.500-1.500s3.500 2.500 5.500-1.500" />
        </symbol>
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
