import type { ReactNode } from 'react';
import styles from './chips.module.css';
import { addressOf } from './pager.tsx';

export function ChipRow({
  label,
  isSnug = false,
  children,
}: {
  /** Read by screen readers. */
  readonly label: string;
  readonly isSnug?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <nav className={isSnug ? `${styles.chips} ${styles.snug}` : styles.chips} aria-label={label}>
      {children}
    </nav>
  );
}

/** Links to the parts of a list; the address does not name the first one. */
export function Chips({
  path,
  name = 'show',
  label,
  isSnug = true,
  choices,
  chosen,
}: {
  readonly path: string;
  readonly name?: string;
  /** Read by screen readers. */
  readonly label: string;
  readonly isSnug?: boolean;
  readonly choices: readonly (readonly [value: string, words: string, count?: string])[];
  readonly chosen: string;
}): ReactNode {
  return (
    <ChipRow label={label} isSnug={isSnug}>
      {choices.map(([value, words, count], index) => (
        <a
          key={value}
          href={addressOf(path, { [name]: index === 0 ? undefined : value })}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {words}
          {count !== undefined && (
            <>
              {' '}
              <b>{count}</b>
            </>
          )}
        </a>
      ))}
    </ChipRow>
  );
}
