import type { ReactNode } from 'react';
import { addressOf } from './pager.tsx';

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
    <nav className="chips snug" aria-label={label}>
      {choices.map(([value, words, count], index) => (
        <a
          key={value}
          href={addressOf(path, { show: index === 0 ? undefined : value })}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {words} {count !== undefined && <b>{count}</b>}
        </a>
      ))}
    </nav>
  );
}
