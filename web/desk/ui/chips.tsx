import type { ReactNode } from 'react';
import styles from './chips.module.css';
import { addressOf } from './pager.tsx';

/** Links beside each other, of which one is current. */
export function ChipRow({
  label,
  isSnug = false,
  children,
}: {
  /** What they choose by, for those who hear the page. */
  readonly label: string;
  /** Whether it follows the page's head. */
  readonly isSnug?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <nav className={isSnug ? `${styles.chips} ${styles.snug}` : styles.chips} aria-label={label}>
      {children}
    </nav>
  );
}

/** Which part of a list is shown, as links beside each other; the first choice is the one that an address need not name. */
export function Chips({
  path,
  label,
  choices,
  chosen,
}: {
  readonly path: string;
  /** What they choose by, for those who hear the page. */
  readonly label: string;
  /** Each with its words, and how many there are where that is known. */
  readonly choices: readonly (readonly [value: string, words: string, count?: string])[];
  readonly chosen: string;
}): ReactNode {
  return (
    <ChipRow label={label} isSnug>
      {choices.map(([value, words, count], index) => (
        <a
          key={value}
          href={addressOf(path, { show: index === 0 ? undefined : value })}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {words} {count !== undefined && <b>{count}</b>}
        </a>
      ))}
    </ChipRow>
  );
}
